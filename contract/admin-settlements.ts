/** Administrator: settlement runs, statements of sellers, payouts, the bank file and month-end reports (docs/money.md). Rupees. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { endpoint, workLimits } from './endpoint.ts'
import { day, id, message, page, streamedFile, text } from './fields.ts'
import {
  amounts,
  payoutHold,
  payoutReply,
  payoutStates,
  settlementLine,
  settlementReply,
} from './settlement.ts'

const ADMIN = ['ADMIN'] as const
const params = z.object({ id })
const seller = z.object({ id: z.string(), company: z.string(), email: z.string() })

/** A run settles all sellers up to a day; one that was interrupted is continued. */
export const settlementRun = z.object({
  id: z.string(),
  upTo: z.iso.date(),
  state: z.enum(['running', 'done']),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  sellers: z.number().int(),
  lines: z.number().int(),
  ...amounts,
  payout: z.number(),
  /** What sellers owe the shop after it, in total; 0 or negative. */
  carriedAfter: z.number(),
  /** Count and amount of the payouts in each state. */
  payouts: z.array(z.object({ state: z.enum(payoutStates), count: z.number().int(), amount: z.number() })),
})
export type SettlementRun = z.output<typeof settlementRun>

/** What a run would pay if it were started now. */
export const settlementPreview = z.object({
  /** Sellers with something due. */
  sellers: z.number().int(),
  /** Of them those who are paid; the others owe the shop or have less than a rupee, which is carried. */
  paid: z.number().int(),
  payout: z.number(),
  /** Sellers with something due who wait because they are suspended. */
  suspended: z.number().int(),
  /** The ten largest payouts. */
  largest: z.array(z.object({ company: z.string(), payout: z.number() })),
})
export type SettlementPreview = z.output<typeof settlementPreview>

export const adminSettlement = settlementReply.extend({ runId: z.string(), seller })
export type AdminSettlement = z.output<typeof adminSettlement>

