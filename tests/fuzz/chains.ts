/** What people do in several calls: each step uses what the ones before it have answered. */
import { createHmac } from 'node:crypto'
import { sweepCheckouts } from '../../server/checkout/sweep-checkouts.ts'
import { pay } from '../setup/buying.ts'
import { endHolds, endReturnClock } from '../setup/clock.ts'
import { newestCode } from '../setup/mails.ts'
import { moveReturnParcel, returnOf } from '../setup/returns.ts'
import { courierSays, dayAgo, daysAgo, settle } from '../setup/settling.ts'
import { sweepReturns } from '../../server/returns/sweep-returns.ts'
import type { TestShop } from '../setup/shop.ts'
import type { Cast, Person } from './cast.ts'
import type { Given } from './drafts.ts'
import type { Random } from './random.ts'
import type { Sent } from './send.ts'

export interface Step extends Given {
  operation: string
  person: Person
}
export type Chain = AsyncGenerator<Step, void, Sent>
export interface Stage {
  shop: TestShop
  cast: Cast
  random: Random
  number: number
}

const call = (person: Person, operation: string, given: Given = {}): Step => ({ person, operation, ...given })
const listOf = (sent: Sent): any[] => (sent.status === 200 && Array.isArray(sent.body) ? sent.body : [])

async function* purchase({ shop, cast, random }: Stage): Chain {
  const buyer = random.pick(cast.buyers)
  const lines = random.int(1, 2)
  if (random.chance(0.4)) yield call(buyer, 'address.add')
  for (let n = 0; n < lines; n += 1) yield call(buyer, 'cart.add')
  const filled = listOf(yield call(buyer, 'cart.get'))
  if (filled.length > 0 && random.chance(0.3))
    yield call(buyer, 'cart.edit', { body: { id: filled[0].productId, quantity: random.int(1, 4) } })
  if (filled.length > 1 && random.chance(0.2))
    yield call(buyer, 'cart.remove', { params: { cartItemId: filled[1].cartItemId } })
  const items = listOf(yield call(buyer, 'cart.get')).filter((line) => line.available)
  const paise = items.reduce((sum, line) => sum + Math.round(line.price * 100) * line.quantity, 0)
  if (paise === 0) return
  yield call(buyer, 'order.check', {
    body: items.map(({ productId, quantity }) => ({ productId, quantity })),
  })
  const asked = random.chance(0.7)
    ? yield call(buyer, 'order.payment', { params: { amountInPaise: paise } })
    : yield call(buyer, 'order.paymentByPost', { body: { amountInPaise: paise } })
  if (asked.status !== 200) return
  if (random.chance(0.1)) {
    await endHolds(shop)
    await sweepCheckouts(shop.running.shop)
  }
  const answer = await pay(shop, String(asked.body), random.chance(0.9) ? 'paid' : 'failed').catch(() => null)
  if (!answer) return
  yield call(buyer, 'order.verifyPayment', { body: answer })
  yield call(buyer, 'order.create', { body: { items, addressId: null } })
  yield call(buyer, 'order.getCustomer')
}

/** The order moves on at the courier as far as it may. */
async function deliver(shop: TestShop, order: { id: string }, days: number): Promise<void> {
  await courierSays(shop, order.id, 'shipped', daysAgo(days + 2)).catch(() => {})
  await courierSays(shop, order.id, 'delivered', daysAgo(days)).catch(() => {})
}

async function* afterSale({ shop, cast, random }: Stage): Chain {
  const buyer = random.pick(cast.buyers)
  const orders = listOf(yield call(buyer, 'order.getCustomer', { query: { limit: 200 } }))
  const open = orders.find(({ status }) => status === 'pending' || status === 'processing')
  if (open && random.chance(0.25)) {
    yield call(buyer, 'order.cancel', { params: { id: open.id }, body: {} })
    return
  }
  const order = open ?? orders.find(({ returns }) => returns.units > 0)
  if (!order) return
  if (open) await deliver(shop, order, 0)
  const seller = cast.sellers.find(({ email }) => email === order.sellerEmail)
  if (!seller) return
  const params = { id: order.id as string }
  yield call(seller, 'earnings.order', { params })
  yield call(buyer, 'returns.options', { params })
  const wanted = random.pick(['refund', 'exchange'])
  const made = yield call(buyer, 'returns.ask', {
    params,
    body: { units: 1, photos: [], wanted, reason: random.pick(['damaged', 'wrong-item', 'changed-mind']) },
  })
  // A broken request may be taken as another one: HEAD, for example, is answered without a body.
  const id = made.status === 200 ? (made.body as { id?: string } | undefined)?.id : undefined
  yield call(buyer, 'order.getCustomer')
  yield call(seller, 'returns.getSeller')
  if (id) yield* handleReturn({ shop, cast, random, number: 0 }, id, buyer, seller)
}

/** Waits a moment for the job that asks the courier to fetch the goods. */
async function isBooked(shop: TestShop, id: string): Promise<boolean> {
  await untilJobsRest(shop)
  return (await returnOf(shop, id))?.state === 'pickup-booked'
}

