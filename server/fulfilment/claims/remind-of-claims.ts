/** The timer: administrators are reminded of each claim whose time for a decision is over, once. */
import type { Shop } from '../../platform/shop.ts'
import { flagOrder, unflagOrder } from '../orders/flag-order.ts'
import { lockOrderToRefund } from '../orders/refund-queries.ts'
import { queueOverdueMails } from './mails.ts'
import { listOverdue, recordReminded } from './queries.ts'
import { notReceived, notReceivedLate } from './rules.ts'

const atOnce = 100

export async function remindOfClaims(shop: Shop): Promise<void> {
  for (const orderId of await listOverdue(shop.db, atOnce))
    await shop.db.transaction(async (tx) => {
      const order = await lockOrderToRefund(tx, orderId)
      if (!order || !(await recordReminded(tx, orderId))) return
      await unflagOrder(tx, orderId, [notReceived])
      await flagOrder(tx, orderId, notReceivedLate)
      await queueOverdueMails(shop, tx, order)
    })
}
