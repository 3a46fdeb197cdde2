/** Coupons over HTTP: in the cart, of sellers, of the shop. */
import { admin } from '../../../contract/admin.ts'
import { api } from '../../../contract/endpoints.ts'
import { accountOf, sellerOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { buyWithoutCoupon, enterCoupon, showCartCoupon } from './choose-coupon.ts'
import {
  addSellersCoupon,
  addShopsCoupon,
  answerCoupon,
  listCoupons,
  listSellersCoupons,
  newCouponFacts,
  stopCoupon,
} from './manage-coupons.ts'

const stopped = { msg: 'The coupon is stopped.' }

export function couponRoutes(shop: Shop, route: Registrar): void {
  const { coupon } = api
  route(coupon.ofCart, (context) => showCartCoupon(shop, accountOf(context).accountId))
  route(coupon.choose, (context) => enterCoupon(shop, accountOf(context).accountId, context.body.code))
  route(coupon.removeFromCart, async (context) => {
    await buyWithoutCoupon(shop, accountOf(context).accountId)
    return { msg: 'The coupon is removed.' }
  })
  route(coupon.ofSeller, (context) => listSellersCoupons(shop, sellerOf(context), context.query))
  route(coupon.add, async (context) => {
    await addSellersCoupon(shop, sellerOf(context), context.body)
    return { msg: `Coupon ${context.body.code} is made.` }
  })
  route(coupon.stop, async (context) => {
    await stopCoupon(shop, context.params.id, sellerOf(context))
    return stopped
  })
  route(coupon.answer, async (context) => {
    const { accept } = context.body
    await answerCoupon(shop, context.params.id, sellerOf(context), accept)
    return { msg: accept ? 'Buyers can use the coupon.' : 'The coupon is declined.' }
  })
  route(admin.coupons, ({ query }) => listCoupons(shop, query))
  route(
    admin.addCoupon,
    async ({ body }) => {
      await addShopsCoupon(shop, body)
      const waits = body.sellerShare > 0 ? ' It is valid once the seller has agreed.' : ''
      return { msg: `Coupon ${body.code} is made.${waits}` }
    },
    (tx, { body }) => newCouponFacts(shop, tx, body),
  )
  route(admin.stopCoupon, async ({ params }) => {
    await stopCoupon(shop, params.id)
    return stopped
  })
}
