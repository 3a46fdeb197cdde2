/**
 * Changes of products by one SQL statement, because a seller's edit needs a login and the whole form. The next request sees the
 * change, as after a use case.
 */
import { catalogueChanged } from '../../server/platform/page-cache/query-cache.ts'
import { type Sql, sql } from '../../server/platform/db/sql.ts'
import type { TestShop } from './shop.ts'

/** Without `running` there is no cache to clear. */
type Stored = Pick<TestShop, 'db'> & Partial<Pick<TestShop, 'running'>>

async function change({ db, running }: Stored, statement: Sql): Promise<void> {
  await db.query(statement)
  if (running) catalogueChanged(running.shop.db)
}

interface Change {
  name?: string
  description?: string
  /** An MRP below it rises with it. */
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
      price_paise = coalesce(${pricePaise}::bigint, price_paise),
      mrp_paise = case when mrp_paise < ${pricePaise}::bigint then ${pricePaise}::bigint else mrp_paise end, units = coalesce(${units}::int, units),
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

/** Suspends the seller of a product, or lets them sell again; their sessions stay, unlike after the administrator's call. */
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
