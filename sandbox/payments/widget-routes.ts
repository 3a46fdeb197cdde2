/** Routes of the payment provider on the shop's own origin: the checkout script and the calls that it makes. */
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { z } from 'zod'
import { failPayment, pay } from './charges.ts'
import type { Charge } from './new-payment.ts'
import type { Payment } from './entities.ts'
import { Refusal, badInput, refusal } from './errors.ts'
import type { ErrorBody, FailureReason } from './errors.ts'
import type { Merchant } from './refunds.ts'
import { timingSafeEqualText, signCheckout } from './signature.ts'

const SCRIPT = readFileSync(new URL('./checkout.js', import.meta.url), 'utf8')

const text = z.coerce.string().max(2_000).optional()

const attempt = z.strictObject({
  outcome: z.enum(['paid', 'failed']),
  key: z.string().max(100),
  amount: z.number(),
  email: text,
  contact: text,
  description: text,
})

export function widgetRoutes(merchant: Merchant): Hono {
  const app = new Hono()
  app.get('/sandbox/payments/checkout.js', () => {
    return new Response(SCRIPT, {
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      },
    })
  })
  app.post('/sandbox/payments/checkout/:orderId', async (c) => {
    try {
      return Response.json(await attemptPayment(merchant, c.req.param('orderId'), c.req.raw))
    } catch (error) {
      if (error instanceof Refusal) return Response.json(error.body, { status: error.status })
      throw error
    }
  })
  return app
}

/** A declined payment is a reply of status 200 with an `error`; only an invalid call gets an error status. */
async function attemptPayment(merchant: Merchant, orderId: string, request: Request): Promise<unknown> {
  // Prevents cross-site requests: this content type needs a CORS preflight, which is never granted.
  if (request.headers.get('content-type') !== 'application/json') throw badInput('JSON is required')
  const parsed = attempt.safeParse(await request.json().catch(() => undefined))
  if (!parsed.success) throw badInput(z.prettifyError(parsed.error))
  const { key, amount, outcome, ...buyer } = parsed.data
  if (!timingSafeEqualText(key, merchant.ledger.keys.keyId))
    throw refusal(401, 'The api key provided is invalid')
  const order = merchant.ledger.orders.get(orderId)
  if (order !== undefined && order.amount !== amount) {
    throw badInput('Your payment amount is different from your order amount.', 'amount')
  }
  return outcome === 'paid'
    ? handlerFields(merchant, pay(merchant, orderId, buyer))
    : recordFailedPayment(merchant, orderId, 'insufficient_funds', buyer)
}

export type HandlerFields = {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

/** The fields that the checkout passes to the page's `handler`. */
export function handlerFields({ ledger }: Merchant, payment: Payment): HandlerFields {
  return {
    razorpay_payment_id: payment.id,
    razorpay_order_id: payment.order_id,
    razorpay_signature: signCheckout(ledger.keys.keySecret, payment.order_id, payment.id),
  }
}

/** Records a failed payment; returns the data of the widget's event `payment.failed`. */
export function recordFailedPayment(
  merchant: Merchant,
  orderId: string,
  reason: FailureReason,
  charge: Charge,
): ErrorBody {
  const { payment, failure } = failPayment(merchant, orderId, reason, charge)
  return { error: { ...failure, metadata: { order_id: orderId, payment_id: payment.id } } }
}
