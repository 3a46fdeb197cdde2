/** Cached pages: what is sent while no page can be made. */
import type { TestShop } from './shop.ts'

/** Makes rendering impossible: a page that is answered with 200 was cached. */
export async function withoutDatabase({ db }: TestShop, work: () => Promise<void>): Promise<void> {
  await db.execute('alter view goods_on_sale rename to on_sale_away; alter view goods rename to goods_away')
  try {
    await work()
  } finally {
    await db.execute('alter view on_sale_away rename to goods_on_sale; alter view goods_away rename to goods')
  }
}
