/** The job after money was given back at the payment provider and not through the shop: an administrator is to look. */
import type { Shop } from '../shop.ts'
import { flagKeptOrders } from './parcel-queries.ts'

/**
 * `surplusPaise`: what was given back of the checkout's payment beyond its refunded orders. Safe to run twice. An amount
 * below the cheapest order that was kept is a partial refund, and flags none.
 */
export async function flagOrdersInDoubt(
  { db }: Pick<Shop, 'db'>,
  given: { checkoutId: string; surplusPaise: number; words: string },
): Promise<void> {
  await flagKeptOrders(db, given)
}
