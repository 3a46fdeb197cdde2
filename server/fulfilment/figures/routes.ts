/** A seller's figures over HTTP. */
import { api } from '../../../contract/endpoints.ts'
import { sellerOf, sessionOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { PartySession } from '../../platform/session.ts'
import type { Shop } from '../../platform/shop.ts'
import { figuresCsv, showAdvice, showFigures } from './show-figures.ts'

/** Members of a team see amounts if they have the area of money. */
const readerOf = (context: { session: PartySession | null }) => ({
  sellerId: sellerOf(context),
  money: sessionOf(context).areas.some((area) => area === 'owner' || area === 'money'),
})

export function figureRoutes(shop: Shop, route: Registrar): void {
  route(api.sellerFigures.get, (context) => showFigures(shop, readerOf(context), context.query))
  route(api.sellerFigures.advice, (context) => showAdvice(shop, { sellerId: sellerOf(context) }))
  route(api.sellerFigures.csv, (context) => figuresCsv(shop, readerOf(context), context.query.days))
}
