/** The shop's own invoices over HTTP. */
import { admin } from '../../../contract/admin.ts'
import { api } from '../../../contract/endpoints.ts'
import { partyOf, sellerOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  listAllShopDocuments,
  listOwnShopDocuments,
  showAnyShopDocument,
  showOwnShopDocument,
  showShopIdentity,
} from './show-documents.ts'

export function shopDocumentRoutes(shop: Shop, route: Registrar): void {
  route(api.shopDocument.list, (context) => listOwnShopDocuments(shop, sellerOf(context), context.query))
  route(api.shopDocument.get, (context) =>
    showOwnShopDocument(shop, partyOf(context).accountId, context.params.id),
  )
  route(admin.shopDocuments, (context) => listAllShopDocuments(shop, context.query))
  route(admin.shopIdentity, () => showShopIdentity(shop))
  route(admin.shopDocument, (context) => showAnyShopDocument(shop, context.params.id))
}
