/** SQL of money that a person looks at. */
import { limits } from '../../contract/limits.ts'
import { singleRow, type Queryable, type Tx } from '../db/client.ts'
import { emptySql, sql } from '../db/sql.ts'
import type { RefundState } from './queries.ts'
import type { AnyRefundReason } from './schedule-refund.ts'

export interface AnyRefundRow {
  id: string
  paymentId: string
  amountPaise: number
  reason: AnyRefundReason
  state: RefundState
  late: boolean
  customerEmail: string
  createdAt: Date
  updatedAt: Date
}

// The specification's refunds are done within seven days; those begin when the provider has it.
const late = sql`(r.state = 'failed' or (r.state = 'scheduled' and r.created_at < now() - interval '1 hour')
    or (r.state = 'accepted' and coalesce(r.accepted_at, r.created_at) < now() - interval '7 days'))`

export interface RefundFilter {
  show: 'late' | 'all'
  q?: string | undefined
}

const whereFilter = ({ show, q }: RefundFilter) => sql`
  from refund r join payment p on p.id = r.payment_id join checkout c on c.id = p.checkout_id
  join account a on a.id = c.customer_id
  where ${show === 'late' ? late : sql`true`} ${q ? sql`and (r.payment_id = ${q} or a.email = ${q.toLowerCase()})` : emptySql}`

export async function refunds(
  db: Queryable,
  filter: RefundFilter,
  limit: number,
  before: string,
): Promise<AnyRefundRow[]> {
  return db.query(sql`
    select r.id, r.payment_id as "paymentId", r.amount_paise as "amountPaise", r.reason, r.state, ${late} as late,
      a.email as "customerEmail", r.created_at as "createdAt", r.updated_at as "updatedAt"
    ${whereFilter(filter)} and r.id < ${before} order by r.id desc limit ${limit}`)
}

export async function countRefunds(db: Queryable, filter: RefundFilter): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(
      sql`select count(*) as count from (select ${whereFilter(filter)} limit ${limits.countFiltered}) as counted`,
    ),
  ).count
}

export type TroubledRefund = Pick<AnyRefundRow, 'paymentId' | 'amountPaise' | 'state' | 'late'> & {
  /** The provider is being asked for it, or was and has not answered. */
  asking: boolean
}

// Longer than any answer of the provider is waited for.
const asking = sql`(r.asked_at is not null and r.provider_refund_id is null and r.asked_at > now() - interval '1 minute')`

/** Locked; undefined for an unknown one. The payment, if any, is locked before it (`lockPayment`). */
export async function lockRefund(tx: Tx, id: string): Promise<TroubledRefund | undefined> {
  const [row] = await tx.query<TroubledRefund>(sql`
    select r.payment_id as "paymentId", r.amount_paise as "amountPaise", r.state, ${late} as late, ${asking} as asking
    from refund r where r.id = ${id} for update`)
  return row
}

export async function settleByHand(tx: Tx, id: string, note: string): Promise<void> {
  await tx.query(sql`
    update refund set state = 'processed', settled_note = ${note}, updated_at = now() where id = ${id}`)
}

export interface UnmatchedRow {
  id: string
  providerOrderId: string
  event: string
  times: number
  firstSeenAt: Date
  lastSeenAt: Date
}

/** The provider repeats itself: one row an order. A notice after somebody saw to it brings it back. */
export async function insertUnmatched(
  db: Queryable,
  row: { id: string; providerOrderId: string; event: string },
): Promise<void> {
  await db.query(sql`
    insert into unmatched_payment as u (id, provider_order_id, event) values (${row.id}, ${row.providerOrderId}, ${row.event})
    on conflict (provider_order_id) do update
    set event = excluded.event, times = u.times + 1, last_seen_at = now(), resolved_at = null,
      next_check_at = now() + interval '1 minute'`)
}

/** The wait doubles with the age, from one minute on; after seven days only a person can tell. */
export async function takeDueForReceipt(
  db: Queryable,
  limit: number,
): Promise<{ providerOrderId: string }[]> {
  return db.query(sql`
    update unmatched_payment set next_check_at = case when last_seen_at > now() - interval '7 days'
      then now() + greatest(now() - last_seen_at, interval '1 minute') end
    where id in (select id from unmatched_payment where next_check_at <= now() and resolved_at is null
      order by next_check_at limit ${limit} for update skip locked)
    returning provider_order_id as "providerOrderId"`)
}

export async function markSettled(db: Queryable, providerOrderId: string): Promise<void> {
  await db.query(sql`
    update unmatched_payment set resolved_at = now(), resolved_note = 'Found by its receipt and settled.'
    where provider_order_id = ${providerOrderId} and resolved_at is null`)
}

// A notice may be quicker than the answer that tells us the order's id: then it has its checkout by now.
const open = sql`from unmatched_payment u where u.resolved_at is null
    and not exists (select from checkout c where c.provider_order_id = u.provider_order_id)`

export async function unmatched(
  db: Queryable,
  q: string | undefined,
  limit: number,
  before: string,
): Promise<UnmatchedRow[]> {
  return db.query(sql`
    select u.id, u.provider_order_id as "providerOrderId", u.event, u.times, u.first_seen_at as "firstSeenAt",
      u.last_seen_at as "lastSeenAt"
    ${open} ${q ? sql`and u.provider_order_id = ${q}` : emptySql} and u.id < ${before} order by u.id desc limit ${limit}`)
}

export async function countUnmatched(db: Queryable, q: string | undefined): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(
      sql`select count(*) as count ${open} ${q ? sql`and u.provider_order_id = ${q}` : emptySql}`,
    ),
  ).count
}

export async function markResolved(tx: Tx, providerOrderId: string, note: string): Promise<boolean> {
  const rows = await tx.query(sql`
    update unmatched_payment set resolved_at = now(), resolved_note = ${note}
    where provider_order_id = ${providerOrderId} and resolved_at is null returning 1`)
  return rows.length > 0
}
