/** Administrator: overdue refunds, the refund of one order, and payments that belong to no checkout. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { endpoint, workLimits } from './endpoint.ts'
import { externalId, id, message, text } from './fields.ts'
import { limits } from './limits.ts'
import { paise, rupees } from './money.ts'
import { refundReason } from './refund.ts'

const ADMIN = ['ADMIN'] as const

/** `late`: failed, not accepted by the provider within an hour, or not processed within seven days after that. */
export const adminRefund = z.object({
  id: z.string(),
  paymentId: z.string(),
  amount: z.number(),
  reason: refundReason,
  /** 'replaced': superseded by another refund of the same payment. */
  state: z.enum(['scheduled', 'accepted', 'processed', 'failed', 'replaced']),
  late: z.boolean(),
  /** 'unmatched': made at the provider, and a person has to say what for; 'twice': the money went back a second time. */
  attention: z.enum(['unmatched', 'twice']).nullable(),
  /** The refunds of the same payment that an unmatched one may be meant for. */
  mayBe: z.array(z.object({ id: z.string(), amount: z.number(), reason: refundReason })),
  customerEmail: z.string(),
  /** The refunded order; all orders of the purchase where a payment was refunded as a whole. */
  orderNumbers: z.array(z.string()),
  /** What administrators typed: when they decided it, and when they paid it by hand. */
  note: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type AdminRefund = z.output<typeof adminRefund>

/** A payment that a webhook of the provider reported and whose provider order belongs to no checkout of the shop. */
export const unmatchedPayment = z.object({
  providerOrderId: z.string(),
  event: z.string(),
  times: z.number().int(),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
})
export type UnmatchedPayment = z.output<typeof unmatchedPayment>

export const noteBody = z.object({ note: text(500, 'Please say what was done.') })

const wrongAmount = 'Please enter an amount in rupees, with at most two decimals.'

/** Pieces or an amount in rupees; `left` is what the caller saw as left of the order's amount. */
export const refundPartBody = z
  .object({
    units: z
      .number({ error: 'Please choose how many pieces.' })
      .int('Please choose a whole number of pieces.')
      .min(1, 'Please choose at least one piece.')
      .max(limits.orderQuantityMax, `At most ${limits.orderQuantityMax} pieces.`)
      .optional(),
    amount: z
      .number({ error: wrongAmount })
      // The payment provider refuses less.
      .min(1, 'Please enter at least ₹1.')
      .max(rupees(Number.MAX_SAFE_INTEGER), wrongAmount)
      .refine((amount) => rupees(paise(amount)) === amount, wrongAmount)
      .optional(),
    bears: z.enum(['seller', 'shop'], { error: 'Please choose who bears it.' }),
    left: z.number().nonnegative(),
    note: text(500, 'Please give a reason.'),
  })
  .refine(({ units, amount }) => (units === undefined) !== (amount === undefined), {
    error: 'Please choose pieces or an amount.',
    path: ['amount'],
  })

/** What really became of a parcel, by a person who knows better than the courier's words. */
export const outcomeBody = z.object({
  outcome: z.enum(['delivered', 'returned', 'lost', 'never-left'], {
    error: 'Please choose what became of it.',
  }),
  reason: text(400, 'Please give a reason.'),
  evidence: text(400, 'Please say how you know.'),
})
export type ParcelOutcome = z.output<typeof outcomeBody>['outcome']

/**
 * What a refund at the provider was for: 'refund', the one with `refundId`; 'gift', nothing that the shop has decided; 'void', it
 * failed and is not owed. 'seen': for money that went back twice.
 */
export const refundAnswer = z
  .object({
    answer: z.enum(['refund', 'gift', 'void', 'seen'], { error: 'Please choose what it was for.' }),
    refundId: id.optional(),
    note: text(400, 'Please say how you know.'),
  })
  .refine(({ answer, refundId }) => (answer === 'refund') === (refundId !== undefined), {
    error: 'Please choose a refund.',
    path: ['refundId'],
  })
export type RefundAnswer = z.output<typeof refundAnswer>

export const adminMoney = {
  refunds: endpoint({
    method: 'GET',
    path: '/public/admin/refunds',
    roles: ADMIN,
    duties: ['finance', 'support'],
    summary:
      "Refunds, newest first; `show=late` (the default) only overdue ones and those that wait for a person, `show=all` all. `q` is an order's number, a payment's id, or a buyer's e-mail, name or mobile.",
    query: searchableList.extend({ show: z.enum(['late', 'all']).default('late') }),
    reply: z.array(adminRefund),
    paged: true,
  }),
  retryRefund: endpoint({
    method: 'POST',
    path: '/public/admin/refunds/{id}/retry',
    roles: ADMIN,
    duties: ['finance'],
    summary:
      'Retry a refund now, with the same idempotency key, so that it is made once. 409 for one that has ended.',
    params: z.object({ id }),
    reply: message,
  }),
  settleRefund: endpoint({
    method: 'POST',
    path: '/public/admin/refunds/{id}/settled',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: 'Mark a refund as paid by hand',
    costly: ['mail'],
    limits: workLimits,
    summary:
      'Mark a late refund as paid by hand, at the provider or by bank transfer; the shop stops sending it. 409 for one that is not late, that the provider has made meanwhile or that is being sent; 503 while the provider does not respond.',
    params: z.object({ id }),
    body: noteBody,
    reply: message,
  }),
  answerRefund: endpoint({
    method: 'POST',
    path: '/public/admin/refunds/{id}/answer',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: 'Say what a refund at the provider was for',
    summary:
      'Say what a refund was for that was made at the provider, or that you have seen that money went back twice; refunds of the payment that waited are sent. 409 where no answer is asked for or the answer does not fit.',
    params: z.object({ id }),
    body: refundAnswer,
    reply: message,
  }),
  refundOrder: endpoint({
    method: 'POST',
    path: '/public/admin/orders/{id}/refund',
    roles: ADMIN,
    duties: ['finance', 'support'],
    recentLogin: true,
    costly: ['mail', 'render'],
    limits: workLimits,
    summary:
      'Refund the whole price of one paid order that cannot be delivered: cancelled, returning, lost, or never booked. The server decides the amount; money that was already refunded at the provider is not refunded again. 409 for any other order; 403 with `recentLogin` if the password was entered too long ago.',
    params: z.object({ id }),
    body: z.object({ note: text(500, 'Please give a reason.') }),
    reply: message,
  }),
  refundPart: endpoint({
    method: 'POST',
    path: '/public/admin/orders/{id}/refund-part',
    roles: ADMIN,
    duties: ['finance', 'support'],
    recentLogin: true,
    costly: ['mail', 'render'],
    limits: workLimits,
    summary:
      'Refund pieces of an order, or an amount in rupees, whatever became of its parcel; `bears` says who pays for it. Pieces that were not handed over are taken out of the parcel; the stock is not changed. 409 for more than is left, if `left` is not what is left, for pieces that an open return asks for, and for a bearer who cannot bear it; 403 with `recentLogin` if the password was entered too long ago.',
    params: z.object({ id }),
    body: refundPartBody,
    reply: message,
  }),
  correctParcel: endpoint({
    method: 'POST',
    path: '/public/admin/orders/{id}/outcome',
    roles: ADMIN,
    duties: ['finance', 'support'],
    recentLogin: true,
    secondPerson: 'Set what became of a parcel',
    costly: ['mail', 'render'],
    limits: workLimits,
    summary:
      "Set what really became of the parcel of an order, and of all orders in it: order and money follow as after a word of the courier. Of a refunded order only the seller's money follows. Buyer and seller are told. 409 for an order without a parcel, and for what the shop knows already.",
    params: z.object({ id }),
    body: outcomeBody,
    reply: message,
  }),
  releaseParcel: endpoint({
    method: 'POST',
    path: '/public/admin/orders/{id}/release',
    roles: ADMIN,
    duties: ['finance', 'support'],
    recentLogin: true,
    limits: workLimits,
    summary:
      'Let the parcel of a suspended seller go on, with all orders in it: it is booked with the courier. 409 for one that is not stopped.',
    params: z.object({ id }),
    body: z.object({ note: text(500, 'Please give a reason.') }),
    reply: message,
  }),
  unmatchedPayments: endpoint({
    method: 'GET',
    path: '/public/admin/unmatched-payments',
    roles: ADMIN,
    duties: ['finance'],
    summary: 'Unresolved payments that the provider reported and that belong to no checkout, newest first.',
    query: searchableList,
    reply: z.array(unmatchedPayment),
    paged: true,
  }),
  resolvePayment: endpoint({
    method: 'POST',
    path: '/public/admin/unmatched-payments/{providerOrder}/resolved',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: 'Mark an unmatched payment as resolved',
    summary: 'Mark an unmatched payment as resolved, with a note that says how.',
    params: z.object({ providerOrder: externalId(100) }),
    body: noteBody,
    reply: message,
  }),
}
