/** Decisions of the checkout on plain values. Money is integer paise. */
import { createHash } from 'node:crypto'
import { dayInWords } from '../../../contract/day-in-words.ts'
import { deliveryPaiseFor, type DeliveryRule } from '../../../contract/delivery-charge.ts'
import { limits } from '../../../contract/limits.ts'
import type { DeliveryWishes } from '../../../contract/recipient.ts'
import type { CheckoutCartLine } from '../cart/read-for-checkout.ts'
import { type LineDiscount, spread } from '../coupons/rules.ts'

/** What each line costs, with its part of the charge for delivery. */
export function totalPaise(
  lines: readonly { pricePaise: number; quantity: number; discountPaise: number; deliveryPaise: number }[],
): number {
  return lines.reduce((sum, line) => sum + costOf(line) + line.deliveryPaise, 0)
}

/**
 * The charge for delivery of each line: by what its products cost after discounts, to the paisa. It is part of the price of the
 * goods (decision 29).
 */
export function deliveryOfLines(
  rule: DeliveryRule | null,
  lines: readonly { pricePaise: number; quantity: number; discountPaise: number }[],
): number[] {
  const costs = lines.map(costOf)
  const charge = deliveryPaiseFor(
    rule,
    costs.reduce((sum, cost) => sum + cost, 0),
  )
  return spread(
    charge,
    costs,
    costs.map(() => charge),
  )
}

const costOf = (line: { pricePaise: number; quantity: number; discountPaise: number }) =>
  line.pricePaise * line.quantity - line.discountPaise

/** Why the cart cannot be bought as it is, with the name of the product; null when it can. */
export function findCartProblem(lines: readonly CheckoutCartLine[]): string | null {
  for (const line of lines) {
    if (!line.available) return `"${line.name}" is no longer available. Please remove it from your cart.`
    if (line.backOn && line.units < line.quantity)
      return `"${line.name}" can be bought again on ${dayInWords(line.backOn)}: its seller is away. Please remove it from your cart.`
    if (line.units < line.quantity) return notEnoughStock(line.name, line.units)
  }
  return null
}

/**
 * Why a business cannot buy the cart with its GST number: its invoice needs an HSN code of everything (Rule 46(g)). Null where
 * it can.
 */
export function findBusinessProblem(lines: readonly CheckoutCartLine[]): string | null {
  const missing = lines.find(({ hsnCode }) => hsnCode === null)
  return missing
    ? `The seller of "${missing.name}" has not given its HSN code, which an invoice for a business needs. Please buy it without the GST number, or remove it from your cart.`
    : null
}

export function notEnoughStock(name: string, units: number): string {
  return units <= 0
    ? `"${name}" is out of stock. Please remove it from your cart.`
    : `Only ${units} of "${name}" left. Please lower the quantity.`
}

/** For how many seconds products may be held that were held for `heldBefore` seconds already; 0 when the limit is reached. */
export function holdSecondsLeft(heldBefore: number): number {
  const left = Math.floor(limits.holdMinutesInAll * 60 - heldBefore)
  return left < 1 ? 0 : Math.min(left, limits.holdMinutes * 60)
}

/** Equal for equal lines, prices, address, business, wishes, discount and charge for delivery: a second attempt then finds the checkout of the first. */
export function checkoutFingerprint({
  lines,
  address,
  business,
  wishes,
  coupon,
  deliveryPaise,
}: {
  lines: readonly Pick<CheckoutCartLine, 'productId' | 'name' | 'pricePaise' | 'quantity'>[]
  address: { id: string; street: string; city: string; state: string; pinCode: string }
  business: { name: string; gstin: string } | undefined
  wishes: DeliveryWishes
  coupon: { id: string; discounts: readonly LineDiscount[] } | undefined
  deliveryPaise: number
}): string {
  const parts = lines
    .map((line) => [line.productId, line.name, line.pricePaise, line.quantity])
    .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))
  const { id, street, city, state, pinCode } = address
  const { recipient, note, gift } = wishes
  return createHash('sha256')
    .update(
      JSON.stringify([
        parts,
        id,
        street,
        city,
        state,
        pinCode,
        ...(business ? [business.name, business.gstin] : []),
        ...(recipient || note || gift ? [recipient?.name, recipient?.mobile, note, gift] : []),
        ...(coupon ? [coupon.id, coupon.discounts] : []),
        ...(deliveryPaise > 0 ? [{ deliveryPaise }] : []),
      ]),
    )
    .digest('base64url')
}

/** Whether the client's list may mean a checkout with these lines: it is empty, or shares a product with them. */
export function mayMeanCheckout(
  items: readonly { productId: string }[],
  lines: readonly { productId: string }[],
): boolean {
  return items.length === 0 || items.some((item) => lines.some((line) => line.productId === item.productId))
}

/**
 * For so long after the end of a hold its prices are accepted: the clocks of provider and shop differ, and payment windows
 * close late.
 */
const graceMinutes = limits.holdMinutes

/**
 * Whether a payment was made so long after the end of the hold that no payment window of the shop can have made it. True also
 * for a missing or impossible time. A bank's late confirmation of a payment that was made in time does not count as late.
 */
export function isPaidTooLate(
  checkout: { createdAt: Date; holdExpiresAt: Date },
  { createdAt }: { createdAt: Date | null },
): boolean {
  if (!createdAt) return true
  const grace = graceMinutes * 60_000
  const isInTime =
    createdAt.getTime() >= checkout.createdAt.getTime() - grace &&
    createdAt.getTime() <= checkout.holdExpiresAt.getTime() + grace
  return !isInTime
}

export const ordersPaused =
  'The shop is paused and takes no orders now. Your cart stays. Please try again later.'
