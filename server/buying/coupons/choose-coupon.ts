/** A buyer enters the code of a coupon in their cart, looks at what it saves, or buys without it. */
import type { CartCouponReply } from '../../../contract/coupon.ts'
import { rupees } from '../../../contract/money.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { readCartForCheckout } from '../cart/read-for-checkout.ts'
import { readCartCoupon } from './cart-coupon.ts'
import { chooseCoupon, removeChosen } from './queries.ts'
import { noSuchCoupon } from './rules.ts'

/** Null where the buyer chose none. Products that cannot be bought any more save nothing. */
export async function showCartCoupon({ db }: Shop, customerId: string): Promise<CartCouponReply | null> {
  const lines = (await readCartForCheckout(db, customerId)).filter(({ available }) => available)
  const chosen = await readCartCoupon(db, customerId, lines)
  if (!chosen) return null
  const { coupon, problem, discounts } = chosen
  const ofLines = lines.flatMap(({ productId }, index) => {
    const paise = discounts[index]?.discountPaise ?? 0
    return paise === 0 ? [] : [{ productId, paise }]
  })
  return {
    code: coupon.code,
    problem,
    saving: rupees(ofLines.reduce((sum, { paise }) => sum + paise, 0)),
    lines: ofLines.map(({ productId, paise }) => ({ productId, saving: rupees(paise) })),
  }
}

/** A coupon that does not fit the cart yet is chosen, too: the reply says what is missing. Refuses: invalid for an unknown code. */
export async function enterCoupon(shop: Shop, customerId: string, code: string): Promise<CartCouponReply> {
  const found = await chooseCoupon(shop.db, customerId, code)
  const shown = found ? await showCartCoupon(shop, customerId) : null
  if (!shown) throw new Refusal('invalid', noSuchCoupon, { fields: { code: noSuchCoupon } })
  return shown
}

export const buyWithoutCoupon = ({ db }: Shop, customerId: string): Promise<void> =>
  removeChosen(db, customerId)
