/** A seller's figures over HTTP. */
import { api } from '../../../contract/endpoints.ts'
import { accountOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { figuresCsv, showAdvice, showFigures } from './show-figures.ts'

export function figureRoutes(shop: Shop, route: Registrar): void {
  route(api.sellerFigures.get, (context) =>
    showFigures(shop, { sellerId: accountOf(context).accountId, money: true }, context.query),
  )
  route(api.sellerFigures.advice, (context) => showAdvice(shop, { sellerId: accountOf(context).accountId }))
  route(api.sellerFigures.csv, (context) =>
    figuresCsv(shop, { sellerId: accountOf(context).accountId, money: true }, context.query.days),
  )
}
