/** What an administrator does with money: settlements and payouts, the bank's file and its reply, refunds that hang or fail. */
import { addDays, dayOf } from '../../server/platform/calendar.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { ageRefunds } from '../setup/clock.ts'
import { paymentFault, stopPaymentFaults } from '../setup/providers.ts'
import { courierSays, dayAgo, daysAgo, settle } from '../setup/settling.ts'
import type { TestShop } from '../setup/shop.ts'
import type { Random } from './random.ts'
import { deliver, purchase } from './sale-chains.ts'
import { call, type Chain, listOf, type Stage, told, untilJobsRest } from './steps.ts'

/** Orders that a settlement is to find were delivered so many days ago: no return is possible any more. */
const deliveredDaysAgo = 400
/** The first settlement is up to the day so many days ago; each later one is up to a later day. */
const firstRunDaysAgo = 290

/** The day up to which the sellers are settled at this request: a day before that of the newest run is refused. */
export const runDay = (number: number): string =>
  dayAgo(Math.max(8, firstRunDaysAgo - Math.floor(number / 100)))

/** The query of a list that is not searched, and is longer than a page. */
const whole = { limit: 200, q: undefined, search: undefined, state: undefined, cursor: undefined }

interface UntouchedOrder {
  id: string
  amountPaise: number
}

/** Orders on which nothing has happened since they were bought, newest first. */
async function untouchedOrders({ db }: TestShop, count: number): Promise<UntouchedOrder[]> {
  return db.query(sql`
    select id, amount_paise as "amountPaise" from orders where status in ('pending', 'processing') and refunded_paise = 0 order by id desc limit ${count}`)
}

/** The next day after that of the newest run; undefined once there is none that has ended. */
async function nextRunDay({ db }: TestShop, number: number): Promise<string | undefined> {
  const [row] = await db.query<{ upTo: string | null }>(
    sql`select max(up_to)::text as "upTo" from settlement_run`,
  )
  const after = row?.upTo ? addDays(row.upTo, 1) : ''
  const day = after > runDay(number) ? after : runDay(number)
  return day < dayOf(new Date()) ? day : undefined
}

/** The provider stops paying to its linked accounts, so that the next payouts are made by the bank. */
const suspendRoute = ({ db }: TestShop) => db.query(sql`update route_account set status = 'suspended'`)

/** A seller whose details were changed has no payout for three days, which is the rest of a run. */
const passHolds = ({ db }: TestShop) =>
  db.query(
    sql`update payout_hold set began_at = began_at - interval '4 days', until = until - interval '4 days' where until > now()`,
  )

export async function* payouts(stage: Stage): Chain {
  const { shop, cast, random, number } = stage
  const { admin } = cast
  if (random.chance(0.7)) await passHolds(shop)
  if ((await untouchedOrders(shop, 2)).length < 2) yield* purchase(stage)
  const [one, ...others] = await untouchedOrders(shop, 10)
  for (const order of one ? [one, ...others.slice(-1)] : []) await deliver(shop, order, deliveredDaysAgo)
  await disturbRoute(shop, random)
  if (random.chance(0.5)) {
    const listed = listOf(yield call(admin, 'admin.allSellers', { query: whole }))
    const { email } = random.pick(cast.sellers)
    const seller = listed.find((one) => one.email === email)
    if (seller) yield call(admin, 'admin.linkRouteAccount', { params: { id: seller.id } })
  }
  const upTo = await nextRunDay(shop, number)
  if (upTo && random.chance(0.5)) await settle(shop, upTo).catch(() => {})
  else {
    yield call(admin, 'admin.startSettlementRun', { body: upTo ? { upTo } : {} })
    await untilJobsRest(shop)
  }
  const [run] = listOf(yield call(admin, 'admin.settlementRuns', { query: whole }))
  if (!run) return
  yield call(admin, 'admin.settlements')
  const file = told(yield call(admin, 'admin.makeBankFile', { params: { id: run.id } }))
  yield call(admin, 'admin.bankFiles')
  yield call(admin, 'admin.downloadBankFile', file.id === undefined ? {} : { params: { id: file.id } })
  yield* endPayouts(stage, run.id)
  const seller = random.pick(cast.sellers)
  yield call(seller, 'earnings.statements')
  yield call(seller, random.pick(['earnings.statement', 'earnings.statementLines', 'earnings.statementCsv']))
}

/** Most payouts are left to the bank, and some transfers fail. */
async function disturbRoute(shop: TestShop, random: Random): Promise<void> {
  if (random.chance(0.7)) await suspendRoute(shop)
  if (random.chance(0.3)) await paymentFault(shop, 'transfers.process', 'error-500')
}

