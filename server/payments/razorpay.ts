/** The Razorpay adapter: orders, payments, refunds, signatures, webhooks (providers.md §1). */
import { z } from 'zod'
import type { PaymentAccess } from '../config-providers.ts'
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
const paymentStates = ['created', 'authorized', 'captured', 'refunded', 'failed'] as const
const paymentEntity = z.object({
  id: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  order_id: z.string().nullable(),
  // A state that is not known yet is no money, and hides no other attempt of its list.
  status: z.string().transform((word) => paymentStates.find((state) => state === word) ?? 'created'),
})
const refundEntity = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.number().int(),
  receipt: z.string().nullish(),
  // What has neither ended well nor badly is under way, whatever it is called.
  status: z.string(),
})
const collection = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) })
const errorBody = z.object({ error: z.object({ code: z.string(), description: z.string() }) })
const webhookBody = z.object({
  event: z.string(),
  payload: z.object({
    payment: z
      .object({ entity: z.object({ id: z.string().nullish(), order_id: z.string().nullish() }) })
      .optional(),
    order: z.object({ entity: z.object({ id: z.string() }) }).optional(),
  }),
})

/** 401, 403: our keys; 408, 425, 429: the moment; 409: the same idempotent request is still in flight there. All pass. */
const passing = new Set([401, 403, 408, 409, 425, 429])
const shortestPage = 10
const longestPage = 100
const mostPages = 20

/** `access` holds the keys and where the API is: the real one, or the sandbox on loopback. */
export function openRazorpay(access: PaymentAccess & { timeoutMs?: number }): PaymentProvider {
  const { timeoutMs = 8_000 } = access
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
    // A no is what the provider itself says of this very request: not a proxy's page, nor a word about keys or haste.
    const said = errorBody.safeParse(answer).data?.error.description
    const refused = said !== undefined && response.status < 500 && !passing.has(response.status)
    throw new (refused ? ProviderRefused : ProviderUnavailable)(
      `${method} ${path}: ${response.status} ${said ?? 'no description'}`,
    )
  }

  async function askPayment(method: string, paymentId: string, path = '', body?: object) {
    const asked = `/payments/${encodeURIComponent(paymentId)}${path}`
    const payment = toPayment(await ask(method, asked, paymentEntity, body))
    if (payment.id !== paymentId)
      throw new ProviderUnavailable(`${method} ${asked}: the answer is of another payment`)
    return payment
  }

  /**
   * All items of a list, newest first. Lists are cut, after ten where nothing else is asked for: one that may be is read
   * again in pages. What comes in between shifts them, so an item counts once.
   */
  async function askAll<T extends { id: string }>(path: string, item: z.ZodType<T>): Promise<T[]> {
    const { items } = await ask('GET', path, collection(item))
    if (items.length < shortestPage) return items
    const found = new Map<string, T>()
    for (let page = 0; page < mostPages; page += 1) {
      const before = found.size
      const { items: more } = await ask(
        'GET',
        `${path}?count=${longestPage}&skip=${page * longestPage}`,
        collection(item),
      )
      for (const one of more) found.set(one.id, one)
      if (more.length < longestPage || found.size === before) return [...found.values()]
    }
    throw new ProviderUnavailable(`GET ${path}: the list has no end`)
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
        return await askPayment('GET', paymentId)
      } catch (error) {
        if (error instanceof ProviderRefused) return null
        throw error
      }
    },
    paymentsOf: async (orderId) =>
      (await askAll(`/orders/${encodeURIComponent(orderId)}/payments`, paymentEntity)).map(toPayment),
    capture: ({ id, amountPaise, currency }) =>
      askPayment('POST', id, '/capture', { amount: amountPaise, currency }),
    async refund({ key, paymentId, amountPaise }) {
      const made = await ask(
        'POST',
        `/payments/${encodeURIComponent(paymentId)}/refund`,
        refundEntity,
        { amount: amountPaise, receipt: key },
        { 'X-Refund-Idempotency': key },
      )
      if (made.payment_id !== paymentId || made.amount !== amountPaise)
        throw new ProviderUnavailable(`refund ${key}: the answer is of another refund`)
      return toRefund(made)
    },
    refundsOf: async (paymentId) =>
      (await askAll(`/payments/${encodeURIComponent(paymentId)}/refunds`, refundEntity))
        .map(toRefund)
        .toReversed(),
    signatureIsGood: (orderId, paymentId, signature) =>
      checkoutSignatureMatches(access.keySecret, orderId, paymentId, signature),
    parseWebhook(rawBody, headers) {
      const signature = headers.get('x-razorpay-signature') ?? ''
      const secrets = [access.webhookSecret, access.olderWebhookSecret].filter(
        (secret) => secret !== undefined,
      )
      if (!secrets.some((secret) => webhookSignatureMatches(secret, rawBody, signature))) return null
      const parsed = webhookBody.safeParse(JSON.parse(rawBody.toString('utf8')))
      const { payment, order } = parsed.data?.payload ?? {}
      return {
        eventId: headers.get('x-razorpay-event-id') ?? '',
        event: parsed.data?.event ?? 'unknown',
        orderId: order?.entity.id ?? payment?.entity.order_id ?? undefined,
        paymentId: payment?.entity.id ?? undefined,
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
  const { id, amount, receipt, status } = entity
  return {
    id,
    amountPaise: amount,
    receipt: receipt ?? null,
    state: status === 'processed' || status === 'failed' ? status : 'accepted',
  }
}
