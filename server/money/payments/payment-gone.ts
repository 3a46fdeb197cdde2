/** For those who send the goods of an order. */
import type { Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

/**
 * Whether the whole payment of an order went back, also by refunds at the provider that name no order. The caller holds the lock
 * of the order, which every refund takes.
 */
export async function isPaymentGone(tx: Tx, orderId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from placed_order o join payment p on p.checkout_id = o.checkout_id and p.outcome = 'order'
    where o.id = ${orderId} and p.amount_paise <= (
      select sum(r.amount_paise) from refund r where r.payment_id = p.id and r.state in ('accepted', 'processed'))`)
  return rows.length > 0
}