async function* handleReturn(
  { shop, cast, random }: Stage,
  id: string,
  buyer: Person,
  seller: Person,
): Chain {
  const params = { id }
  const way = random.int(1, 6)
  if (way === 1) {
    yield call(buyer, 'returns.withdraw', { params })
    return
  }
  if (way === 2) {
    yield call(seller, 'returns.dispute', { params })
    yield call(cast.admin, 'admin.returns')
    yield call(cast.admin, 'admin.decideReturn', { params })
  } else if (way === 3) {
    await endReturnClock(shop, id)
    await sweepReturns(shop.running.shop)
  } else {
    yield call(seller, 'returns.accept', { params })
    if (await isBooked(shop, id)) await moveReturnParcel(shop, id, 'Delivered').catch(() => {})
  }
  yield call(seller, 'returns.receive', { params })
  yield call(seller, random.pick(['returns.refund', 'returns.exchange']), { params })
  yield call(seller, 'returns.getSeller')
  yield call(cast.admin, 'admin.returns', { query: { show: 'all' } })
  yield call(buyer, 'order.getCustomer')
}

async function* money({ shop, cast, random }: Stage): Chain {
  const { admin } = cast
  const buyer = random.pick(cast.buyers)
  const orders = listOf(yield call(buyer, 'order.getCustomer', { query: { limit: 200 } }))
  for (const order of orders.filter(({ status }) => status === 'pending').slice(0, 2))
    await deliver(shop, order, 30)
  if (random.chance(0.5)) await settle(shop, dayAgo(random.int(8, 40))).catch(() => {})
  else yield call(admin, 'admin.startSettlementRun')
  yield call(admin, 'admin.settlementRuns')
  yield call(admin, 'admin.settlements')
  yield call(admin, 'admin.payouts')
  yield call(admin, 'admin.makeBankFile')
  yield call(admin, 'admin.bankFiles')
  yield call(admin, 'admin.downloadBankFile')
  yield call(admin, random.pick(['admin.payoutPaid', 'admin.payoutFailed', 'admin.payAgain']))
  const [kept] = orders.filter(({ status }) => status === 'pending' || status === 'completed')
  if (kept) {
    const part = { units: 1, amount: undefined, bears: random.pick(['seller', 'shop']), left: kept.amount }
    yield call(admin, 'admin.refundPart', { params: { id: kept.id }, body: part })
    if (random.chance(0.3)) yield call(admin, 'admin.refundOrder', { params: { id: kept.id } })
  }
  const seller = random.pick(cast.sellers)
  yield call(seller, 'earnings.statements')
  yield call(seller, random.pick(['earnings.statement', 'earnings.statementLines', 'earnings.statementCsv']))
  yield call(admin, 'admin.refunds', { query: { show: 'all' } })
}

async function* selling({ cast, random }: Stage): Chain {
  const seller = random.pick(cast.sellers)
  const made = yield call(seller, 'product.add')
  if (made.status !== 200) return
  const { id } = made.body as { id: string }
  const form = yield call(seller, 'product.getForm', { params: { productId: id } })
  const version = (form.body as { version?: unknown } | undefined)?.version
  yield call(seller, 'product.edit', { params: { productId: id }, body: version ? { version } : {} })
  yield call(seller, 'product.getBySeller')
  if (random.chance(0.2)) yield call(seller, 'product.delete', { params: { id } })
}

async function* suspension({ cast, random }: Stage): Chain {
  const listed = listOf(yield call(cast.admin, 'admin.allCustomers'))
  if (listed.length === 0) return
  const { id } = random.pick(listed)
  yield call(cast.admin, 'admin.suspend', { params: { id } })
  yield call(cast.admin, 'admin.allCustomers', { query: { limit: 200 } })
  yield call(cast.admin, 'admin.reinstate', { params: { id } })
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

/** A visitor becomes a customer, in a browser of their own. */
async function* signUp({ shop, cast, number, random }: Stage): Chain {
  const email = `kanari-visitor0-s${number}@new.hariyali.test`
  const fresh: Person = { ...cast.visitor, client: shop.client(), email }
  const made = yield call(fresh, 'auth.customerSignup', { body: { email } })
  if (made.status !== 200) return
  const otp = await newestCode(shop, email)
  yield call(fresh, 'auth.verifyOtp', { body: { email, otp } })
  yield call(fresh, 'auth.login', { body: { email, password: fresh.password } })
  const signedIn: Person = { ...fresh, role: 'CUSTOMER' }
  yield call(signedIn, 'profile.me')
  const [session] = listOf(yield call(signedIn, 'auth.sessions'))
  if (session && random.chance(0.3)) yield call(signedIn, 'auth.endSessions', { body: { ids: [session.id] } })
  yield call(signedIn, random.pick(['auth.changePassword', 'auth.sessions', 'cart.get', 'auth.logout']))
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
  [9, purchase],
  [5, afterSale],
  [2, money],
  [3, selling],
  [1, suspension],
  [1, categories],
  [2, rates],
  [1, signUp],
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

/** Waits until no job is due: what a job changes is not the doing of a request. False if some are due after two seconds. */
export async function untilJobsRest(shop: TestShop): Promise<boolean> {
  const due = () =>
    shop.db.execute(
      `select 1 from pgboss.job where state = 'active' or state in ('created', 'retry') and start_after <= now() limit 1`,
    )
  for (let tries = 0; tries < 40; tries += 1) {
    if ((await due()).rows.length === 0) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}
