/** The four counters of the overview (specification §2). */
import { countProductsOfShop } from '../catalogue/categories/show-category-tree.ts'
import { cached } from '../platform/page-cache/query-cache.ts'
import { listCustomers } from '../people/identity/list-customers.ts'
import { listSellers } from '../people/sellers/list-sellers.ts'
import type { Shop } from '../platform/shop.ts'
import { countEveryOrder } from '../fulfilment/orders/list-all-orders.ts'

/**
 * At most ten seconds old: counting a million rows takes longer than the rest of a page, and a file of all orders has 2,000
 * pages.
 */
export const countAllOrders = ({ db }: Shop) => cached(db, 'all orders', () => countEveryOrder(db))

/** At most ten seconds old. */
export async function showCounts(shop: Shop) {
  const { db } = shop
  const [products, customers, orders, sellers] = await Promise.all([
    countProductsOfShop(shop),
    cached(db, 'all customers', async () => (await listCustomers(shop, { limit: 1 })).total),
    countAllOrders(shop),
    cached(db, 'all sellers', async () => (await listSellers(shop, { limit: 1 })).total),
  ])
  return { products, customers, orders, sellers }
}
