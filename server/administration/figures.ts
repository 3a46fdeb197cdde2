/** What About, Support and Careers state about the shop: the operator's texts, or true counts. */
import type { ShopFigures } from '../../contract/figures.ts'
import { countProductsOfShop } from '../catalogue/categories/show-category-tree.ts'
import { countVerifiedCustomers } from '../people/identity/list-customers.ts'
import { countSellersOnSale } from '../people/sellers/list-sellers.ts'
import type { Shop } from '../platform/shop.ts'

export async function showFigures(shop: Shop): Promise<ShopFigures> {
  const { figures } = shop.config
  if (!Object.values(figures).includes('counted')) return figures
  const [products, customers, { sellers, cities }] = await Promise.all([
    countProductsOfShop(shop),
    countVerifiedCustomers(shop),
    countSellersOnSale(shop),
  ])
  const counts: Partial<ShopFigures> = {
    products: atLeast(products),
    customers: atLeast(customers),
    sellers: atLeast(sellers),
    cities: atLeast(cities),
  }
  const entries = Object.entries(figures).map(([name, figure]) => [
    name,
    figure === 'counted' ? counts[name as keyof ShopFigures] : figure,
  ])
  return Object.fromEntries(entries) as ShopFigures
}

/** A count of ten and more is rounded down to its first digit: 4,321 is '4,000+'. null for none. */
function atLeast(count: number): string | null {
  if (count < 10) return count === 0 ? null : String(count)
  const unit = 10 ** (String(count).length - 1)
  return `${(Math.floor(count / unit) * unit).toLocaleString('en-IN')}+`
}
