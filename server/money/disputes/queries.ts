/** SQL of disputes. Each change of what the provider has taken is recorded in the ledger by the same function. */
import type { DisputeKind, DisputeState } from '../../../contract/admin-disputes.ts'
import { singleRow, type Queryable, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ProviderDispute } from '../../platform/providers/payments/provider.ts'
import { recordDisputedMoney } from '../ledger/dispute-entries.ts'
import type { KnownDispute } from './rules.ts'

export interface DisputeRow extends KnownDispute {
  id: string
  paymentId: string
  amountPaise: number
  reasonCode: string
  kind: DisputeKind
  phase: string
  raisedAt: Date
  isOpen: boolean
  countedAt: Date | null
  entries: number
  /** How often it was opened again. */
  reopened: number
}

const columns = sql`d.id, d.payment_id as "paymentId", d.amount_paise as "amountPaise", d.taken_paise as "takenPaise",
  d.reason_code as "reasonCode", d.kind, d.phase, d.state, d.respond_by as "respondBy", d.raised_at as "raisedAt",
  d.is_open as "isOpen", d.counted_at as "countedAt", d.entries, d.reopened`

/** The caller holds the lock of its payment, which every change of a dispute takes. */
export async function readDispute(db: Queryable, id: string): Promise<DisputeRow | undefined> {
  const [row] = await db.query<DisputeRow>(sql`select ${columns} from dispute d where d.id = ${id}`)
  return row
}

export async function insertDispute(
  tx: Tx,
  reported: ProviderDispute,
  kind: DisputeKind,
  next: KnownDispute,
): Promise<void> {
  const { id, paymentId, amountPaise, reasonCode, phase, raisedAt } = reported
  await tx.query(sql`
    insert into dispute (id, payment_id, amount_paise, reason_code, kind, phase, state, respond_by, raised_at)
    values (${id}, ${paymentId}, ${amountPaise}, ${reasonCode}, ${kind}, ${phase}, 'open', ${next.respondBy}, ${raisedAt})`)
  await updateDispute(tx, { id, paymentId, takenPaise: 0, entries: 0 }, next)
}

export async function updateDispute(
  tx: Tx,
  before: Pick<DisputeRow, 'id' | 'paymentId' | 'takenPaise' | 'entries'>,
  next: KnownDispute,
): Promise<void> {
  const amountPaise = next.takenPaise - before.takenPaise
  const no = before.entries + (amountPaise === 0 ? 0 : 1)
  await tx.query(sql`
    update dispute set state = ${next.state}, taken_paise = ${next.takenPaise}, respond_by = ${next.respondBy},
      entries = ${no}, asked_at = now(), updated_at = now() where id = ${before.id}`)
  await recordDisputedMoney(tx, before, { no, amountPaise })
}

/** It needs an answer of its own. The caller stores its state. */
export async function reopenDispute(
  tx: Tx,
  { id, phase }: Pick<ProviderDispute, 'id' | 'phase'>,
): Promise<void> {
  await tx.query(sql`
    update dispute set reopened = reopened + 1, phase = ${phase}, answer = null, answer_words = null, answered_at = null
    where id = ${id}`)
}

export async function markAsked(tx: Tx, id: string, contradictedBy: DisputeState | null): Promise<void> {
  await tx.query(sql`
    update dispute set asked_at = now(), contradicted_by = coalesce(${contradictedBy}, contradicted_by) where id = ${id}`)
}

/** An order of a disputed payment. Paise. */
export interface DisputedOrder {
  orderId: string
  number: string
  sellerId: string
  sellerEmail: string
  sellerCompany: string
  /** Not paid back yet: what is left, and refunds that were decided and not made. */
  unpaidPaise: number
}

const waiting = sql`coalesce((select sum(r.amount_paise) from refund r
    where r.order_id = o.id and r.state in ('scheduled', 'failed')), 0)`

