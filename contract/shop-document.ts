/** The shop's own invoices for what it charges sellers and buyers (docs/money.md, "The shop's invoices"). Rupees. */
import { z } from 'zod'
import { endpoint, workLimits } from './endpoint.ts'
import { file, id, page } from './fields.ts'

export const shopDocumentReply = z.object({
  id: z.string(),
  kind: z.enum(['invoice', 'credit-note']),
  /** The serial number, such as F26-27/000012. */
  number: z.string(),
  /** The day of the issue in India. */
  date: z.iso.date(),
  /** Of a seller: the month whose charges it has, YYYY-MM. */
  month: z.string().nullable(),
  /** Of a buyer: the order whose way back it is for. */
  orderNumber: z.string().nullable(),
  recipient: z.string(),
  gstin: z.string().nullable(),
  taxable: z.number(),
  gst: z.number(),
  total: z.number(),
  /** A path of this server for the reader. */
  url: z.string(),
})
export type ShopDocument = z.output<typeof shopDocumentReply>

export const shopIdentityReply = z.object({
  /** The supplier on the invoices; null where the shop makes none, because its GST number is not set. */
  identity: z.object({ name: z.string(), address: z.string(), gstin: z.string() }).nullable(),
  /** Whether it is that of a shop for trying out. */
  isDemo: z.boolean(),
  /** The first month that is not invoiced yet, YYYY-MM. */
  nextMonth: z.string(),
})
export type ShopIdentity = z.output<typeof shopIdentityReply>

export const shopDocument = {
  list: endpoint({
    method: 'GET',
    path: '/private/shop-documents',
    roles: ['SELLER'],
    areas: ['money'],
    summary: "The shop's invoices and credit notes to the caller for commission and carriage, newest first.",
    query: page,
    reply: z.array(shopDocumentReply),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/private/shop-documents/{id}',
    roles: ['CUSTOMER', 'SELLER'],
    areas: ['money'],
    costly: ['render'],
    limits: workLimits,
    summary:
      'An invoice or a credit note of the shop to the caller as a PDF: to a seller for a month, to a buyer for a way back.',
    params: z.object({ id }),
    reply: file,
    file: 'application/pdf',
  }),
}
