/** Invoices and credit notes over HTTP. */
import { api } from '../../../contract/endpoints.ts'
import { partyOf, sellerOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { exportGstr1, listRegistrations } from './export-gstr1.ts'
import { showOwnDocument } from './show-document.ts'

export function invoiceRoutes(shop: Shop, route: Registrar): void {
  route(api.document.get, (context) => showOwnDocument(shop, partyOf(context).accountId, context.params.id))
  route(api.document.gstr1, async (context) =>
    exportGstr1(shop, sellerOf(context), { ...context.params, ...context.query }),
  )
  route(api.document.registrations, (context) => listRegistrations(shop, sellerOf(context)))
}
