import type { Coupon } from '../../contract/coupon.ts'
import { formatRupees } from '../../contract/money.ts'
import type { BadgeColor } from '../ui/badge.tsx'

/** '10 %, at most ₹200', or '₹50'. */
export function discountText({ percent, amount, most }: Coupon): string {
  if (percent === null) return formatRupees(amount ?? 0)
  return `${percent} %${most === null ? '' : `, at most ${formatRupees(most)}`}`
}

/** The conditions, one after the other. */
export function conditionsText(
  { minimum, categoryId, firstOrder, once }: Coupon,
  categories: readonly { id: number; name: string }[],
): string {
  const category = categories.find(({ id }) => id === categoryId)?.name ?? 'a category that is gone'
  return [
    minimum > 0 && `from ${formatRupees(minimum)}`,
    categoryId !== null && `${category} only`,
    firstOrder && 'first order only',
    once ? 'once a buyer' : 'as often as a buyer likes',
  ]
    .filter(Boolean)
    .join(', ')
}

export const couponColors: Record<Coupon['state'], BadgeColor> = {
  asked: 'yellow',
  declined: 'red',
  'to-come': 'blue',
  valid: 'green',
  'used-up': 'grey',
  over: 'grey',
  stopped: 'grey',
}

/** It can be stopped: it is valid, or may become so. */
export const mayStop = ({ state }: Coupon): boolean =>
  ['asked', 'to-come', 'valid', 'used-up'].includes(state)
