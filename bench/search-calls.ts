/** The calls behind the public lists and searches whose plans `bench search` prints. */
import { listProducts } from '../server/catalogue/products/list-products.ts'
import { listFacets } from '../server/catalogue/products/list-facets.ts'
import { listOthers } from '../server/catalogue/products/list-others.ts'
import { newestOfCategories } from '../server/catalogue/products/list-queries.ts'
import { searchFacets, searchProducts, summariseSearch } from '../server/catalogue/search/search-products.ts'
import { showProduct } from '../server/catalogue/products/show-product.ts'
import { suggest } from '../server/catalogue/search/suggest.ts'
import type { Db } from '../server/platform/db/client.ts'
import { sql } from '../server/platform/db/sql.ts'
import type { PlannedCall } from './plans.ts'

/** Of a tenth of the products, of half and of many. */
const threeFacets = { origin: ['NP', 'LK'], rated: ['3'], price: ['0-200', '200-500'] }

export async function searchCalls(db: Db): Promise<PlannedCall[]> {
  const [one] = await db.query<{ id: string; category: number; subcategory: number }>(
    sql`select id, category_id as category, subcategory_id as subcategory from product where units > 0 order by md5(id::text) limit 1`,
  )
  if (!one) throw new Error('there are no products')
  const any = { limit: 24, cursor: undefined, min: undefined, max: undefined, sub: undefined, stock: false }
  return [
    ['product', (shop) => showProduct(shop, one.id)],
    ["others of a product's subcategory", (shop) => listOthers(shop, one.id)],
    ['rows of the home page', (shop) => newestOfCategories(shop.db, 12)],
    ['list, newest', (shop) => listProducts(shop, { categoryId: one.category }, { ...any, sort: 'newest' })],
    [
      'list, by price',
      (shop) => listProducts(shop, { categoryId: one.category }, { ...any, sort: 'price-low' }),
    ],
    [
      'list, in stock, 200 to 400 rupees',
      (shop) =>
        listProducts(
          shop,
          { subcategoryId: one.subcategory },
          { ...any, sort: 'newest', stock: true, min: 200, max: 400 },
        ),
    ],
    [
      'list, three facets',
      (shop) => listProducts(shop, { categoryId: one.category }, { ...any, ...threeFacets, sort: 'newest' }),
    ],
    ['facets of a list', (shop) => listFacets(shop, { categoryId: one.category }, any)],
    [
      '– with three chosen',
      (shop) => listFacets(shop, { categoryId: one.category }, { ...any, ...threeFacets }),
    ],
    ['facets of a search', (shop) => searchFacets(shop, 'bamboo', any)],
    ['– with three chosen', (shop) => searchFacets(shop, 'bamboo', { ...any, ...threeFacets })],
    ['search, common word', (shop) => searchProducts(shop, 'bamboo', { ...any, sort: 'relevance' })],
    ['search, by price', (shop) => searchProducts(shop, 'bamboo', { ...any, sort: 'price-low' })],
    [
      'search, in stock, 200 to 400 rupees',
      (shop) =>
        searchProducts(shop, 'cotton', { ...any, sort: 'relevance', stock: true, min: 200, max: 400 }),
    ],
    [
      'search, a word of every description',
      (shop) => searchProducts(shop, 'finished', { ...any, sort: 'relevance' }),
    ],
    ['search, unfinished', (shop) => searchProducts(shop, 'ba', { ...any, sort: 'relevance' })],
    ['search, misspelt', (shop) => searchProducts(shop, 'tothbrush', { ...any, sort: 'relevance' })],
    ['search, two words', (shop) => searchProducts(shop, 'bamboo soap', { ...any, sort: 'relevance' })],
    ['summary of a search', (shop) => summariseSearch(shop.db, 'bamboo')],
    ['suggestions', (shop) => suggest(shop.db, 'bamboo')],
  ]
}
