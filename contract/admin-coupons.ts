/** Administrator: the coupons of the shop and of all sellers. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { couponReply } from './coupon.ts'
import { shopsCouponBody } from './coupon-forms.ts'
import { endpoint, workLimits } from './endpoint.ts'
import { id, message } from './fields.ts'

const ADMIN = ['ADMIN'] as const

export const adminCoupon = couponReply.extend({
  /** The company for whose products it is; null: all. */
  seller: z.string().nullable(),
})
export type AdminCoupon = z.output<typeof adminCoupon>

export const adminCoupons = {
  coupons: endpoint({
    method: 'GET',
    path: '/public/admin/coupons',
    roles: ADMIN,
    duties: ['finance'],
    summary: 'Coupons, newest first. `q` is the beginning of a code.',
    query: searchableList.extend({ show: z.enum(['shop', 'all']).default('shop') }),
    reply: z.array(adminCoupon),
    paged: true,
  }),
  addCoupon: endpoint({
    method: 'POST',
    path: '/public/admin/coupons',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: 'Make a coupon of the shop',
    costly: ['mail'],
    limits: workLimits,
    summary:
      'A new coupon that the shop bears, alone or with one seller, who has to agree before it is valid. Needs a recent login. 404 for an unknown seller or category; 409 for a code that is taken, and with 500 coupons that are not over.',
    body: shopsCouponBody,
    reply: message,
  }),
  stopCoupon: endpoint({
    method: 'POST',
    path: '/public/admin/coupons/{id}/stop',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    limits: workLimits,
    summary:
      'Stop a coupon: no new purchase can be paid with it. Needs a recent login. 409 where it is stopped.',
    params: z.object({ id }),
    reply: message,
  }),
}
