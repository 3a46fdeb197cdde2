/** The Razorpay adapter: orders, payments, refunds, signatures, webhooks (providers.md §1). */
import { z } from 'zod'
import type { PaymentAccess } from '../config.ts'
import {
  type PaymentProvider,
  type ProviderPayment,
  ProviderRefused,
  type ProviderRefund,
  ProviderUnavailable,
} from './provider.ts'
import { checkoutSignatureMatches, webhookSignatureMatches } from './signature.ts'

const orderEntity = z.object({
  id: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  receipt: z.string().nullable(),
  created_at: z.number(),
})
const paymentEntity = z.object({
  id: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  order_id: z.string().nullable(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
})
const refundEntity = z.object({ id: z.string(), status: z.enum(['pending', 'processed', 'failed']) })
const collection = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) })
const errorBody = z.object({ error: z.object({ code: z.string(), description: z.string() }) })
const notice = z.object({
  event: z.string(),
  payload: z.object({
    payment: z.object({ entity: z.object({ order_id: z.string().nullish() }) }).optional(),
    order: z.object({ entity: z.object({ id: z.string() }) }).optional(),
  }),
})

const timeoutMs = 8_000

/** `access` holds the keys and where the API is: the real one, or the sandbox on loopback. */
export function openRazorpay(access: PaymentAccess): PaymentProvider {
  const authorization = `Basic ${Buffer.from(`${access.keyId}:${access.keySecret}`).toString('base64')}`

  async function ask<T>(
    method: string,
    path: string,
    schema: z.ZodType<T>,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<T> {
    let response: Response
    let answer: unknown
    try {
      response = await fetch(access.apiUrl + path, {
        method,
        redirect: 'error',
        headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      answer = await response.json()
    } catch (error) {
      throw new ProviderUnavailable(`${method} ${path}: ${(error as Error).name}`, { cause: error })
    }
    if (response.ok) {
      const parsed = schema.safeParse(answer)
      if (!parsed.success) throw new ProviderUnavailable(`${method} ${path}: unexpected shape`)
      return parsed.data
    }
    const description = errorBody.safeParse(answer).data?.error.description ?? 'no description'
    // 409: the same idempotent request is still in flight there; 429: too fast. Both pass.
    const passing = response.status >= 500 || response.status === 429 || response.status === 409
    throw new (passing ? ProviderUnavailable : ProviderRefused)(
      `${method} ${path}: ${response.status} ${description}`,
    )
  }

  return {
    browserSettings: { keyId: access.keyId, scriptUrl: access.scriptUrl },
    createOrder: async ({ receipt, amountPaise }) =>
      (
        await ask('POST', '/orders', orderEntity, {
          amount: amountPaise,
          currency: 'INR',
          receipt,
          payment: {
            capture: 'automatic',
            capture_options: { automatic_expiry_period: 12, refund_speed: 'normal' },
          },
        })
      ).id,
    async findOrderByReceipt({ receipt, amountPaise }) {
      const path = `/orders?receipt=${encodeURIComponent(receipt)}&count=100`
      const { items } = await ask('GET', path, collection(orderEntity))
      return items
        .filter((order) => order.receipt === receipt && order.amount === amountPaise)
        .sort((a, b) => a.created_at - b.created_at)[0]?.id
    },
    async receiptOf(orderId) {
      try {
        return (await ask('GET', `/orders/${encodeURIComponent(orderId)}`, orderEntity)).receipt
      } catch (error) {
        if (error instanceof ProviderRefused) return null
        throw error
      }
    },
    async payment(paymentId) {
      try {
        return toPayment(await ask('GET', `/payments/${encodeURIComponent(paymentId)}`, paymentEntity))
      } catch (error) {
        if (error instanceof ProviderRefused) return null
        throw error
      }
    },
    paymentsOf: async (orderId) =>
      (
        await ask('GET', `/orders/${encodeURIComponent(orderId)}/payments`, collection(paymentEntity))
      ).items.map(toPayment),
    capture: async ({ id, amountPaise, currency }) =>
      toPayment(
        await ask('POST', `/payments/${encodeURIComponent(id)}/capture`, paymentEntity, {
          amount: amountPaise,
          currency,
        }),
      ),
    refund: async ({ key, paymentId, amountPaise }) =>
      toRefund(
        await ask(
          'POST',
          `/payments/${encodeURIComponent(paymentId)}/refund`,
          refundEntity,
          { amount: amountPaise, receipt: key },
          { 'X-Refund-Idempotency': key },
        ),
      ),
    refundState: async (refundId) =>
      toRefund(await ask('GET', `/refunds/${encodeURIComponent(refundId)}`, refundEntity)),
    signatureIsGood: (orderId, paymentId, signature) =>
      checkoutSignatureMatches(access.keySecret, orderId, paymentId, signature),
    readNotice(rawBody, headers) {
      const signature = headers.get('x-razorpay-signature') ?? ''
      const secrets = [access.webhookSecret, access.olderWebhookSecret].filter(
        (secret) => secret !== undefined,
      )
      if (!secrets.some((secret) => webhookSignatureMatches(secret, rawBody, signature))) return null
      const parsed = notice.safeParse(JSON.parse(rawBody.toString('utf8')))
      const { payment, order } = parsed.data?.payload ?? {}
      return {
        eventId: headers.get('x-razorpay-event-id') ?? '',
        event: parsed.data?.event ?? 'unknown',
        orderId: order?.entity.id ?? payment?.entity.order_id ?? undefined,
      }
    },
  }
}

function toPayment(entity: z.output<typeof paymentEntity>): ProviderPayment {
  return {
    id: entity.id,
    orderId: entity.order_id ?? '',
    amountPaise: entity.amount,
    currency: entity.currency,
    status: entity.status,
  }
}

function toRefund(entity: z.output<typeof refundEntity>): ProviderRefund {
  return { id: entity.id, state: entity.status === 'pending' ? 'accepted' : entity.status }
}
