/** Money that a person should look at: refunds that hang, and payments for which there is no checkout. */
import { z } from 'zod'
import { searched } from './admin-people.ts'
import { endpoint } from './endpoint.ts'
import { foreignId, id, message, text } from './fields.ts'

const ADMIN = ['ADMIN'] as const

/** `late`: failed, not taken by the provider within an hour, or not done within seven days of that. */
export const adminRefund = z.object({
  id: z.string(),
  paymentId: z.string(),
  amount: z.number(),
  /** 'not-delivered': one order's money; 'at-provider': made there, and not by the shop. */
  reason: z.enum([
    'sold-out',
    'paid-twice',
    'amount-differs',
    'cart-replaced',
    'not-delivered',
    'at-provider',
  ]),
  /** 'replaced': another refund of the same payment took its place. */
  state: z.enum(['scheduled', 'accepted', 'processed', 'failed', 'replaced']),
  late: z.boolean(),
  customerEmail: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type AdminRefund = z.output<typeof adminRefund>

/** A webhook of the payment provider that names an order which is in no checkout of ours. */
export const unmatchedPayment = z.object({
  providerOrderId: z.string(),
  event: z.string(),
  times: z.number().int(),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
})
export type UnmatchedPayment = z.output<typeof unmatchedPayment>

export const noteBody = z.object({ note: text(500, 'Please say what was done.') })

export const adminMoney = {
  refunds: endpoint({
    method: 'GET',
    path: '/public/admin/refunds',
    roles: ADMIN,
    mutates: false,
    summary:
      "Refunds, newest first; `show=late` (the default) only those that hang, `show=all` all. `q` is a payment's id or a buyer's e-mail.",
    query: searched.extend({ show: z.enum(['late', 'all']).default('late') }),
    reply: z.array(adminRefund),
    paged: true,
  }),
  retryRefund: endpoint({
    method: 'POST',
    path: '/public/admin/refunds/{id}/retry',
    roles: ADMIN,
    mutates: true,
    summary: 'Try a refund again now, under the same key: the money moves once. 409 for one that ended.',
    params: z.object({ id }),
    reply: message,
  }),
  settleRefund: endpoint({
    method: 'POST',
    path: '/public/admin/refunds/{id}/settled',
    roles: ADMIN,
    mutates: true,
    summary:
      'A late refund was paid by hand, at the provider or by bank: the shop sends it no more. 409 for one that is not late, that the provider made meanwhile or is being asked for; 503 while the provider does not say.',
    params: z.object({ id }),
    body: noteBody,
    reply: message,
  }),
  refundOrder: endpoint({
    method: 'POST',
    path: '/public/admin/orders/{id}/refund',
    roles: ADMIN,
    mutates: true,
    summary:
      'Give back the whole price of one paid order that cannot be delivered: cancelled, on its way back, lost, or never booked. The server decides the amount; what went back at the provider already is not given again. 409 for any other order.',
    params: z.object({ id }),
    body: z.object({ note: text(500, 'Please give a reason.') }),
    reply: message,
  }),
  unmatchedPayments: endpoint({
    method: 'GET',
    path: '/public/admin/unmatched-payments',
    roles: ADMIN,
    mutates: false,
    summary: 'Payments that the provider told of and no checkout fits, newest first, without those seen to.',
    query: searched,
    reply: z.array(unmatchedPayment),
    paged: true,
  }),
  resolvePayment: endpoint({
    method: 'POST',
    path: '/public/admin/unmatched-payments/{providerOrder}/resolved',
    roles: ADMIN,
    mutates: true,
    summary: 'Somebody saw to an unmatched payment and says how.',
    params: z.object({ providerOrder: foreignId(100) }),
    body: noteBody,
    reply: message,
  }),
}