export const adminPayout = payoutReply.extend({
  settlementId: z.string(),
  runId: z.string(),
  upTo: z.iso.date(),
  seller,
  /** The short reference that the bank file has and the bank's reply repeats. */
  bankReference: z.string(),
  bankFileId: z.string().nullable(),
  /** Why it waits, if a change of the seller's details holds it. */
  held: payoutHold.nullable(),
  /** Why it failed or came back, or the note of the administrator; null if there is none. */
  note: z.string().nullable(),
  /** Whether it failed or came back, and no other payout stands for it. */
  repeatable: z.boolean(),
  /** What the seller has got of it by a further transfer, whatever became of this one, and owes the shop. */
  extra: z.number(),
  /** Whether the seller is suspended: the page asks before such a payout is marked as paid. */
  sellerSuspended: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type AdminPayout = z.output<typeof adminPayout>

export const bankFile = z.object({
  id: z.string(),
  /** The name under which it is downloaded. */
  name: z.string(),
  payouts: z.number().int(),
  amount: z.number(),
  /** The SHA-256 of its bytes; null in a file of before, until it is downloaded. */
  sha256: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type BankFile = z.output<typeof bankFile>

export const utr = z
  .string({ error: 'Please enter the UTR.' })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{10,22}$/, 'A UTR has 10 to 22 letters and digits.')
  // Notes about payments name it, too, and many payments go to one branch.
  .regex(/^(?![A-Z]{4}0[A-Z0-9]{6}$)/, 'This is the IFSC of a branch, and no UTR.')

/** The bank's reply: at most this many characters. */
export const bankReplyMax = 500_000
export const bankReplyResult = z.object({
  msg: z.string(),
  paid: z.number().int(),
  failed: z.number().int(),
  /** Rows that change nothing, because the payout was already paid with this UTR, failed or returned. */
  known: z.number().int(),
})

/** 'gstr-1' is of the shop's own invoices, 'provider-charges' what the payment provider deducted. */
export const monthEndReports = ['gstr-8', 'tds', 'gstr-1', 'provider-charges'] as const
/** A calendar month, YYYY-MM. */
export const month = z.string().regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/, 'Please give a month as YYYY-MM.')

export const adminSettlements = {
  settlementRuns: endpoint({
    method: 'GET',
    path: '/public/admin/settlement-runs',
    roles: ADMIN,
    duties: ['finance'],
    summary: 'Settlement runs, newest first.',
    query: page,
    reply: z.array(settlementRun),
    paged: true,
  }),
  settlementRun: endpoint({
    method: 'GET',
    path: '/public/admin/settlement-runs/{id}',
    roles: ADMIN,
    duties: ['finance'],
    summary: 'One settlement run with its totals.',
    params,
    reply: settlementRun,
  }),
  settlementPreview: endpoint({
    method: 'GET',
    path: '/public/admin/settlement-preview',
    roles: ADMIN,
    duties: ['finance'],
    summary: 'What a settlement run up to this day would pay if it were started now. Changes nothing.',
    query: z.object({ upTo: day }),
    reply: settlementPreview,
  }),
  startSettlementRun: endpoint({
    method: 'POST',
    path: '/public/admin/settlement-runs',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    costly: ['rows'],
    limits: workLimits,
    summary:
      'Settle all sellers up to a day that has ended. Continues a run of this day that was interrupted. 409 where this day, or a later one, is settled already, or another run is under way. Needs a recent login.',
    body: z.object({ upTo: day }),
    reply: message.extend({ id: z.string() }),
  }),
  settlements: endpoint({
    method: 'GET',
    path: '/public/admin/settlements',
    roles: ADMIN,
    duties: ['finance'],
    summary: 'Settlements, newest first, of all runs or of one. `q` is a part of a company or an e-mail.',
    query: searchableList.extend({ runId: id.optional(), sellerId: id.optional() }),
    reply: z.array(adminSettlement),
    paged: true,
  }),
  settlement: endpoint({
    method: 'GET',
    path: '/public/admin/settlements/{id}',
    roles: ADMIN,
    duties: ['finance'],
    summary: 'One settlement of a seller.',
    params,
    reply: adminSettlement,
  }),
  settlementLines: endpoint({
    method: 'GET',
    path: '/public/admin/settlements/{id}/lines',
    roles: ADMIN,
    duties: ['finance'],
    summary: 'The sales and reversals of one settlement, newest first.',
    params,
    query: page,
    reply: z.array(settlementLine),
    paged: true,
  }),
  settlementCsv: endpoint({
    method: 'GET',
    path: '/public/admin/settlements/{id}/csv',
    roles: ADMIN,
    duties: ['finance'],
    summary: 'One settlement as CSV, as its seller gets it.',
    params,
    reply: streamedFile,
    file: 'text/csv',
  }),
  payouts: endpoint({
    method: 'GET',
    path: '/public/admin/payouts',
    roles: ADMIN,
    duties: ['finance'],
    summary:
      "Payouts, newest first. `q` is a UTR, a bank reference, a provider's transfer id, or a part of a company or an e-mail.",
    query: searchableList.extend({ runId: id.optional(), state: z.enum(payoutStates).optional() }),
    reply: z.array(adminPayout),
    paged: true,
  }),
  makeBankFile: endpoint({
    method: 'POST',
    path: '/public/admin/settlement-runs/{id}/bank-file',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    summary:
      'Put all payouts of a run that wait for the bank into one file for bulk NEFT. Payouts that are held, and those whose account number cannot be read, stay out. 409 where none waits. Needs a recent login.',
    params,
    reply: bankFile,
  }),
  bankFiles: endpoint({
    method: 'GET',
    path: '/public/admin/bank-files',
    roles: ADMIN,
    duties: ['finance'],
    summary: 'Bank files, newest first, of all runs or of one.',
    query: page.extend({ runId: id.optional() }),
    reply: z.array(bankFile),
    paged: true,
  }),
  downloadBankFile: endpoint({
    method: 'GET',
    path: '/public/admin/bank-files/{id}/csv',
    roles: ADMIN,
    duties: ['finance'],
    summary:
      'The bank file as CSV, with whole account numbers: the same bytes each time. Needs a recent login; each download is written to the audit.',
    params,
    reply: streamedFile,
    file: 'text/csv',
  }),
  payoutPaid: endpoint({
    method: 'POST',
    path: '/public/admin/payouts/{id}/paid',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: 'Mark a payout as paid',
    costly: ['mail'],
    limits: workLimits,
    summary:
      'Mark a payout by bank as paid, with the UTR. One that had failed or come back is paid after all. 409 for a UTR that was used, for a payout that is paid or goes through the provider, and for a suspended seller without `confirmSuspended`. Needs a recent login.',
    params,
    body: z.object({ utr, confirmSuspended: z.boolean().optional() }),
    reply: message,
  }),
  payoutFailed: endpoint({
    method: 'POST',
    path: '/public/admin/payouts/{id}/failed',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: 'Mark a payout as failed or returned',
    summary:
      'Mark a payout by bank as refused by the bank, or as returned by it after it was paid; the seller is owed the money again. Needs a recent login.',
    params,
    body: z.object({ note: text(500, 'Please say why.') }),
    reply: message,
  }),
  payAgain: endpoint({
    method: 'POST',
    path: '/public/admin/payouts/{id}/again',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: 'Pay a payout again',
    summary:
      'Make a new payout for one that failed or came back. 409 for any other, and for one that was made again. Needs a recent login.',
    params,
    body: z.object({ method: z.enum(['route', 'bank']) }),
    reply: message.extend({ id: z.string() }),
  }),
  uploadBankReply: endpoint({
    method: 'POST',
    path: '/public/admin/bank-replies',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: "Take over a bank's reply",
    costly: ['mail'],
    limits: workLimits,
    summary:
      "The bank's reply to a bank file, CSV with the columns reference, utr, amount and status: marks its payouts as paid or failed, all or none. 400 names each row that cannot be taken over; 409 for a file that was uploaded before. Needs a recent login.",
    body: z.object({
      csv: z
        .string({ error: 'Please choose a file.' })
        .min(1, 'This file is empty.')
        .max(bankReplyMax, 'This file is too large.'),
    }),
    bodyMax: 1_000_000,
    reply: bankReplyResult,
  }),
  linkRouteAccount: endpoint({
    method: 'POST',
    path: '/public/admin/sellers/{id}/route-account',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    summary:
      "Make, or ask again about, the seller's linked account at the payment provider, through which payouts by Route go. 409 where Route is switched off. Needs a recent login.",
    params,
    reply: message.extend({ status: z.string() }),
  }),
  monthEnd: endpoint({
    method: 'GET',
    path: '/public/admin/month-end/{report}',
    roles: ADMIN,
    duties: ['finance'],
    summary:
      'GSTR-8 or TDS data of a month as CSV, one line a seller; GSTR-1 of what the shop itself charges; or what the payment provider charged, with the GST that the shop may claim. Needs a recent login; each download is written to the audit.',
    params: z.object({ report: z.enum(monthEndReports) }),
    query: z.object({ month }),
    reply: streamedFile,
    file: 'text/csv',
  }),
}
