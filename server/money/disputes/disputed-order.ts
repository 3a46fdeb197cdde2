/** For those who send the goods of an order: what its disputes say. */
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

/**
 * What keeps the goods of an order from being sent. Its payment is disputed by the buyer's bank, also by a dispute that came before
 * the payment and is not placed yet; or the whole payment went back, also by refunds at the provider that name no order. The caller
 * holds the lock of the order, which a new dispute and every refund take.
 */
export async function whyNotToSend(
  tx: Tx,
  orderId: string,
): Promise<{ isDisputed: boolean; isPaymentGone: boolean }> {
  return singleRow(
    await tx.query<{ isDisputed: boolean; isPaymentGone: boolean }>(sql`
      select exists (select from disputed_order where order_id = o.id)
          or exists (select from unplaced_dispute where payment_id = p.id) as "isDisputed",
        coalesce(p.amount_paise <= (select sum(r.amount_paise) from refund r
          where r.payment_id = p.id and r.state in ('accepted', 'processed')), false) as "isPaymentGone"
      from placed_order o left join payment p on p.checkout_id = o.checkout_id and p.outcome = 'order'
      where o.id = ${orderId}`),
  )
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
