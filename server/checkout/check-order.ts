/** order/check: would the caller's own cart go through now? Nothing is written (api-rules §3.1). */
import { readCartForCheckout } from '../cart/read-for-checkout.ts'
import { cartEmpty } from '../../contract/order.ts'
import type { Shop } from '../shop.ts'
import { problemOf } from './rules.ts'

/** status is the string 'true' when all is fine, else 'false' with a msg naming the product. */
export async function checkOrder(
  shop: Shop,
  customerId: string,
): Promise<{ status: 'true' | 'false'; msg: string }> {
  const lines = await readCartForCheckout(shop.db, customerId)
  const problem = lines.length === 0 ? cartEmpty : problemOf(lines)
  return problem ? { status: 'false', msg: problem } : { status: 'true', msg: 'All items are available' }
}
