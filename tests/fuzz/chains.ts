/** What people do in several calls: each step uses what the ones before it have answered. */
import { createHmac } from 'node:crypto'
import { sql } from '../../server/platform/db/sql.ts'
import { giveUpJob } from '../setup/failed-jobs.ts'
import { secondFactor, signUp, suspension } from './account-chains.ts'
import { payouts, refunds } from './money-chains.ts'
import { afterSale, purchase } from './sale-chains.ts'
import { call, type Chain, listOf, type Stage, untilJobsRest } from './steps.ts'

async function* selling({ cast, random }: Stage): Chain {
  const seller = random.pick(cast.sellers)
  const made = yield call(seller, 'product.add', { body: cast.subcategory })
  if (made.status !== 200) return
  const { id } = made.body as { id: string }
  const form = yield call(seller, 'product.getForm', { params: { productId: id } })
  const version = (form.body as { version?: unknown } | undefined)?.version
  yield call(seller, 'product.edit', {
    params: { productId: id },
    body: { ...cast.subcategory, ...(version !== undefined && { version }) },
  })
  yield call(seller, 'product.getBySeller')
  if (random.chance(0.2)) yield call(seller, 'product.delete', { params: { id } })
}

async function* categories({ cast, number }: Stage): Chain {
  const made = yield call(cast.admin, 'admin.createCategory', { params: { name: `Category ${number}` } })
  const id = (made.body as { id?: number } | undefined)?.id
  if (made.status !== 200 || id === undefined) return
  const body = { name: `Part ${number}`, categoryId: id }
  const sub = yield call(cast.admin, 'admin.createSubcategory', { body })
  const subId = (sub.body as { id?: number } | undefined)?.id
  if (subId !== undefined) yield call(cast.admin, 'admin.deleteSubcategory', { params: { id: subId } })
  yield call(cast.admin, 'admin.deleteCategory', { params: { id } })
}

const rateKinds = ['commission', 'shipping', 'levies', 'gst'] as const
async function* rates({ cast, random }: Stage): Chain {
  const kind = random.pick(rateKinds)
  const [add, list] = {
    commission: ['admin.addCommissionRule', 'admin.commissionRules'],
    shipping: ['admin.addShippingCharge', 'admin.shippingCharges'],
    levies: ['admin.addLevyRate', 'admin.levyRates'],
    gst: ['admin.addGstRate', 'admin.gstRates'],
  }[kind] as [string, string]
  yield call(cast.admin, add)
  const listed = listOf(yield call(cast.admin, list, { query: { show: 'all', limit: 200 } }))
  if (listed.length === 0) return
  const params = { kind, id: listed.at(-1).id }
  yield call(cast.admin, random.pick(['admin.endRate', 'admin.withdrawRate']), { params })
}

/** Jobs that the queue gave up, mail among them, are looked at and tried again. */
async function* failedWork({ shop, cast }: Stage): Chain {
  await untilJobsRest(shop)
  const completed = sql`state = 'completed'`
  // There is none before the first order.
  const job = await giveUpJob(shop, 'continue-shipment', completed).catch(() => undefined)
  yield call(cast.admin, 'admin.failedJobs')
  if (job) yield call(cast.admin, 'admin.retryJob', { params: { id: job } })
  const mail = { params: { id: await giveUpJob(shop, 'send-mail', completed) } }
  yield call(cast.admin, 'admin.unsentMail')
  yield call(cast.admin, 'admin.readMail', mail)
  yield call(cast.admin, 'admin.retryMail', mail)
}

/** What providers send, rightly signed: the body may be as strange as any. */
async function* webhook({ shop, cast, random, number }: Stage): Chain {
  const { payment, courier } = shop.running.shop.config
  const entity = {
    id: random.pick(['pay_1', 'a\u0000b', 'x'.repeat(5_000), 7, null]),
    order_id: random.pick(['order_1', '\ud800', 'x'.repeat(5_000), {}, undefined]),
  }
  const event = random.pick(['payment.captured', 'order.paid', 'refund.processed', 'transfer.failed', 'x', 5])
  const body = JSON.stringify({
    event,
    payload: { payment: { entity }, order: random.pick([undefined, { entity }]), transfer: { entity } },
  })
  const headers = { 'content-type': 'application/json' }
  if (random.chance(0.5)) {
    const signature = createHmac('sha256', payment?.webhookSecret ?? '')
      .update(body)
      .digest('hex')
    yield call(cast.visitor, 'webhook.payment', {
      raw: body,
      headers: {
        ...headers,
        'x-razorpay-signature': signature,
        'x-razorpay-event-id': random.pick([`evt_${number}`, 'x'.repeat(3_000), 'evt_1']),
      },
    })
    return
  }
  const orders = listOf(yield call(random.pick(cast.buyers), 'order.getCustomer'))
  const order: string = orders.length > 0 ? random.pick(orders).id : '00000000-0000-7000-8000-000000000000'
  const parcel = {
    awb: random.pick(['a\u0000b', 'x'.repeat(5_000), 5, null, '1']),
    order_id: random.pick(['\u0000', 'x'.repeat(5_000), order, order, order, 9]),
    current_status: random.pick(['Delivered', 'x'.repeat(500), 'x'.repeat(5_000), 'a\u0000b', '\ud800', 3]),
    shipment_status_id: random.pick([6, 7, 18, 9_999, -1, 2 ** 40, 1.5, '7']),
    current_timestamp: random.pick(['23 05 2026 11:43:52', 'x', '99 99 9999 99:99:99', 5]),
  }
  yield call(cast.visitor, 'webhook.courier', {
    raw: JSON.stringify(parcel),
    headers: { ...headers, 'x-api-key': courier?.webhookToken ?? '' },
  })
}

const chains: readonly (readonly [weight: number, chain: (stage: Stage) => Chain])[] = [
  [10, purchase],
  [5, afterSale],
  [3, payouts],
  [3, refunds],
  [3, selling],
  [1, suspension],
  [1, categories],
  [2, rates],
  [1, signUp],
  [1, secondFactor],
  [1, failedWork],
  [3, webhook],
]

export function anyChain(stage: Stage): Chain {
  let left = stage.random.next() * chains.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, chain] of chains) {
    left -= weight
    if (left < 0) return chain(stage)
  }
  return purchase(stage)
}
