/** What a database needs before the first visitor: the admin pages' paths, and on a laptop the demo shop (api-rules §2, §5). */
import { createAdminPaths } from '../admin/paths.ts'
import type { Shop } from '../shop.ts'
import type { RememberParcels } from './demo-orders.ts'
import { demoBuyerEmail, isEmpty, seedDemo } from './demo-shop.ts'
import { sql } from '../db/sql.ts'

/** Run at every start, also on several nodes at once. Answers whether the demo accounts are there to log in with. */
export async function seedShop(shop: Shop, remember?: RememberParcels): Promise<boolean> {
  await createAdminPaths(shop.db)
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
