/** For those who send the goods of an order: what its disputes say. */
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

/**
 * Whether the buyer's bank disputes its payment, also by a dispute that came before the payment and is not placed yet. The caller
 * holds the locks of the payment's orders, which a new dispute takes.
 */
export async function isOrderDisputed(tx: Tx, orderId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from disputed_order where order_id = ${orderId}
    union all
    select from placed_order o join payment p on p.checkout_id = o.checkout_id and p.outcome = 'order'
    join unplaced_dispute u on u.payment_id = p.id where o.id = ${orderId}
    limit 1`)
  return rows.length > 0
}

/** When its last dispute ended; null where there was none. */
export async function disputeEndedAt(db: Queryable, orderId: string): Promise<Date | null> {
  return singleRow(
    await db.query<{ endedAt: Date | null }>(sql`
      select max(d.updated_at) as "endedAt" from dispute_order o join dispute d on d.id = o.dispute_id
      where o.order_id = ${orderId} and not d.is_open`),
  ).endedAt
}

/** Whether refunds of the order wait, because its payment is disputed, for this order or another one. */
export async function doRefundsWait(tx: Tx, orderId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from placed_order o join payment p on p.checkout_id = o.checkout_id and p.outcome = 'order'
    join dispute d on d.payment_id = p.id where o.id = ${orderId} and d.is_open limit 1`)
  return rows.length > 0
}
