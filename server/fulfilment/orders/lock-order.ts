import type { Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { lockOrdersOfCheckout } from './refund-queries.ts'

/**
 * Locks an order for `reverseAndRefundOrder`, with all orders that were paid together with it, because they share one payment.
 */
export const lockOrder = (tx: Tx, orderId: string): Promise<void> =>
  lockOrdersOfCheckout(tx, sql`(select checkout_id from orders where id = ${orderId})`)
