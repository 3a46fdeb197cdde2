/** Administrator: what couriers charge, by their bills, and sellers who dispute a weight. Rupees. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { endpoint, workLimits } from './endpoint.ts'
import { id, message, text } from './fields.ts'
import { weightReply } from './weights.ts'

const ADMIN = ['ADMIN'] as const

export const adminWeight = weightReply.extend({
  seller: z.object({ company: z.string(), email: z.string() }),
})
export type AdminWeight = z.output<typeof adminWeight>

/** In characters. */
export const courierBillMax = 300_000
export const courierBillRows = 1_000

export const courierBillResult = z.object({
  msg: z.string(),
  booked: z.number().int(),
  /** Rows that change nothing, because they are booked already. */
  known: z.number().int(),
  refused: z.number().int(),
  rows: z.array(
    z.object({
      /** The heading is line 1. */
      line: z.number().int(),
      awbNumber: z.string(),
      outcome: z.enum(['booked', 'known', 'refused']),
      /** What the row does, or why it does nothing. */
      text: z.string(),
    }),
  ),
})
export type CourierBillResult = z.output<typeof courierBillResult>

export const adminWeights = {
  courierBill: endpoint({
    method: 'POST',
    path: '/public/admin/courier-bills',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    costly: ['mail'],
    limits: workLimits,
    summary:
      "The courier's bill, CSV with columns for the air waybill, the day, the applied weight in kg, the freight and, optionally, the RTO freight, in rupees with GST. With `book` false nothing is stored: the reply says what each row would do. Each row is booked whole or refused with its reason; a row that is booked already changes nothing. Needs a recent login.",
    body: z.object({
      csv: z
        .string({ error: 'Please choose a file.' })
        .min(1, 'This file is empty.')
        .max(courierBillMax, 'This file is too large.'),
      book: z.boolean({ error: 'Please say whether it is booked.' }),
    }),
    bodyMax: 1_000_000,
    reply: courierBillResult,
  }),
  weights: endpoint({
    method: 'GET',
    path: '/public/admin/weights',
    roles: ADMIN,
    duties: ['finance'],
    summary:
      'Parcels that were heavier than what their sales had charged for, newest first; `show=disputed` (the default) those to be decided: disputed, or held because the weight is many times the packed one; `show=all` all. `q` is an order’s number, an air waybill or a seller’s e-mail.',
    query: searchableList.extend({ show: z.enum(['disputed', 'all']).default('disputed') }),
    reply: z.array(adminWeight),
    paged: true,
  }),
  decideWeight: endpoint({
    method: 'POST',
    path: '/public/admin/weights/{id}/decide',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    costly: ['mail'],
    limits: workLimits,
    summary:
      'Decide a weight. A disputed one: accept what the seller says, so that nothing is charged, or deny it, so that the difference is charged at once. A held one: accept, so that nothing is charged, or deny, so that the difference is announced to the seller, who can dispute it. The seller reads the reason. `charge` is the one that the caller saw: 409 for another one, and for what is not to be decided. Needs a recent login.',
    params: z.object({ id }),
    body: z.object({
      decision: z.enum(['accept', 'deny'], { error: 'Please choose.' }),
      charge: z.number({ error: 'Please say which charge you saw.' }).min(0).max(99_999_999),
      note: text(500, 'Please give a reason.'),
    }),
    reply: message,
  }),
}
