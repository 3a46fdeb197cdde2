/** The Razorpay adapter: orders, payments, refunds, signatures, webhooks (providers.md §1). */
import { z } from 'zod'
import { storable } from '../../../../contract/fields.ts'
import type { PaymentAccess } from '../../config/providers.ts'
import {
  type PaymentProvider,
  type PaymentWebhook,
  type ProviderPayment,
  ProviderRefused,
  type ProviderRefund,
  ProviderUnavailable,
} from './provider.ts'
import { collection, openRazorpayApi } from './razorpay-api.ts'
import { openDisputes } from './razorpay-disputes.ts'
import { listBetween, openRoute, toCharge, toTransfer, transferEntity } from './razorpay-route.ts'
import { openSettlements } from './razorpay-settlements.ts'
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
  // An unknown status counts as no money: refusing it would hide the other attempts of its list.
  status: z.string().transform((word) => paymentStates.find((state) => state === word) ?? 'created'),
  amount_refunded: z.number().int().nullish(),
  // Null until it is captured. Anything else counts as unknown: the settlement says it later.
  fee: z.int().nullish().catch(null),
  tax: z.int().nullish().catch(null),
  // Seconds since 1970. Anything else counts as unknown, for the same reason.
  created_at: z
    .unknown()
    .optional()
    .transform((value) => z.int().positive().safeParse(value).data),
})
const refundEntity = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.number().int(),
  receipt: z.string().nullish(),
  // An empty list where there are none.
  notes: z.object({ refund: z.string() }).nullish().catch(null),
  // Any status but 'processed' and 'failed' means that the refund is under way.
  status: z.string(),
})
// No id of the provider has what PostgreSQL cannot store; such a webhook is acknowledged as one of an unknown event.
const webhookId = z.string().refine(storable)
const webhookBody = z.object({
  event: z.string(),
  payload: z.object({
    payment: z
      .object({ entity: z.object({ id: webhookId.nullish(), order_id: webhookId.nullish() }) })
      .optional(),
    order: z.object({ entity: z.object({ id: webhookId }) }).optional(),
    transfer: z.object({ entity: z.object({ id: webhookId }) }).optional(),
    dispute: z.object({ entity: z.object({ id: webhookId }) }).optional(),
    settlement: z.object({ entity: z.object({ id: webhookId }) }).optional(),
  }),
})

/** `access` holds the keys and where the API is: the real one, or the sandbox on loopback. */
export function openRazorpay(access: PaymentAccess & { timeoutMs?: number }): PaymentProvider {
  const { ask, askAll } = openRazorpayApi(access)
  // Linked accounts are in the second version of the API.
  const { ask: askV2 } = openRazorpayApi({ ...access, apiUrl: access.apiUrl.replace(/\/v1$/, '/v2') })

  async function askPayment(method: string, paymentId: string, path = '', body?: object) {
    const asked = `/payments/${encodeURIComponent(paymentId)}${path}`
    const payment = toPayment(await ask(method, asked, paymentEntity, body))
    if (payment.id !== paymentId)
      throw new ProviderUnavailable(`${method} ${asked}: the answer is of another payment`)
    return payment
  }

  return {
    ...openRoute(ask, askV2),
    ...openDisputes(ask),
    ...openSettlements(ask),
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
        { amount: amountPaise, receipt: key, notes: { refund: key } },
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
    async activityBetween(from, to) {
      const refunds = await listBetween(ask, '/refunds', refundEntity, from, to)
      const transfers = await listBetween(ask, '/transfers', transferEntity, from, to)
      return {
        payments: (await listBetween(ask, '/payments', paymentEntity, from, to)).map(toPayment),
        refunds: refunds.map((one) => ({ ...toRefund(one), paymentId: one.payment_id })),
        transfers: transfers.map((one) => ({ ...toTransfer(one), accountId: one.recipient })),
      }
    },
    signatureIsGood: (orderId, paymentId, signature) =>
      checkoutSignatureMatches(access.keySecret, orderId, paymentId, signature),
    parseWebhook: (rawBody, headers) => parseWebhook(access, rawBody, headers),
  }
}

function parseWebhook(access: PaymentAccess, rawBody: Buffer, headers: Headers): PaymentWebhook | null {
  const signature = headers.get('x-razorpay-signature') ?? ''
  const secrets = [access.webhookSecret, access.olderWebhookSecret].filter((secret) => secret !== undefined)
  if (!secrets.some((secret) => webhookSignatureMatches(secret, rawBody, signature))) return null
  const parsed = webhookBody.safeParse(JSON.parse(rawBody.toString('utf8')))
  const { payment, order, transfer, dispute, settlement } = parsed.data?.payload ?? {}
  return {
    eventId: headers.get('x-razorpay-event-id') ?? '',
    event: parsed.data?.event ?? 'unknown',
    orderId: order?.entity.id ?? payment?.entity.order_id ?? undefined,
    paymentId: payment?.entity.id ?? undefined,
    transferId: transfer?.entity.id,
    disputeId: dispute?.entity.id,
    settlementId: settlement?.entity.id,
  }
}

function toPayment(entity: z.output<typeof paymentEntity>): ProviderPayment {
  return {
    id: entity.id,
    orderId: entity.order_id ?? '',
    amountPaise: entity.amount,
    currency: entity.currency,
    status: entity.status,
    refundedPaise: entity.amount_refunded ?? 0,
    charge: toCharge(entity.fee, entity.tax),
    createdAt: toDate(entity.created_at),
  }
}

function toDate(seconds: number | undefined): Date | null {
  const date = new Date((seconds ?? NaN) * 1_000)
  return Number.isNaN(date.getTime()) ? null : date
}

function toRefund(entity: z.output<typeof refundEntity>): ProviderRefund {
  const { id, amount, receipt, notes, status } = entity
  return {
    id,
    amountPaise: amount,
    receipt: notes?.refund ?? receipt ?? null,
    state: status === 'processed' || status === 'failed' ? status : 'accepted',
  }
}
