/** Disputes of payments, as the buyer's bank raises and decides them at the provider. */
import { expect } from 'vitest'
import { sql } from '../../server/platform/db/sql.ts'
import { eventually } from './buying.ts'
import { parcelsAtCourier, sweepDueParcels } from './parcels.ts'
import { courierFault, stopCourierFaults } from './providers.ts'
import { type Sale, sellOne } from './sales.ts'
import type { TestShop } from './shop.ts'
import type { Admin } from './people.ts'
import type { Seller } from './sellers.ts'
import { sellThreePieces } from './settling.ts'

export interface DisputeAtProvider {
  id: string
  payment_id: string
  status: string
  amount: number
  amount_deducted: number
  evidence: Record<string, unknown>
}

export const notAsDescribed = 'goods_or_services_not_as_described'
export const fraud = 'fraudulent_transaction'

/** The payment that bought an order. */
export async function paymentOf({ db }: Pick<TestShop, 'db'>, orderId: string): Promise<string> {
  const [row] = await db.query<{ id: string }>(sql`
    select p.id from payment p join orders o on o.checkout_id = p.checkout_id
    where o.id = ${orderId} and p.outcome = 'order'`)
  if (!row) throw new Error('the order has no payment')
  return row.id
}

/** The bank disputes a payment at the provider; its webhook follows, unless `webhooks` is 'none'. */
export const raiseDispute = (
  shop: TestShop,
  paymentId: string,
  more: object = {},
): Promise<DisputeAtProvider> => shop.kit(`/sandbox/payments/disputes/${paymentId}`, more)

/** The bank decides, asks again, or does not accept the end ('pre_arbitration'). */
export const moveDispute = (
  shop: TestShop,
  paymentId: string,
  status: string,
  more: object = {},
): Promise<DisputeAtProvider> => shop.kit(`/sandbox/payments/disputes/${paymentId}`, { status, ...more })

export interface StoredDispute {
  id: string
  state: string
  taken: number
  twice: number
  counted: boolean
  open: boolean
}

export async function disputesOf({ db }: Pick<TestShop, 'db'>, paymentId: string): Promise<StoredDispute[]> {
  return db.query(sql`
    select id, state, taken_paise as taken, twice_paise as twice, counted_at is not null as counted, is_open as open
    from dispute where payment_id = ${paymentId} order by no`)
}

/** Waits until the shop has stored this state, and has counted it if it is lost. */
export const untilDispute = (shop: TestShop, paymentId: string, state: string): Promise<StoredDispute[]> =>
  eventually(
    () => disputesOf(shop, paymentId),
    (rows) =>
      rows.length > 0 &&
      rows.every(
        (row) =>
          row.state === state && row.open === (state !== 'won' && state !== 'lost' && state !== 'closed'),
      ),
  )

/**
 * The balance of each account of the ledger by the entries of one payment, in paise, without what the provider charges for it;
 * accounts with 0 are left out.
 */
export async function balancesOf(
  { db }: Pick<TestShop, 'db'>,
  paymentId: string,
): Promise<Record<string, number>> {
  const rows = await db.query<{ account: string; paise: number }>(sql`
    select l.account, sum(l.amount_paise)::bigint as paise from journal_entry e join posting l on l.entry_id = e.id
    where e.payment_id = ${paymentId} and e.kind <> 'provider-charge' group by l.account having sum(l.amount_paise) <> 0`)
  return Object.fromEntries(rows.map(({ account, paise }) => [account, paise]))
}

/** The state of an order, and what was refunded of it and taken back from its sale. */
export const moneyOfOrder = async (shop: TestShop, orderId: string) => {
  const [row] = await shop.db.query<{ status: string; refunded: number; reversed: number }>(sql`
    select status, refunded_paise as refunded, reversed_paise as reversed from orders where id = ${orderId}`)
  return row!
}

export const refundsOfDisputed = (shop: TestShop, paymentId: string) =>
  shop.db.query<{ amount: number; reason: string; state: string }>(sql`
    select amount_paise as amount, reason, state from refund where payment_id = ${paymentId} order by id`)

/** An administrator refunds ₹10 of an order of `sellThree`. */
export const refundTenRupees = (admin: Admin, orderId: string) =>
  admin.post(`/public/admin/orders/${orderId}/refund-part`, {
    amount: 10,
    bears: 'shop',
    left: 447,
    note: 'goodwill',
  })

/** Three pieces of ₹149.00 of which the seller gets ₹332.91, delivered so many days ago; null: not handed over. */
export async function sellThree(shop: TestShop, seller: Seller, days: number | null = 1) {
  const orderId = await sellThreePieces(shop, seller, days)
  return { orderId, paymentId: await paymentOf(shop, orderId) }
}

export interface OpenDispute {
  /** The bank decides. */
  end: (state: 'won' | 'lost' | 'closed') => Promise<void>
}

/** The bank disputes the payment of an order, and the shop has stored it. */
export async function disputeOrder(
  shop: TestShop,
  { orderId }: { orderId: string },
  reason_code: string,
): Promise<OpenDispute> {
  const paymentId = await paymentOf(shop, orderId)
  await raiseDispute(shop, paymentId, { reason_code })
  await untilDispute(shop, paymentId, 'open')
  const end = async (state: 'won' | 'lost' | 'closed') => {
    await moveDispute(shop, paymentId, state)
    await untilDispute(shop, paymentId, state)
  }
  return { end }
}

/** An order of three pieces of ₹149.00, disputed before its parcel was booked; no courier has it when it is due again. */
export async function sellDisputed(shop: TestShop, seller: Seller): Promise<Sale & OpenDispute> {
  await courierFault(shop, '*', 'error-500', { times: 1_000 })
  const sale = await sellOne(shop, seller, { pricePaise: 149_00, quantity: 3, units: 9 })
  const disputed = await disputeOrder(shop, sale, fraud)
  await stopCourierFaults(shop)
  for (let sweeps = 0; sweeps < 2; sweeps += 1) await sweepDueParcels(shop, sale.orderId)
  expect(await parcelsAtCourier(shop, sale.orderId)).toEqual([])
  return { ...sale, ...disputed }
}

/** What administrators read of an order whose goods wait until the bank has decided. */
export const waitsForBank = /^The buyer's bank disputes the payment/

/** An order in the list of its seller, and among those that need an administrator. */
export async function listedAs({ seller, admin }: { seller: Seller; admin: Admin }, orderId: string) {
  const of = (rows: any[]) => rows.find(({ id }) => id === orderId)
  return {
    seller: of((await seller.get('/private/order/get/seller')).body),
    admin: of((await admin.get('/public/admin/all-orders?attention=yes')).body),
  }
}
