/**
 * Changes of products by hand, in one statement. A seller's edit replaces the whole form and needs their login; with it a test of
 * the cart, a page or the search would fail for reasons of the product form. As after a use case the next request sees the change.
 */
import { catalogueChanged } from '../../server/platform/page-cache/query-cache.ts'
import { type Sql, sql } from '../../server/platform/db/sql.ts'
import type { TestShop } from './shop.ts'

/** Without `running` nobody answers from memory. */
type Stored = Pick<TestShop, 'db'> & Partial<Pick<TestShop, 'running'>>

async function change({ db, running }: Stored, statement: Sql): Promise<void> {
  await db.query(statement)
  if (running) catalogueChanged(running.shop.db)
}

interface Change {
  name?: string
  description?: string
  pricePaise?: number
  units?: number
  /** As the database stores them. */
  images?: readonly string[]
}

export async function changeProduct(shop: Stored, id: string, changes: Change): Promise<void> {
  const { name = null, description = null, pricePaise = null, units = null, images = null } = changes
  await change(
    shop,
    sql`
    update product set name = coalesce(${name}::text, name), description = coalesce(${description}::text, description),
      price_paise = coalesce(${pricePaise}::bigint, price_paise), units = coalesce(${units}::int, units),
      images = coalesce(${images}::text[], images)
    where id = ${id}`,
  )
}

export const setUnits = (shop: Stored, id: string, units: number): Promise<void> =>
  changeProduct(shop, id, { units })

/** Takes a product off the shop, or puts it back, which no call does. */
export async function setDeleted(shop: Stored, id: string, deleted = true): Promise<void> {
  await change(
    shop,
    sql`
    update product set deleted_at = case when ${deleted}::boolean then now() end where id = ${id}`,
  )
}

/** Suspends the seller of a product, or lets them sell again; their sessions last, unlike after the administrator's call. */
export async function setSellerSuspended(
  shop: Stored,
  productOfSeller: string,
  suspended = true,
): Promise<void> {
  await change(
    shop,
    sql`
    update account set suspended_at = case when ${suspended}::boolean then now() end
    where id = (select seller_id from product where id = ${productOfSeller})`,
  )
}
