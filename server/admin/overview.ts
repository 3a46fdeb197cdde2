/** The four counters of the overview (specification §2). */
import { countProductsOfShop } from '../catalogue/show-category-tree.ts'
import { cached } from '../page-cache/query-cache.ts'
import { listCustomers } from '../identity/list-customers.ts'
import { listSellers } from '../sellers/list-sellers.ts'
import type { Shop } from '../shop.ts'
import { countOrders } from './queries.ts'

/** At most ten seconds old: counting a million rows takes longer than the rest of the page. */
export async function showCounts(shop: Shop) {
  const { db } = shop
  const [products, customers, orders, sellers] = await Promise.all([
    countProductsOfShop(shop),
    cached(db, 'all customers', async () => (await listCustomers(shop, { limit: 1 })).total),
    cached(db, 'all orders', () => countOrders(db)),
    cached(db, 'all sellers', async () => (await listSellers(shop, { limit: 1 })).total),
  ])
  return { products, customers, orders, sellers }
}
