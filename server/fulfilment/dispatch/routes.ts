/** What a seller packs, over HTTP. */
import { api } from '../../../contract/endpoints.ts'
import { sellerOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { cancelUndeliverable } from './cancel-undeliverable.ts'
import { countShipments, listShipments } from './list-shipments.ts'
import { markReady } from './mark-ready.ts'
import { printManifest, printPapers } from './print-papers.ts'

export function dispatchRoutes(shop: Shop, route: Registrar): void {
  route(api.dispatch.list, (context) => listShipments(shop, sellerOf(context), context.query))
  route(api.dispatch.counts, (context) => countShipments(shop, sellerOf(context)))
  route(api.dispatch.ready, (context) => markReady(shop, sellerOf(context), context.body.shipments))
  route(api.dispatch.papers, (context) => printPapers(shop, sellerOf(context), context.query.ids))
  route(api.dispatch.manifest, (context) => printManifest(shop, sellerOf(context), context.query.ids))
  route(api.dispatch.cannotDeliver, (context) =>
    cancelUndeliverable(shop, sellerOf(context), context.params.id, context.body),
  )
}
