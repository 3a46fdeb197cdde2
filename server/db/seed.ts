/** What a database needs before the first visitor: the admin pages' paths, and on a laptop the demo shop (contract §2, §5). */
import { randomUUID } from 'node:crypto'
import type { Shop } from '../shop.ts'
import type { Queryable } from './client.ts'
import { only } from './client.ts'
import type { RememberParcels } from './seed/demo-orders.ts'
import { demoBuyerEmail, isEmpty, seedDemo } from './seed/demo-shop.ts'
import { sql } from './sql.ts'

const settingName = 'admin-paths'

/** The last segment of each admin page's address; nobody can guess one. */
export interface AdminPaths {
  overview: string
  sellers: string
  orders: string
  customers: string
}

/** Run at every start, also on several nodes at once. Answers whether the demo accounts are there to log in with. */
export async function seedShop(shop: Shop, remember?: RememberParcels): Promise<boolean> {
  await seedSettings(shop.db)
  if (shop.config.seed !== 'demo') return false
  // The demo shop is read only where it is wanted: a production node never loads it.
  if (await isEmpty(shop.db))
    await seedDemo(
      shop,
      await import('../../demo/catalogue/catalogue.ts'),
      await import('../../demo/orders.ts'),
      remember,
    )
  const [row] = await shop.db.query<{ found: boolean }>(
    sql`select exists (select from account where email = ${demoBuyerEmail}) as found`,
  )
  return row?.found ?? false
}

/** Draws the admin paths once in the life of the database: of two nodes that start together, the first one's stay. */
export async function seedSettings(db: Queryable): Promise<void> {
  const paths: AdminPaths = {
    overview: randomUUID(),
    sellers: randomUUID(),
    orders: randomUUID(),
    customers: randomUUID(),
  }
  await db.query(sql`
    insert into setting (name, value) values (${settingName}, ${JSON.stringify(paths)}::jsonb) on conflict (name) do nothing`)
}

export async function readAdminPaths(db: Queryable): Promise<AdminPaths> {
  return only(
    await db.query<{ value: AdminPaths }>(sql`select value from setting where name = ${settingName}`),
  ).value
}
