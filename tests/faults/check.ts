/** What must hold when the faults have stopped: invariants, acknowledged answers, one mail an order, and equal ledgers. */
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '../../server/platform/db/connection-errors.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { makeCheckoutsDue, makeParcelsDue, makeReturnsDue } from '../setup/clock.ts'
import { brokenInvariants } from '../setup/invariants.ts'
import type { PaymentLedger } from '../setup/providers.ts'
import type { Mail } from '../setup/shop.ts'
import type { World } from './world.ts'

/** What a sweep and the queue would do in the next hours, now. Jobs of a process that was killed are given to others. */
export async function letTimePass({ cluster: { db } }: World): Promise<void> {
  await makeCheckoutsDue({ db })
  await db.query(
    sql`update checkout set next_check_at = now() where state in ('expired', 'replaced') and provider_order_id is not null`,
  )
  await makeParcelsDue({ db })
  await makeReturnsDue({ db })
  await db.query(sql`update pgboss.job set start_after = now() where state = 'retry'`)
  // The queue does this itself once a job has been active for longer than it may.
  await db.query(sql`
    update pgboss.job set state = 'retry', start_after = now()
    where state = 'active' and started_on < now() - interval '5 seconds'`)
}

/** The provider's own books. */
export const providerLedger = ({ cluster }: World): Promise<ProviderBooks> =>
  cluster.kit('/sandbox/payments/ledger.json', undefined, 'GET')

interface ProviderBooks extends PaymentLedger {
  transfers: { id: string; status: string; amount: number; amount_reversed: number }[]
  webhooks: { id: string; state: string; isForged?: boolean; lastStatus: number | null }[]
}

const tookMoney = (payment: { captured: boolean }) => payment.captured

/** Whatever is still under way. Empty when the shop has come to rest. */
async function underWay(world: World): Promise<string[]> {
  const { db } = world.cluster
  const { payments, webhooks } = await providerLedger(world)
  const known = await db.query<{ id: string }>(sql`select id from payment`)
  const ids = new Set(known.map(({ id }) => id))
  const jobs = await db.query<{ name: string; state: string; why: string | null }>(sql`
    select name, state::text, output ->> 'message' as why from pgboss.job j
    where state in ('created', 'retry', 'active') and name = any(${ours}::text[]) and not ${waitsForPerson}`)
  const [row] = await db.query<{ refunds: number; payouts: number; runs: number }>(sql`
    select (select count(*) from refund where state in ('scheduled', 'accepted')) as refunds,
      (select count(*) from payout where state = 'sending') as payouts,
      (select count(*) from settlement_run where state = 'running') as runs`)
  return [
    ...payments
      .filter((one) => tookMoney(one) && !ids.has(one.id))
      .map(({ id }) => `payment ${id} is unknown`),
    ...webhooks.filter(({ state }) => state === 'pending').map(({ id }) => `webhook ${id} waits`),
    ...jobs.map(({ name, state, why }) => `job ${name} (${state}): ${why ?? 'no error'}`),
    ...Object.entries(row ?? {}).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : [])),
  ]
}
/** The courier has fetched a withdrawn shipment before it was told: it is asked about, and an administrator knows of it. */
const waitsForPerson = sql`(j.name = 'continue-shipment' and exists (
    select from orders o where o.id = (j.data ->> 'orderId')::uuid and o.needs_attention is not null))`

/** The queues that move money or goods, or tell a person of it. */
const ours = [
  'send-mail',
  'send-notice',
  'refund-payment',
  'payment-webhook',
  'flag-orders-in-doubt',
  'give-coupon-back',
  'continue-shipment',
  'settle-sellers',
  'send-payout',
]

/**
 * Lets at least two sweeps run, and as many more as the shop needs to rest; returns what is still under way when nothing has come
 * to an end for `seconds`: a slow machine may need longer than that for a long queue.
 */
export async function comeToRest(world: World, seconds = 60): Promise<string[]> {
  await world.cluster.db.query(sql`
    update checkout set hold_expires_at = now() - interval '10 minutes', next_check_at = now() where state = 'open'`)
  // A parcel of cancelled pieces is not asked for any more once whoever was booking it must be done.
  await world.cluster.db.query(sql`update shipment set withdrawn_at = withdrawn_at - interval '10 minutes'`)
  let calm = 0
  let left: string[] = []
  let fewest = Infinity
  for (let end = Date.now() + seconds * 1_000; Date.now() < end && calm < 2;) {
    // The nodes work on the same rows: what loses a deadlock passes the next time.
    await letTimePass(world).catch((error: unknown) => {
      if (codeOf(error) !== '40P01') throw error
    })
    await sleep(1_300)
    left = await underWay(world)
    calm = left.length === 0 ? calm + 1 : 0
    if (left.length < fewest) {
      fewest = left.length
      end = Date.now() + seconds * 1_000
    }
  }
  return left
}

