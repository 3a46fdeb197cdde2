/** The job after money went back at the payment provider and not through the shop: flags orders for an administrator. */
import type { Shop } from '../shop.ts'
import { flagUnrefundedOrders } from './refund-queries.ts'

/**
 * `surplusPaise`: what went back of the checkout's payment beyond its refunded orders. Safe to run twice. An amount below the
 * cheapest order that is not refunded is a partial refund, and flags none.
 */
export async function flagOrdersInDoubt(
  { db }: Pick<Shop, 'db'>,
  flag: { checkoutId: string; surplusPaise: number; words: string },
): Promise<void> {
  await flagUnrefundedOrders(db, flag)
}
