/** Whether a coupon fits a cart, and what it saves, on plain values. Money is integer paise. */
import { dayInWords } from '../../../contract/day-in-words.ts'
import { formatRupees, rupees } from '../../../contract/money.ts'
import { shareOf } from '../../money/sales/rules.ts'

/** A coupon, and what is true of it now for the buyer of a cart. */
export interface CouponFacts {
  id: string
  code: string
  /** It is for the products of this seller, of this category; null: of all. */
  sellerId: string | null
  categoryId: number | null
  percent: number | null
  amountPaise: number | null
  /** The greatest discount of a percentage. */
  mostPaise: number | null
  minimumPaise: number
  firstOrder: boolean
  once: boolean
  sellerShareBp: number
  /** The first day in India, YYYY-MM-DD. */
  startsOn: string
  /** False once it was stopped, and before a seller who bears a part has agreed. */
  isValid: boolean
  hasBegun: boolean
  isOver: boolean
  /** A use is free; one that the buyer's own open checkout holds counts as free. */
  hasUses: boolean
  /** The buyer has completed a purchase with it, or any purchase. */
  isUsed: boolean
  hasOrdered: boolean
}

export interface LineToDiscount {
  sellerId: string
  categoryId: number | null
  pricePaise: number
  quantity: number
}

/** Of a whole line; the seller bears a part of it. */
export interface LineDiscount {
  discountPaise: number
  sellerDiscountPaise: number
}

export const noDiscount: LineDiscount = { discountPaise: 0, sellerDiscountPaise: 0 }
export const noSuchCoupon = 'There is no such coupon. Please look at its code again.'

/** Why the coupon does not fit the cart, for its buyer; null where it fits. */
export function couponProblem(coupon: CouponFacts, lines: readonly LineToDiscount[]): string | null {
  if (!coupon.isValid) return 'This coupon is not valid any more.'
  if (coupon.isOver) return 'This coupon is over.'
  if (!coupon.hasBegun) return `This coupon begins on ${dayInWords(coupon.startsOn)}.`
  if (coupon.once && coupon.isUsed) return 'You have used this coupon already.'
  if (coupon.firstOrder && coupon.hasOrdered) return 'This coupon is for a first order only.'
  if (!coupon.hasUses) return 'This coupon is used up.'
  const cost = costOf(lines.filter((line) => isFor(coupon, line)))
  if (cost === 0) return 'This coupon is for none of the products in your cart.'
  if (cost < coupon.minimumPaise)
    return `Add products for ${formatRupees(rupees(coupon.minimumPaise - cost))} more to use this coupon.`
  return discounts(coupon, lines).every(({ discountPaise }) => discountPaise === 0)
    ? 'The products in your cart cost too little for this coupon.'
    : null
}

/** The discount of each line of a cart that the coupon fits. At least a rupee of each piece is paid. */
export function discounts(coupon: CouponFacts, lines: readonly LineToDiscount[]): LineDiscount[] {
  const costs = lines.map((line) => (isFor(coupon, line) ? line.pricePaise * line.quantity : 0))
  const most = lines.map((line, index) =>
    costs[index] === 0 ? 0 : Math.max(0, line.pricePaise - 100) * line.quantity,
  )
  const whole = costs.reduce((sum, cost) => sum + cost, 0)
  const given =
    coupon.percent === null
      ? (coupon.amountPaise ?? 0)
      : Math.min(shareOf(whole, coupon.percent, 100), coupon.mostPaise ?? Infinity)
  const byLine = spread(given, costs, most)
  const all = byLine.reduce((sum, paise) => sum + paise, 0)
  const sellers = spread(shareOf(all, coupon.sellerShareBp, 10_000), byLine, byLine)
  return byLine.map((discountPaise, index) => ({ discountPaise, sellerDiscountPaise: sellers[index] ?? 0 }))
}

const costOf = (lines: readonly LineToDiscount[]) =>
  lines.reduce((sum, { pricePaise, quantity }) => sum + pricePaise * quantity, 0)

const isFor = (
  coupon: Pick<CouponFacts, 'sellerId' | 'categoryId'>,
  { sellerId, categoryId }: LineToDiscount,
): boolean =>
  (coupon.sellerId === null || coupon.sellerId === sellerId) &&
  (coupon.categoryId === null || coupon.categoryId === categoryId)

/**
 * Spreads an amount in proportion to `weights`, at most `most` for each. Each gets the whole paise of its share, and the paise
 * that are left go to the largest remainders, of equal ones to the first. What is above `most` is spread over the others.
 */
export function spread(paise: number, weights: readonly number[], most: readonly number[]): number[] {
  const given = weights.map(() => 0)
  let left = BigInt(
    Math.min(
      paise,
      most.reduce((sum, one) => sum + one, 0),
    ),
  )
  let open = weights.flatMap((weight, index) => (weight > 0 ? [{ index, weight: BigInt(weight) }] : []))
  for (;;) {
    const whole = open.reduce((sum, { weight }) => sum + weight, 0n)
    if (whole === 0n) return given
    const shares = open.map((one) => ({
      ...one,
      most: BigInt(most[one.index] ?? 0),
      share: (left * one.weight) / whole,
      remainder: (left * one.weight) % whole,
    }))
    const full = shares.filter((one) => one.share >= one.most)
    if (full.length > 0) {
      for (const one of full) given[one.index] = Number(one.most)
      left -= full.reduce((sum, one) => sum + one.most, 0n)
      open = shares.filter((one) => one.share < one.most)
      continue
    }
    // Each share is below its most, so that there is room for the paisa of a remainder.
    let rest = left - shares.reduce((sum, { share }) => sum + share, 0n)
    for (const { index, share } of shares.toSorted(
      (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder) || a.index - b.index,
    )) {
      given[index] = Number(share) + (rest > 0n ? 1 : 0)
      rest -= rest > 0n ? 1n : 0n
    }
    return given
  }
}