/** Every sentence is a fault that the run has found. */
export async function findBroken(world: World): Promise<string[]> {
  return [
    ...(await brokenInvariants(world.cluster.db)).map(
      ({ invariant, id }) => `invariant: ${invariant} (${id})`,
    ),
    ...(await lostAnswers(world)),
    ...(await ordersOfAnotherPurchase(world)),
    ...(await wrongStock(world)),
    ...(await wrongMails(world)),
    ...(await unequalLedgers(world)),
    ...(await wrongEvents(world)),
    ...(await wrongParcels(world)),
  ]
}

/** What was answered with success and is not there. */
async function lostAnswers({ cluster: { db }, acknowledged, history }: World): Promise<string[]> {
  const missing = async (what: string, wanted: Iterable<string>, found: readonly { id: string }[]) => {
    const stored = new Set(found.map(({ id }) => id))
    return [...wanted].filter((id) => !stored.has(id)).map((id) => `acknowledged ${what} ${id} is lost`)
  }
  const paidFor = history
    .filter(({ path, status }) => path === '/private/order/payment/verify' && status === 200)
    .map(({ body }) => (body as { razorpay_payment_id: string }).razorpay_payment_id)
  const paid = [...acknowledged.payouts].map(([id, utr]) => `${id} ${utr}`)
  return [
    ...(await missing('order', acknowledged.orders, await db.query(sql`select id from orders`))),
    ...(await missing('payment', paidFor, await db.query(paidOrders))),
    ...(await missing('return', acknowledged.returns, await db.query(sql`select id from return_request`))),
    ...(await missing(
      'payout',
      paid,
      await db.query(sql`select id || ' ' || utr as id from payout where state = 'paid'`),
    )),
    ...(await missing(
      'cancellation of',
      acknowledged.cancelled,
      await db.query(sql`select order_id as id from cancellation`),
    )),
  ]
}

/** Who has just paid is told of what that payment bought, and not of something earlier. */
async function ordersOfAnotherPurchase({
  cluster: { db },
  acknowledged: { bought },
}: World): Promise<string[]> {
  const rows = await db.query<{ id: string; providerOrder: string | null }>(sql`
    select o.id, c.provider_order_id as "providerOrder" from orders o join checkout c on c.id = o.checkout_id`)
  const boughtBy = new Map(rows.map(({ id, providerOrder }) => [id, providerOrder]))
  return [...bought].flatMap(([order, ids]) => [
    ...(ids.length === 0 ? [`after ${order} was paid, order/create refused`] : []),
    ...ids
      .filter((id) => boughtBy.get(id) !== order)
      .map((id) => `after ${order} was paid, order/create answered ${id} of another purchase`),
  ])
}

/** Payments whose checkout became orders, by this payment or by another one, which is told as a success as well. */
const paidOrders = sql`select p.id from payment p join checkout c on c.id = p.checkout_id where c.state = 'completed'`

/** Units + held + sold − put back = the stock at the beginning. */
async function wrongStock({ cluster: { db }, products, stock }: World): Promise<string[]> {
  const rows = await db.query<{ id: string; units: number; held: number; sold: number }>(sql`
    select p.id, p.units,
      (select coalesce(sum(h.quantity), 0) from held_units h where h.product_id = p.id) as held,
      (select coalesce(sum(o.quantity - o.cancelled_units - coalesce((select sum(r.units) from return_request r
          where r.order_id = o.id and r.restocked), 0)), 0)
        from orders o join checkout c on c.id = o.checkout_id
        where o.product_id = p.id and c.state = 'completed') as sold
    from product p where p.id = any(${products.map(({ id }) => id)}::uuid[])`)
  return rows
    .filter(({ units, held, sold }) => units + held + sold !== stock)
    .map(
      ({ id, units, held, sold }) => `stock of ${id}: ${units} + ${held} held + ${sold} sold is not ${stock}`,
    )
}

/** One confirmation for each paid checkout: copies after a crash have the same Message-ID. */
async function wrongMails({ cluster }: World): Promise<string[]> {
  const mails: Mail[] = await cluster.kit('/dev/mailbox.json', undefined, 'GET')
  const confirmed = new Map<string, Set<string>>()
  for (const { subject, messageId, to } of mails) {
    if (!subject.endsWith('order is placed')) continue
    const checkout = /^<order-([\w-]+)@/.exec(messageId)?.[1] ?? `${messageId} to ${to}`
    confirmed.set(checkout, (confirmed.get(checkout) ?? new Set()).add(messageId))
  }
  const completed = await cluster.db.query<{ id: string }>(sql`
    select c.id from checkout c where c.state = 'completed' order by c.completed_seq desc limit 150`)
  const known = new Set(
    (await cluster.db.query<{ id: string }>(sql`select id from checkout where state = 'completed'`)).map(
      ({ id }) => id,
    ),
  )
  return [
    ...completed.filter(({ id }) => !confirmed.has(id)).map(({ id }) => `checkout ${id} has no confirmation`),
    ...[...confirmed.keys()].filter((id) => !known.has(id)).map((id) => `a confirmation of no order: ${id}`),
    ...[...confirmed]
      .filter(([, ids]) => ids.size > 1)
      .map(([id]) => `checkout ${id} has several confirmations`),
  ]
}

