/** Checking out over HTTP (specification §7, api-rules §3). */
import { api } from '../../../contract/endpoints.ts'
import { accountOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { checkOrder } from './check-order.ts'
import { createOrders } from './create-orders.ts'
import { startPayment } from './start-payment.ts'
import { handlePaymentWebhook } from './handle-payment-webhook.ts'
import { verifyPayment } from './verify-payment.ts'

export function checkoutRoutes(shop: Shop, route: Registrar): void {
  route(api.order.check, (context) => checkOrder(shop, accountOf(context).accountId, context.query.addressId))
  route(api.order.payment, (context) =>
    startPayment(shop, {
      customerId: accountOf(context).accountId,
      ip: context.ip,
      amountInPaise: context.params.amountInPaise,
      addressId: context.query.addressId,
      business: undefined,
      wishes: { gift: false },
    }),
  )
  route(api.order.paymentByPost, (context) => {
    const { amountInPaise, addressId, business, ...wishes } = context.body
    const { accountId: customerId } = accountOf(context)
    return startPayment(shop, { customerId, ip: context.ip, amountInPaise, addressId, business, wishes })
  })
  route(api.order.verifyPayment, (context) => verifyPayment(shop, accountOf(context).accountId, context.body))
  route(api.order.create, (context) => createOrders(shop, accountOf(context).accountId, context.body))
  route(api.webhook.payment, async (context) => {
    await handlePaymentWebhook(shop, context.rawBody, context.headers)
    return { status: 'ok' as const }
  })
}
