import { api } from '../../contract/endpoints.ts'
import type { Registrar } from '../platform/http/register.ts'
import type { Shop } from '../platform/shop.ts'
import { attributeRoutes } from './attributes/routes.ts'
import { arrivingFor, type FindArriving } from './products/arriving.ts'
import { listCategories, listCategoryRows, listSubcategories } from './categories/list-categories.ts'
import { familyRoutes } from './families/routes.ts'
import { greenClaimRoutes } from './green-claims/routes.ts'
import { homePageRoutes } from './home-page/routes.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { holidayRoutes } from './holidays/routes.ts'
import { listingRoutes } from './listing-states/routes.ts'
import { priceRoutes } from './prices/routes.ts'
import { listOthers } from './products/list-others.ts'
import { listCards, listRelated } from './related/list-related.ts'
import { listFacets } from './products/list-facets.ts'
import type { ProductList } from './products/list-queries.ts'
import { listProducts } from './products/list-products.ts'
import { filtersOf } from './products/rules.ts'
import { listNeeds, saveNeeds } from './declarations/needs.ts'
import { admin } from '../../contract/admin.ts'
import { showSeller } from './sellers/show-seller.ts'
import {
  addSynonym,
  dismissSearchMiss,
  listSearchMisses,
  listSynonyms,
  removeSynonym,
} from './search/edit-synonyms.ts'
import { searchFacets, searchProducts, summariseSearch } from './search/search-products.ts'
import { showProduct } from './products/show-product.ts'
import { suggest } from './search/suggest.ts'

/** Connects the calls of the catalogue. `find` says what arrives at a pin code by a day. */
export function catalogueRoutes(shop: Shop, route: Registrar, find: FindArriving): void {
  route(api.category.all, () => listCategories(shop))
  route(api.category.allSubcategories, () => listSubcategories(shop))
  route(api.category.rows, ({ query }) => listCategoryRows(shop, query.limit))
  route(api.category.subcategories, ({ params }) => listSubcategories(shop, params.id))
  route(api.product.byCategory, async ({ params, query }) =>
    listProducts(shop, { categoryId: params.id }, query, await arrivingFor(find, query)),
  )
  route(api.product.bySubcategory, async ({ params, query }) =>
    listProducts(shop, { subcategoryId: params.id }, query, await arrivingFor(find, query)),
  )
  route(api.product.bySeller, async ({ params, query }) =>
    listProducts(shop, { sellerId: params.id }, query, await arrivingFor(find, query)),
  )
  route(api.seller.get, ({ params }) => showSeller(shop, params.id))
  route(api.product.facets, async ({ query }) =>
    listFacets(shop, listOf(query), filtersOf(query), await arrivingFor(find, query)),
  )
  route(api.product.declarationNeeds, () => listNeeds(shop))
  route(admin.declarationNeeds, () => listNeeds(shop))
  route(admin.saveDeclarationNeeds, async ({ body }) => {
    await saveNeeds(shop, body)
    return { msg: 'What products have to declare is saved.' }
  })
  route(api.product.search, async ({ params, query }) =>
    searchProducts(shop, params.name, query, await arrivingFor(find, query)),
  )
  route(api.product.searchSummary, ({ params }) => summariseSearch(shop.db, params.name))
  route(api.product.searchFacets, async ({ params, query }) =>
    searchFacets(shop, params.name, filtersOf(query), await arrivingFor(find, query)),
  )
  route(api.product.suggest, ({ params }) => suggest(shop.db, params.name))
  route(admin.synonyms, ({ query }) => listSynonyms(shop, query))
  route(admin.addSynonym, async ({ body }) => {
    const { word, meaning } = await addSynonym(shop, body)
    return { msg: `Searches for '${word}' find '${meaning}', too.` }
  })
  route(admin.removeSynonym, async ({ params }) => {
    await removeSynonym(shop, params.id)
    return { msg: 'The synonym is deleted.' }
  })
  route(admin.searchMisses, () => listSearchMisses(shop))
  route(admin.dismissSearchMiss, async ({ body }) => {
    await dismissSearchMiss(shop, body.words)
    return { msg: `'${body.words}' is dismissed.` }
  })
  route(api.product.others, ({ params }) => listOthers(shop, params.id))
  route(api.related.ofProduct, ({ params }) => listRelated(shop, params.id))
  route(api.related.cards, ({ query }) => listCards(shop, query.ids))
  route(api.product.get, ({ params }) => showProduct(shop, params.id))
  attributeRoutes(shop, route)
  familyRoutes(shop, route)
  greenClaimRoutes(shop, route)
  homePageRoutes(shop, route)
  moderationRoutes(shop, route)
  holidayRoutes(shop, route)
  listingRoutes(shop, route)
  priceRoutes(shop, route)
}

/** The contract lets one of them through. */
function listOf(query: {
  categoryId?: number | undefined
  subCategoryId?: number | undefined
  sellerId?: string | undefined
}): ProductList {
  const { categoryId, subCategoryId, sellerId = '' } = query
  if (categoryId) return { categoryId }
  return subCategoryId ? { subcategoryId: subCategoryId } : { sellerId }
}
