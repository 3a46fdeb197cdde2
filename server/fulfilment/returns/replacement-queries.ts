/** SQL of replacements: the held pieces, and what becomes of them. */
import type { FallBackReason, ReturnState } from '../../../contract/return-words.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { countsFrom } from '../orders/forward-queries.ts'
import { handOverDays } from './rules.ts'

export async function insertReplacement(
  tx: Tx,
  row: { id: string; requestId: string; units: number },
): Promise<void> {
  await tx.query(sql`
    insert into replacement (id, request_id, units) values (${row.id}, ${row.requestId}, ${row.units})`)
}

/** For an exchange in one of these states, which becomes a refund; an earlier reason stays. */
export async function recordFallBack(
  tx: Tx,
  requestId: string,
  why: FallBackReason,
  states: readonly ReturnState[],
): Promise<void> {
  await tx.query(sql`
    update return_request set fell_back = ${why}
    where id = ${requestId} and wanted = 'exchange' and fell_back is null and state = any(${states}::text[])`)
}

/** The held pieces of a return; undefined where none are held. The caller has moved the return. */
export async function findHeld(
  tx: Tx,
  requestId: string,
): Promise<{ id: string; units: number; orderId: string; sellerId: string } | undefined> {
  const [row] = await tx.query<{ id: string; units: number; orderId: string; sellerId: string }>(sql`
    select x.id, x.units, r.order_id as "orderId", r.seller_id as "sellerId"
    from replacement x join return_request r on r.id = x.request_id where x.request_id = ${requestId} and x.ended_at is null`)
  return row
}

export async function recordRestocked(tx: Tx, requestId: string): Promise<void> {
  await tx.query(sql`update return_request set restocked = true where id = ${requestId}`)
}

/** Whether the seller of a return is suspended. */
export async function isSellerSuspended(tx: Tx, requestId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from return_request r join order_parties p on p.order_id = r.order_id
    where r.id = ${requestId} and p.seller_suspended_at is not null`)
  return rows.length > 0
}

export interface EndedReplacement {
  id: string
  units: number
  handedOver: boolean
  /** Null where the courier was not asked yet. */
  shipmentId: string | null
}

/**
 * Ends the replacement of a return that is refunded. Undefined where there is none that
 * has not ended. The caller returns pieces that were not handed over to the stock.
 */
export async function endReplacement(tx: Tx, requestId: string): Promise<EndedReplacement | undefined> {
  const [row] = await tx.query<EndedReplacement>(sql`
    update replacement set ended_at = now(),
      stock_returned_at = case when handed_over_at is null then now() end
    where request_id = ${requestId} and ended_at is null
    returning id, units, handed_over_at is not null as "handedOver",
      (select s.id from shipment s where s.kind = 'replacement' and s.request_id = replacement.request_id) as "shipmentId"`)
  return row
}

/** The next look at a replacement that waits for a bank. Its time limits begin again, because nobody could send it. */
export async function waitForBank(db: Queryable, requestId: string): Promise<void> {
  await db.query(sql`
    update return_request set updated_at = now(), due_at = now() + ${handOverDays} * interval '1 day'
    where id = ${requestId} and state = 'replacing'`)
}

/** For how long a return has been in its state. */
export async function waitingSeconds(db: Queryable, requestId: string): Promise<number> {
  return singleRow(
    await db.query<{ seconds: number }>(sql`
      select extract(epoch from now() - updated_at)::float8 as seconds from return_request where id = ${requestId}`),
  ).seconds
}

export interface TrackedReplacement {
  id: string
  handedOver: boolean
  ended: boolean
  delivered: boolean
}

/** Locks the replacement of a return; the caller has locked the order. */
export async function lockReplacement(tx: Tx, requestId: string): Promise<TrackedReplacement | undefined> {
  const [row] = await tx.query<TrackedReplacement>(sql`
    select id, handed_over_at is not null as "handedOver", ended_at is not null as ended, delivered_at is not null as delivered
    from replacement where request_id = ${requestId} for no key update`)
  return row
}

export async function recordHandOver(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`update replacement set handed_over_at = now() where id = ${id}`)
}

/** The time for its return counts from here. */
export async function recordDelivered(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.query(sql`
    update replacement set delivered_at = greatest(held_at, ${countsFrom(at)}), ended_at = now() where id = ${id}`)
}
