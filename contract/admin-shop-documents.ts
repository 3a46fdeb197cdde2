/** Administrator: the shop's own invoices (docs/money.md, "The shop's invoices"). Rupees. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { endpoint, workLimits } from './endpoint.ts'
import { file, id } from './fields.ts'
import { shopDocumentReply, shopIdentityReply } from './shop-document.ts'

const ADMIN = ['ADMIN'] as const

export const adminShopDocuments = {
  shopDocuments: endpoint({
    method: 'GET',
    path: '/public/admin/shop-documents',
    roles: ADMIN,
    duties: ['finance'],
    summary:
      "The shop's own invoices and credit notes, newest first. `q` is a part of the recipient's name, a serial or a GST number.",
    query: searchableList,
    reply: z.array(shopDocumentReply),
    paged: true,
  }),
  shopIdentity: endpoint({
    method: 'GET',
    path: '/public/admin/shop-identity',
    roles: ADMIN,
    duties: ['finance'],
    summary: 'In whose name the shop invoices its charges, and up to which month it has.',
    reply: shopIdentityReply,
  }),
  shopDocument: endpoint({
    method: 'GET',
    path: '/public/admin/shop-documents/{id}',
    roles: ADMIN,
    duties: ['finance'],
    costly: ['render'],
    limits: workLimits,
    summary: 'An invoice or a credit note of the shop as a PDF. Written to the audit.',
    params: z.object({ id }),
    reply: file,
    file: 'application/pdf',
  }),
}
