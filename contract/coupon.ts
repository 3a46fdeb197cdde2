/** Coupons: the one of a cart, and those of a seller. Amounts are rupees. */
import { z } from 'zod'
import { chosenCouponBody, sellersCouponBody } from './coupon-forms.ts'
import { endpoint, formLimits, workLimits } from './endpoint.ts'
import { id, message, page } from './fields.ts'

/** The coupon of a cart with what it saves, decided for the cart as it is now. */
const cartCoupon = z.object({
  code: z.string(),
  /** Why it does not fit, in words; null where it does. */
  problem: z.string().nullable(),
  saving: z.number(),
  lines: z.array(z.object({ productId: z.string(), saving: z.number() })),
})
export type CartCouponReply = z.output<typeof cartCoupon>

export const couponStates = ['asked', 'declined', 'to-come', 'valid', 'used-up', 'over', 'stopped'] as const
export const couponStateWords: Record<(typeof couponStates)[number], string> = {
  asked: 'Waits for the seller',
  declined: 'Not accepted by the seller',
  'to-come': 'Not begun',
  valid: 'Valid',
  'used-up': 'Used up',
  over: 'Over',
  stopped: 'Stopped',
}

export const couponReply = z.object({
  id: z.string(),
  code: z.string(),
  madeBy: z.enum(['seller', 'shop']),
  state: z.enum(couponStates),
  percent: z.number().int().nullable(),
  amount: z.number().nullable(),
  most: z.number().nullable(),
  minimum: z.number(),
  categoryId: z.number().int().nullable(),
  firstOrder: z.boolean(),
  once: z.boolean(),
  uses: z.number().int(),
  totalUses: z.number().int(),
  /** Days in India. */
  startsOn: z.iso.date(),
  endsOn: z.iso.date(),
  /** In percent; the shop bears the rest. */
  sellerShare: z.number(),
})
export type Coupon = z.output<typeof couponReply>

const customer = ['CUSTOMER'] as const
const seller = ['SELLER'] as const
const params = z.object({ id })

export const coupon = {
  ofCart: endpoint({
    method: 'GET',
    path: '/private/cart/coupon',
    roles: customer,
    summary: 'The coupon that the caller chose for their cart, and what it saves now; null for none.',
    reply: cartCoupon.nullable(),
  }),
  choose: endpoint({
    method: 'POST',
    path: '/private/cart/coupon',
    roles: customer,
    // Codes are not to be guessed.
    limits: formLimits,
    summary: 'Choose a coupon by its code, in the place of an earlier one. 400 for a code that is not valid.',
    body: chosenCouponBody,
    reply: cartCoupon,
  }),
  removeFromCart: endpoint({
    method: 'DELETE',
    path: '/private/cart/coupon',
    roles: customer,
    summary: 'Buy without the coupon.',
    reply: message,
  }),
  ofSeller: endpoint({
    method: 'GET',
    path: '/private/seller/coupons',
    roles: seller,
    areas: ['products'],
    summary:
      "The caller's coupons, and those of the shop of which they bear a part or are asked to; newest first.",
    query: page,
    reply: z.array(couponReply),
    paged: true,
  }),
  add: endpoint({
    method: 'POST',
    path: '/private/seller/coupons',
    roles: seller,
    areas: ['products'],
    limits: formLimits,
    summary:
      'A new coupon for the products of the caller, who bears it wholly. 409 for a code that is taken, and with 100 coupons that are not over.',
    body: sellersCouponBody,
    reply: message,
  }),
  stop: endpoint({
    method: 'POST',
    path: '/private/seller/coupons/{id}/stop',
    roles: seller,
    areas: ['products'],
    limits: workLimits,
    summary:
      'Stop a coupon of which the caller bears anything: no new purchase can be paid with it. 404 for another coupon.',
    params,
    reply: message,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/private/seller/coupons/{id}/answer',
    roles: seller,
    areas: ['products'],
    limits: workLimits,
    summary:
      'Agree to bear a part of a coupon of the shop, or decline. 404 for a coupon that does not ask the caller; 409 where it was answered.',
    params,
    body: z.object({ accept: z.boolean() }),
    reply: message,
  }),
}