/** The bank pays some payouts of a run and refuses others, by its reply or its word; what failed is paid again. */
async function* endPayouts({ cast, random, number }: Stage, runId: string): Chain {
  const { admin } = cast
  const listed = listOf(yield call(admin, 'admin.payouts', { query: { runId, ...whole } }))
  const ends = listed
    .filter(({ state }) => state === 'in-file' || state === 'ready')
    .map((payout) => ({
      payout,
      utr: `HDFC${payout.bankReference}N${String(number).padStart(7, '0')}`,
      end: random.pick(['paid', 'failed']),
      byReply: payout.state === 'in-file' && random.chance(0.5),
    }))
  const rows = ends
    .filter(({ byReply }) => byReply)
    .map(({ payout, utr, end }) => `${payout.bankReference},${utr},${payout.amount.toFixed(2)},${end}`)
  if (rows.length > 0) {
    const csv = `Reference,UTR,Amount,Status\n${rows.join('\n')}\n`
    yield call(admin, 'admin.uploadBankReply', { body: { csv } })
  }
  for (const { payout, utr, end, byReply } of ends) {
    const params = { id: payout.id }
    if (!byReply && end === 'paid') yield call(admin, 'admin.payoutPaid', { params, body: { utr } })
    // Also what was paid may come back from the bank of the seller.
    if (end === 'failed' ? !byReply : random.chance(0.3)) yield call(admin, 'admin.payoutFailed', { params })
    if (end === 'failed' || random.chance(0.7))
      yield call(admin, 'admin.payAgain', { params, body: { method: 'bank' } })
  }
  yield call(admin, 'admin.exceptions')
  yield call(admin, 'admin.payouts', { query: whole })
}

/** The courier lost a parcel, or a part of an order goes back; the provider may refuse the refund, or fail to make it. */
export async function* refunds(stage: Stage): Chain {
  const { shop, cast, random } = stage
  const { admin } = cast
  if ((await untouchedOrders(shop, 1)).length === 0) {
    yield* purchase(stage)
    await untilJobsRest(shop)
  }
  const orders = await untouchedOrders(shop, 10)
  if (orders.length === 0) return
  const order = random.pick(orders)
  const params = { id: order.id }
  const trouble = random.pick(['none', 'refused', 'refused', 'failed'])
  try {
    if (trouble === 'refused') await paymentFault(shop, 'refunds.create', 'refuse-400', { times: 1_000 })
    if (trouble === 'failed') await paymentFault(shop, 'refunds.process', 'error-500')
    if (random.chance(0.2)) {
      const left = order.amountPaise / 100
      const part = { units: 1, amount: undefined, bears: random.pick(['seller', 'shop']), left }
      await deliver(shop, order, 0)
      yield call(admin, 'admin.refundPart', { params, body: part })
    } else {
      await courierSays(shop, order.id, 'shipped', daysAgo(9)).catch(() => {})
      await courierSays(shop, order.id, 'lost', daysAgo(1)).catch(() => {})
      const { status } = yield call(admin, 'admin.refundOrder', { params })
      if (status !== 200) return
    }
    if (trouble === 'none') return
    if (trouble === 'refused') await untilJobsRest(shop)
    yield* seeToRefund(stage, order.id, trouble)
  } finally {
    await stopPaymentFaults(shop)
  }
}

/** The refund of this order hangs for days or has failed: it is tried again, or paid by hand. */
async function* seeToRefund({ shop, cast, random }: Stage, orderId: string, trouble: string): Chain {
  const { admin } = cast
  const refund = await refundOf(shop, orderId, trouble === 'failed' ? 'failed' : 'scheduled')
  if (!refund) return
  await ageRefunds(shop, refund.paymentId)
  yield call(admin, 'admin.refunds')
  const params = { id: refund.id }
  if (trouble === 'refused' && random.chance(0.6)) {
    const isMade = random.chance(0.3)
    if (isMade) await stopPaymentFaults(shop)
    yield call(admin, 'admin.retryRefund', { params })
    if (isMade) return
  }
  yield call(admin, 'admin.settleRefund', { params })
  yield call(admin, 'admin.refunds', { query: { show: 'all' } })
}

/** The refund of an order once it is in this state; undefined if it is in another one for two seconds. */
async function refundOf(
  { db }: TestShop,
  orderId: string,
  state: string,
): Promise<{ id: string; paymentId: string } | undefined> {
  for (let tries = 0; tries < 40; tries += 1) {
    const [row] = await db.query<{ id: string; paymentId: string }>(sql`
      select id, payment_id as "paymentId" from refund where order_id = ${orderId} and state = ${state} limit 1`)
    if (row) return row
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return undefined
}
