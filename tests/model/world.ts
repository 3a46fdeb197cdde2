/** The shop that the commands of the model test act on: three buyers, two sellers, five products, and one database for all sequences. */
import { createHmac } from 'node:crypto'
import { sql } from '../../server/platform/db/sql.ts'
import type { JobPayloads } from '../../server/platform/jobs/queue.ts'
import { startJobWorkers } from '../../server/process/job-handlers.ts'
import type { TestClient } from '../setup/client.ts'
import { addSecondAddress } from '../setup/buying.ts'
import { addSellersCoupon, addSharedCoupon, addShopsCoupon } from '../setup/coupons.ts'
import { chargeForDelivery } from '../setup/delivery-charge.ts'
import { addAdmin, type Admin } from '../setup/people.ts'
import { addProduct, addSubcategory, customerWithCart, type TestSubcategory } from '../setup/products.ts'
import { addSeller, type Seller } from '../setup/sellers.ts'
import { type Customer, startTestShop, type TestShop } from '../setup/shop.ts'
import { takeSnapshot } from './snapshot.ts'

export interface WorldBuyer {
  id: string
  client: Customer
  addresses: [string, string]
}

export interface WorldProduct {
  id: string
  seller: number
  units: number
}

/** Jobs that follow each command. Mails and files of documents are left out: no money and no stock depends on them. */
const worked = [
  'payment-webhook',
  'refund-payment',
  'flag-orders-in-doubt',
  'give-coupon-back',
  'continue-shipment',
  'settle-sellers',
] as const

type Handlers = { [Name in keyof JobPayloads]: (payload: any) => Promise<void> }

export interface World {
  shop: TestShop
  buyers: WorldBuyer[]
  sellers: Seller[]
  admin: Admin
  products: WorldProduct[]
  subcategory: TestSubcategory
  /** Numbers that are used once: events, UTRs. */
  count(): number
  /** Works the jobs that wait, one after the other; one that fails is tried again after the next command. */
  workJobs(): Promise<void>
  workJob<Name extends keyof JobPayloads>(name: Name, payload: JobPayloads[Name]): Promise<void>
  /** A webhook of the payment provider, signed with its secret unless `forged`. */
  paymentWebhook(body: object, forged?: boolean): Promise<{ status: number }>
  /** Everything is as it was before the first sequence. */
  reset(): Promise<void>
  stop(): Promise<void>
}

/** Of the seller of most products, of the shop, and of both. */
export const coupons = ['SELLERS', 'SHOPS', 'SHARED'] as const
export const startUnits = [1, 2, 3, 9, 9]
export const startPaise = [14_900, 29_950, 9_900, 100, 50_000]

export async function startWorld(): Promise<World> {
  const shop = await startTestShop({ courier: true })
  await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
  await shop.kit('/sandbox/courier/webhooks', { mode: 'off' })
  const admin = await addAdmin(shop)
  const sellers = [await addSeller(shop), await addSeller(shop)]
  const subcategory = await addSubcategory(shop, 'Model')
  const products: WorldProduct[] = []
  for (const [index, units] of startUnits.entries()) {
    const seller = index % 2
    const wanted = { name: `Model ${index}`, units, pricePaise: startPaise[index] ?? 0, subcategory }
    const { id } = await addProduct(shop, { ...wanted, seller: sellers[seller]! })
    products.push({ id, seller, units })
  }
  const buyers: WorldBuyer[] = []
  for (let i = 0; i < 3; i += 1) {
    const client = await customerWithCart(shop, [])
    const [row] = await shop.db.query<{ id: string }>(
      sql`select id from account where email = ${client.email}`,
    )
    buyers.push({ id: row!.id, client, addresses: await addSecondAddress(client) })
  }
  await addSellersCoupon(sellers[1]!, coupons[0], { percent: 7, totalUses: 2, once: true })
  await addShopsCoupon(admin, coupons[1], { percent: 13, most: 60.01 })
  await addSharedCoupon(admin, sellers[1]!, coupons[2], { kind: 'amount', amount: 33.33, sellerShare: 33.33 })
  // Some carts pay it, others are above the sum.
  await chargeForDelivery(admin, { charge: 15.03, freeFrom: 500 })
  // From here on the test itself works the jobs: a command is over when what it caused is over, and each run is the same.
  await shop.running.shop.jobs.rest()
  const handlers = await handlersOf(shop)
  const restore = await takeSnapshot(shop.db)
  const clients: TestClient[] = [admin, ...sellers, ...buyers.map(({ client }) => client)]
  const cookies = clients.map((client) => new Map(client.cookies))
  const secret = shop.running.shop.config.payment?.webhookSecret ?? ''
  let failed: { name: keyof JobPayloads; data: any }[] = []
  let used = 0
  return {
    shop,
    buyers,
    sellers,
    admin,
    products,
    subcategory,
    count: () => (used += 1),
    async workJobs() {
      const again = failed
      failed = []
      for (let jobs = again; ;) {
        jobs.push(...(await takeJobs(shop)))
        if (jobs.length === 0) return
        for (const job of jobs) await handlers[job.name](job.data).catch(() => failed.push(job))
        jobs = []
      }
    },
    workJob: (name, payload) => handlers[name](payload),
    paymentWebhook(body, forged = false) {
      const raw = JSON.stringify({ entity: 'event', account_id: 'acc_model', ...body })
      return shop.client().request('/webhooks/payment', {
        method: 'POST',
        body: raw,
        headers: {
          'content-type': 'application/json',
          'x-razorpay-event-id': `model-${(used += 1)}`,
          'x-razorpay-signature': createHmac('sha256', forged ? 'forged' : secret)
            .update(raw)
            .digest('hex'),
        },
      })
    },
    async reset() {
      failed = []
      await shop.kit('/sandbox/payments/faults', undefined, 'DELETE')
      await restore()
      for (const [index, client] of clients.entries()) {
        client.cookies.clear()
        for (const [name, value] of cookies[index] ?? []) client.cookies.set(name, value)
      }
    },
    stop: () => shop.stop(),
  }
}

/** The handlers of the shop's workers, which a queue of this function's own takes instead of the workers. */
async function handlersOf({ running: { shop } }: TestShop): Promise<Handlers> {
  let handlers: Handlers | undefined
  const jobs = { ...shop.jobs, work: async (given: Handlers) => void (handlers = given) }
  await startJobWorkers({ ...shop, jobs })
  if (!handlers) throw new Error('no handlers')
  return handlers
}

/** Orders are booked by a command of their own (`BookParcel`), at any time. */
async function takeJobs({ db }: TestShop): Promise<{ name: keyof JobPayloads; data: any }[]> {
  return db.query(sql`
    delete from pgboss.job where id in (select id from pgboss.job where name = any(${worked}::text[]) and state in ('created', 'retry')
        and not exists (select from shipment s where s.id = (data ->> 'shipmentId')::uuid and s.kind = 'forward' and s.withdrawn_at is null)
      order by created_on, id) returning name, data`)
}
