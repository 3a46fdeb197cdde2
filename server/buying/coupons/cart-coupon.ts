/** Steps of cart and checkout: the coupon that the buyer chose, decided for the lines of their cart as they are now. */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { findChosen, giveUsesBack, isFreeAgain, isStillValid, lockCoupons, removeChosen } from './queries.ts'
import {
  type CouponFacts,
  couponProblem,
  discounts,
  type LineDiscount,
  type LineToDiscount,
  noDiscount,
} from './rules.ts'

export interface CartCoupon {
  coupon: CouponFacts
  /** Why it does not fit, for the buyer; null where it does. */
  problem: string | null
  /** Of each line, in their order; all 0 where it does not fit. */
  discounts: LineDiscount[]
}

/** Null where the buyer chose none. */
export async function readCartCoupon(
  db: Queryable,
  customerId: string,
  lines: readonly LineToDiscount[],
): Promise<CartCoupon | null> {
  const coupon = await findChosen(db, customerId)
  if (!coupon) return null
  const problem = couponProblem(coupon, lines)
  return { coupon, problem, discounts: problem ? lines.map(() => noDiscount) : discounts(coupon, lines) }
}

/**
 * The same behind the locks of the chosen coupon and of the one whose use the caller gives back: of many buyers the one who has
 * the lock takes the last use. Storing the checkout takes the use.
 */
export async function lockCartCoupon(
  tx: Tx,
  customerId: string,
  lines: readonly LineToDiscount[],
  { coupon, givenBack }: { coupon: CartCoupon; givenBack: string | null },
): Promise<CartCoupon | null> {
  await lockCoupons(tx, [coupon.coupon.id, ...(givenBack === null ? [] : [givenBack])])
  await giveUsesBack(tx, customerId, coupon.coupon.id)
  return readCartCoupon(tx, customerId, lines)
}

/** Whether a checkout that has lost its use may have one again, as a late payment takes the stock again. */
export async function lockUseAgain(
  tx: Tx,
  checkout: { id: string; customerId: string; couponId: string },
  insteadOf: { id: string; couponId: string | null } | undefined,
): Promise<boolean> {
  await lockCoupons(tx, [checkout.couponId, ...(insteadOf?.couponId ? [insteadOf.couponId] : [])])
  await giveUsesBack(tx, checkout.customerId, checkout.couponId)
  return isFreeAgain(tx, checkout.id, insteadOf?.id)
}

/** For a payment so late that prices are compared again: what the coupon saved is a part of the price. */
export const isCouponStillValid = (tx: Tx, couponId: string): Promise<boolean> => isStillValid(tx, couponId)

/** After a purchase with it: the next cart begins without one. */
export const forgetCartCoupon = (tx: Tx, customerId: string): Promise<void> => removeChosen(tx, customerId)