/** The orders that the payment bought, oldest first; none where it bought nothing. */
export async function ordersOfPayment(db: Queryable, paymentId: string): Promise<DisputedOrder[]> {
  return db.query(sql`
    select o.id as "orderId", o.number, s.id as "sellerId", s.email as "sellerEmail", s.company_name as "sellerCompany",
      (o.amount_paise - o.refunded_paise + ${waiting})::bigint as "unpaidPaise"
    from payment p join placed_order o on o.checkout_id = p.checkout_id join payee s on s.id = o.seller_id
    where p.id = ${paymentId} and p.outcome = 'order' order by o.id`)
}

/** Stores the shares with the rule of the day on which each order was placed. */
export async function insertShares(
  tx: Tx,
  disputeId: string,
  kind: DisputeKind,
  shares: readonly { orderId: string; sharePaise: number }[],
): Promise<void> {
  await tx.query(sql`
    insert into dispute_order (dispute_id, order_id, share_paise, bears_undelivered, bears_delivered)
    select ${disputeId}, o.id, n.share, dispute_bearer_for(${kind}, false, d.day), dispute_bearer_for(${kind}, true, d.day)
    from unnest(${shares.map(({ orderId }) => orderId)}::uuid[], ${shares.map(({ sharePaise }) => sharePaise)}::bigint[])
      as n (order_id, share) join placed_order o on o.id = n.order_id
    cross join lateral (select (o.created_at at time zone 'Asia/Kolkata')::date as day) d
    where n.share > 0`)
}

export async function isDisputed(db: Queryable, paymentId: string): Promise<boolean> {
  return singleRow(
    await db.query<{ disputed: boolean }>(sql`
      select exists (select from dispute where payment_id = ${paymentId} and is_open) as disputed`),
  ).disputed
}

/** Refunds that waited for the end of a dispute. */
export async function waitingRefunds(tx: Tx, paymentId: string): Promise<{ id: string }[]> {
  return tx.query(
    sql`select id from refund where payment_id = ${paymentId} and state = 'scheduled' order by id`,
  )
}

/** The disputes of which the end is not known, and that nobody asked about for so many seconds; the longest first. */
export async function disputesToAsk(db: Queryable, seconds: number): Promise<{ id: string }[]> {
  return db.query(sql`
    select id from dispute where is_open and counted_at is null and state <> 'lost'
      and asked_at < now() - ${seconds} * interval '1 second'
    order by asked_at limit 100`)
}

/** Lost ones whose job was given up. */
export async function disputesToCount(db: Queryable): Promise<{ id: string }[]> {
  return db.query(sql`
    select id from dispute where is_open and state = 'lost' and updated_at < now() - interval '10 minutes' limit 100`)
}

export async function markCounted(tx: Tx, id: string, twicePaise: number): Promise<void> {
  await tx.query(sql`
    update dispute set counted_at = now(), twice_paise = ${twicePaise}, updated_at = now() where id = ${id}`)
}

/** Who bears the share `n` of an order `o`, by the present state of its parcel. The shop bears what its courier lost. */
export const bearer = sql`case when o.is_gone then 'shop' when o.delivery_date is null then n.bears_undelivered
    else n.bears_delivered end`

export interface ShareRow {
  orderId: string
  sharePaise: number
  /** Who bears it, as the parcel is now. */
  bears: 'seller' | 'shop'
  unpaidPaise: number
}

/** The orders of a lost dispute, in their order of locks. */
export async function readShares(tx: Tx, disputeId: string): Promise<ShareRow[]> {
  return tx.query(sql`
    select o.id as "orderId", n.share_paise as "sharePaise",
      ${bearer} as bears,
      (o.amount_paise - o.refunded_paise + ${waiting})::bigint as "unpaidPaise"
    from dispute_order n join placed_order o on o.id = n.order_id where n.dispute_id = ${disputeId} order by o.id`)
}

/** What banks took of a payment although its buyer had been refunded it. */
export async function paiseTakenTwice(db: Queryable, paymentId: string): Promise<number> {
  return singleRow(
    await db.query<{ paise: number }>(sql`
      select coalesce(sum(twice_paise), 0)::bigint as paise from dispute where payment_id = ${paymentId}`),
  ).paise
}
