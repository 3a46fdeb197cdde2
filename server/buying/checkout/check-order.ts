/** order/check: whether the caller's own cart can be bought now. Writes nothing (api-rules §3.1). */
import { type CheckoutCartLine, readCartForCheckout } from '../cart/read-for-checkout.ts'
import { readCartCoupon } from '../coupons/cart-coupon.ts'
import { cartEmpty } from '../../../contract/order.ts'
import { findDeliveryProblem } from '../../fulfilment/promise/estimate-delivery.ts'
import { findDeliveryAddress } from '../../people/addresses/addresses.ts'
import { isHeld } from '../../platform/hold/held.ts'
import type { Shop } from '../../platform/shop.ts'
import { findCartProblem, ordersPaused } from './rules.ts'

/** Returns the status 'true' when everything can be bought, else 'false' with a message that names the product, or says that the shop is held. */
export async function checkOrder(
  shop: Shop,
  customerId: string,
  addressId?: string,
): Promise<{ status: 'true' | 'false'; msg: string }> {
  if (await isHeld(shop.db)) return { status: 'false', msg: ordersPaused }
  const lines = await readCartForCheckout(shop.db, customerId)
  const problem =
    lines.length === 0
      ? cartEmpty
      : (findCartProblem(lines) ??
        (await readCartCoupon(shop.db, customerId, lines))?.problem ??
        (await findAddressProblem(shop, customerId, addressId, lines)))
  return problem ? { status: 'false', msg: problem } : { status: 'true', msg: 'All items are available' }
}

/** Without an address nothing is wrong with the cart: `order/payment` asks for one. */
async function findAddressProblem(
  { db }: Shop,
  customerId: string,
  addressId: string | undefined,
  lines: readonly CheckoutCartLine[],
): Promise<string | null> {
  const address = await findDeliveryAddress(db, customerId, addressId)
  return address && findDeliveryProblem(db, address.pinCode, lines)
}
