/** Invoices and credit notes of orders, and the seller's data for GSTR-1 (docs/money.md, Invoices). */
import { z } from 'zod'
import { endpoint, workLimits } from './endpoint.ts'
import { file, id, streamedFile, text } from './fields.ts'
import { gstCheckCharacter, gstPattern, wrongCheckCharacter } from './gstin.ts'
import { limits } from './limits.ts'

/** The documents of an order in the order of their issue. `url` is a path of this server for the reader. */
export const documentsOfOrder = z.array(
  z.object({
    id: z.string(),
    /** 'way-back-invoice': of the shop, to a buyer who has paid the way back of a return. */
    kind: z.enum(['invoice', 'credit-note', 'way-back-invoice']),
    /** The serial number, such as 26-27/000012. */
    number: z.string(),
    /** The day of the issue in India. */
    date: z.iso.date(),
    url: z.string(),
  }),
)
export type OrderDocument = z.output<typeof documentsOfOrder>[number]

const badFormat = 'Invalid GST Number format.'

/** A business may enter its name and GST number at the checkout; the invoices then show them. */
export const businessBuyer = z.object({
  name: text(limits.companyLength, 'Business name is required.'),
  gstin: z
    .string({ error: 'GST Number is required.' })
    .trim()
    .min(1, 'GST Number is required.')
    .toUpperCase()
    .regex(gstPattern, { error: badFormat, abort: true })
    .refine((gst) => gstCheckCharacter(gst) === gst.charAt(14), `${badFormat} ${wrongCheckCharacter}`),
})
export type BusinessBuyer = z.output<typeof businessBuyer>

const gstPatternOnly = z.string().trim().toUpperCase().regex(gstPattern, badFormat)

/** A GST number of a seller, with the days of the first and the last document under it. */
export const registration = z.object({ gstin: z.string(), from: z.iso.date(), to: z.iso.date() })
export type Registration = z.output<typeof registration>

/** The tables of GSTR-1 that the shop fills in, with the names of the offline tool. */
export const gstr1Parts = ['b2b', 'b2cl', 'b2cs', 'cdnr', 'cdnur', 'nil', 'hsn', 'docs'] as const

export const document = {
  get: endpoint({
    method: 'GET',
    path: '/private/order/documents/{id}',
    roles: ['CUSTOMER', 'SELLER'],
    areas: ['orders', 'money'],
    costly: ['render'],
    limits: workLimits,
    summary: 'An invoice or a credit note of an order of the caller, as buyer or seller, as a PDF.',
    params: z.object({ id }),
    reply: file,
    file: 'application/pdf',
  }),
  gstr1: endpoint({
    method: 'GET',
    path: '/private/seller/gstr1/{month}',
    roles: ['SELLER'],
    areas: ['money'],
    summary:
      'What GSTR-1 asks for about the caller’s sales of a month (YYYY-MM, India), as CSV: supplies to businesses (b2b), to consumers (b2cl, b2cs), credit notes (cdnr, cdnur), supplies without tax (nil), the summary by HSN code (hsn) and the series of documents (docs). `part` selects one of them, with the columns of the GST offline tool. `gstin` selects a registration; 400 without it for a month with documents under several.',
    params: z.object({
      month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Please give a month as YYYY-MM.'),
    }),
    query: z.object({ part: z.enum(gstr1Parts).optional(), gstin: gstPatternOnly.optional() }),
    reply: streamedFile,
    file: 'text/csv',
  }),
  registrations: endpoint({
    method: 'GET',
    path: '/private/seller/registrations',
    roles: ['SELLER'],
    areas: ['money'],
    summary:
      'The GST numbers under which the caller has invoices, the newest first, with the days of the first and the last one.',
    reply: z.array(registration),
  }),
}
