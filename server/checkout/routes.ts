/** Checking out over HTTP (specification §7, api-rules §3). */
import { api } from '../../contract/endpoints.ts'
import { accountOf } from '../http/call.ts'
import type { Registrar } from '../http/register.ts'
import type { Shop } from '../shop.ts'
import { checkOrder } from './check-order.ts'
import { createOrders } from './create-orders.ts'
import { startPayment } from './start-payment.ts'
import { takePaymentNotice } from './take-payment-notice.ts'
import { verifyPayment } from './verify-payment.ts'

export function checkoutRoutes(shop: Shop, on: Registrar): void {
  on(api.order.check, (call) => checkOrder(shop, accountOf(call).accountId))
  on(api.order.payment, (call) =>
    startPayment(shop, {
      customerId: accountOf(call).accountId,
      ip: call.ip,
      amountInPaise: call.params.amountInPaise,
      addressId: call.query.addressId,
    }),
  )
  on(api.order.paymentByPost, (call) =>
    startPayment(shop, {
      customerId: accountOf(call).accountId,
      ip: call.ip,
      amountInPaise: call.body.amountInPaise,
      addressId: call.body.addressId,
    }),
  )
  on(api.order.verifyPayment, (call) => verifyPayment(shop, accountOf(call).accountId, call.body))
  on(api.order.create, (call) => createOrders(shop, accountOf(call).accountId, call.body.items))
  on(api.webhook.payment, async (call) => {
    await takePaymentNotice(shop, call.rawBody, call.headers)
    return { status: 'ok' as const }
  })
}