/** An event that arrived many times had one effect, and a forged one had none. */
async function wrongEvents(world: World): Promise<string[]> {
  const { webhooks } = await providerLedger(world)
  const [row] = await world.cluster.db.query<{ stored: number }>(
    sql`select count(*) as stored from webhook_event where provider = 'payment'`,
  )
  const genuine = new Set(webhooks.filter((one) => !one.isForged).map(({ id }) => id.split('#', 1)[0]))
  const believed = webhooks.filter((one) => one.isForged && one.state === 'delivered')
  return [
    ...believed.map(({ id }) => `the forged webhook ${id} was answered with success`),
    // The provider forgets finished webhooks: what it still knows is no upper limit then.
    ...(webhooks.length < 2_000 && (row?.stored ?? 0) > genuine.size
      ? [`${row?.stored} webhooks were stored of ${genuine.size} events`]
      : []),
  ]
}

/** No order has two parcels at the courier. */
async function wrongParcels({ cluster }: World): Promise<string[]> {
  const { parcels } = (await cluster.kit('/sandbox/courier/ledger.json', undefined, 'GET')) as {
    parcels: { id: string; cancelled: boolean }[]
  }
  const rows = await cluster.db.query<{ reference: string }>(sql`
    select reference from shipment where withdrawn_at is null or handed_over_at is not null`)
  const wanted = new Set(rows.map(({ reference }) => reference))
  return parcels
    .filter(({ id, cancelled }) => !cancelled && !wanted.has(id))
    .map(({ id }) => `the courier has a parcel of no order: ${id}`)
}

/** Payment by payment, and payout by payout: what the provider keeps is what our ledger says that it keeps. */
async function unequalLedgers(world: World): Promise<string[]> {
  const { payments, refunds, orders, transfers } = await providerLedger(world)
  const ours = await world.cluster.db.query<{
    id: string
    paise: number
    outcome: string
    checkoutId: string
  }>(sql`
    select p.id, p.outcome, p.checkout_id as "checkoutId", coalesce((select sum(l.amount_paise) from journal_entry e
      join posting l on l.entry_id = e.id where e.payment_id = p.id and l.account = 'provider' and e.kind <> 'provider-charge'), 0) as paise
    from payment p`)
  const byId = new Map(ours.map((row) => [row.id, row]))
  const back = new Map<string, number>()
  for (const { payment_id: id, amount, status } of refunds)
    if (status === 'processed') back.set(id, (back.get(id) ?? 0) + amount)
  const broken: string[] = []
  const keeping = new Map<string, string[]>()
  const receiptOf = new Map(orders.map(({ id, receipt }) => [id, receipt]))
  for (const payment of payments.filter(tookMoney)) {
    const kept = payment.amount - (back.get(payment.id) ?? 0)
    const own = byId.get(payment.id)
    if (own?.paise !== kept)
      broken.push(`payment ${payment.id}: the provider keeps ${kept}, our ledger says ${own?.paise}`)
    if (kept > 0 && own?.outcome !== 'order') broken.push(`payment ${payment.id} bought nothing and is kept`)
    const receipt = receiptOf.get(payment.order_id) ?? payment.order_id
    if (kept > 0) keeping.set(receipt, [...(keeping.get(receipt) ?? []), payment.id])
  }
  for (const [receipt, ids] of keeping)
    if (ids.length > 1) broken.push(`checkout ${receipt} is charged ${ids.length} times`)
  const [sum] = await world.cluster.db.query<{ paise: number }>(
    sql`select coalesce(sum(p.amount_paise), 0) as paise from posting p join journal_entry e on e.id = p.entry_id
      where p.account = 'provider' and e.kind <> 'provider-charge'`,
  )
  const moved = transfers
    .filter(({ status }) => status !== 'failed' && status !== 'pending')
    .reduce((all, { amount, amount_reversed: reversed }) => all + amount - reversed, 0)
  const kept = payments
    .filter(tookMoney)
    .reduce((all, { id, amount }) => all + amount - (back.get(id) ?? 0), 0)
  if (sum?.paise !== kept - moved)
    broken.push(`the provider has ${kept - moved} paise, our ledger says ${sum?.paise}`)
  return broken
}
