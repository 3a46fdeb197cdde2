/** Inserts what a new database needs: the secret paths of the admin pages, and with SEED=demo the demo shop (api-rules §2, §5). */
import { createAdminPaths } from '../administration/paths.ts'
import type { Shop } from '../platform/shop.ts'
import type { RegisterParcels } from './demo-orders.ts'
import { demoBuyerEmail, isEmpty, seedDemo } from './demo-shop.ts'
import { sql } from '../platform/db/sql.ts'

/** Runs at every start, also on several nodes at once. Returns whether the demo accounts exist. */
export async function seedShop(shop: Shop, registerParcels?: RegisterParcels): Promise<boolean> {
  await createAdminPaths(shop.db)
  if (shop.config.seed !== 'demo') return false
  // A dynamic import: a production node never loads the demo shop.
  if (await isEmpty(shop.db))
    await seedDemo(
      shop,
      await import('../../demo/catalogue/catalogue.ts'),
      await import('../../demo/orders.ts'),
      registerParcels,
    )
  const [row] = await shop.db.query<{ found: boolean }>(
    sql`select exists (select from account where email = ${demoBuyerEmail}) as found`,
  )
  return row?.found ?? false
}
