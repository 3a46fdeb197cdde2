/** Administrator: the shop is held and released (docs/operations.md, "A held shop"). Rupees. */
import { z } from 'zod'
import { bankReplyMax } from './admin-settlements.ts'
import { anyDuty, endpoint, workLimits } from './endpoint.ts'
import { message, text } from './fields.ts'

const ADMIN = ['ADMIN'] as const
const note = text(500, 'Please say why.')

/** A movement of money since the backup that the restored shop did not know. */
export const holdFinding = z.object({
  subject: z.enum(['payment', 'refund', 'transfer', 'bank']),
  /** The provider's id, or the UTR. */
  reference: z.string(),
  /**
   * 'adopted': the shop knows it now; 'unknown': a person has to look; 'under-way': reconcile again before the release;
   * 'no-money': it failed, or all of it came back.
   */
  outcome: z.enum(['adopted', 'unknown', 'under-way', 'no-money']),
  amount: z.number(),
  /** One sentence that says what it is. */
  text: z.string(),
})
export type HoldFinding = z.output<typeof holdFinding>

export const holdState = z.object({
  id: z.string(),
  /** A restored shop cannot be released before it was reconciled with the provider. */
  cause: z.enum(['restored', 'by-hand']),
  note: z.string(),
  heldAt: z.iso.datetime(),
  backupAt: z.iso.datetime().nullable(),
  reconciliation: z.enum(['running', 'done', 'failed']).nullable(),
  /** Up to when the provider's lists were read. */
  reconciledTo: z.iso.datetime().nullable(),
  /** Why the last reconciliation failed. */
  problem: z.string().nullable(),
  /** How many there are of each, and their sums. */
  totals: z.array(
    holdFinding.pick({ subject: true, outcome: true, amount: true }).extend({ count: z.number().int() }),
  ),
  /** At most 200, those that a person has to look at first. */
  findings: z.array(holdFinding),
  /** The reference of the newest payout, such as HP00000012; null without one. */
  lastBankReference: z.string().nullable(),
  /** What was entered of series of documents: they go on behind these serials. */
  series: z.array(z.object({ gstin: z.string(), from: z.string(), to: z.string() })),
  /** Why it cannot be released yet; null where it can. */
  waitsFor: z.string().nullable(),
})
export type HoldState = z.output<typeof holdState>

export const bankReference = z
  .string({ error: 'Please enter the reference.' })
  .trim()
  .toUpperCase()
  .regex(/^HP\d{8,15}$/, 'A reference is HP with at least eight digits.')

export const lastSerial = z.object({
  /** As on the document: a series is one of a GST number, whoever has it now. */
  gstin: text(15, 'Please enter the GST number.').toUpperCase(),
  serial: z
    .string({ error: 'Please enter the serial.' })
    .trim()
    .toUpperCase()
    .regex(/^F?C?\d{2}-\d{2}\/\d{6,9}$/, 'A serial is like 26-27/000012 or C26-27/000012.'),
})

export const heldTransfers = z.object({
  csv: z
    .string({ error: 'Please choose a file.' })
    .min(1, 'This file is empty.')
    .max(bankReplyMax, 'This file is too large.'),
})

export const adminHold = {
  hold: endpoint({
    method: 'GET',
    path: '/public/admin/hold',
    roles: ADMIN,
    duties: anyDuty,
    summary: 'Why the shop is held, and what the reconciliation found; null while it is not held.',
    reply: holdState.nullable(),
  }),
  holdShop: endpoint({
    method: 'POST',
    path: '/public/admin/hold',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    summary:
      'Hold the shop: it sells, pays, refunds and invoices nothing and books no parcel. 409 while it is held. Needs a recent login.',
    body: z.object({ note }),
    reply: message,
  }),
  reconcileHold: endpoint({
    method: 'POST',
    path: '/public/admin/hold/reconciliation',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    summary:
      "Read the provider's payments, refunds and transfers from the backup's time on, and adopt what happened meanwhile. A job does the work; a repetition adopts nothing twice. Needs a recent login.",
    reply: message,
  }),
  continueReferences: endpoint({
    method: 'POST',
    path: '/public/admin/hold/bank-reference',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    summary:
      'Tell the last reference that the bank got: references of payouts go on behind it. Needs a recent login.',
    body: z.object({ reference: bankReference }),
    reply: message,
  }),
  continueSeries: endpoint({
    method: 'POST',
    path: '/public/admin/hold/series',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: 'Let a series of documents go on behind a serial',
    summary:
      'Tell the last serial of a series of documents: it goes on behind it. 409 for one that is not behind the last serial here. Needs a recent login.',
    body: lastSerial,
    reply: message,
  }),
  adoptTransfers: endpoint({
    method: 'POST',
    path: '/public/admin/hold/transfers',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: 'Take over transfers of the bank',
    costly: ['mail'],
    limits: workLimits,
    summary:
      "Transfers of the bank since the backup, so that they are not made again: the bank's reply, CSV with the columns reference, utr, amount and status, and seller (e-mail or GST number) for payouts that the backup does not know. All rows or none; known rows change nothing. Needs a recent login.",
    body: heldTransfers,
    bodyMax: 1_000_000,
    reply: message.extend({ adopted: z.number().int(), known: z.number().int() }),
  }),
  releaseHold: endpoint({
    method: 'POST',
    path: '/public/admin/hold/release',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: 'Release the shop',
    summary:
      'Release the shop: what waited goes on. 409 for a restored shop that was not reconciled, or whose last references and serials are not confirmed. Needs a recent login.',
    body: z.object({
      note,
      /** That the last bank reference, the last serial of each series and the transfers of the bank were entered. */
      entered: z.boolean().default(false),
    }),
    reply: message,
  }),
}
