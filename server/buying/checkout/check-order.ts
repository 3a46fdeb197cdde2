/** order/check: whether the caller's own cart can be bought now. Writes nothing (api-rules §3.1). */
import { readCartForCheckout } from '../cart/read-for-checkout.ts'
import { cartEmpty } from '../../../contract/order.ts'
import { isHeld } from '../../platform/hold/held.ts'
import type { Shop } from '../../platform/shop.ts'
import { findCartProblem, ordersPaused } from './rules.ts'

/** Returns the status 'true' when everything can be bought, else 'false' with a message that names the product, or says that the shop is held. */
export async function checkOrder(
  shop: Shop,
  customerId: string,
): Promise<{ status: 'true' | 'false'; msg: string }> {
  if (await isHeld(shop.db)) return { status: 'false', msg: ordersPaused }
  const lines = await readCartForCheckout(shop.db, customerId)
  const problem = lines.length === 0 ? cartEmpty : findCartProblem(lines)
  return problem ? { status: 'false', msg: problem } : { status: 'true', msg: 'All items are available' }
}
