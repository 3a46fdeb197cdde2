/** What the same people bought within 90 days, counted each night from a year of orders: the product page shows it. */
import { pastId } from '../../platform/db/ids.ts'
import type { Shop } from '../../platform/shop.ts'
import { countTogether, nextOnSale } from './together-queries.ts'

const days = 365
const batch = 200
const [firstOfAll, lastOfAll] = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
]

/** One statement for some products at a time, so that memory and the length of a transaction do not grow with the shop. */
export async function countBoughtTogether({ db }: Pick<Shop, 'db'>): Promise<void> {
  const firstId = pastId(Date.now() - days * 86_400_000)
  for (let after = firstOfAll; after !== lastOfAll;) {
    const ids = await nextOnSale(db, after, batch)
    // After the last product on sale: rows of those that have left it go, too.
    const last = ids.length === batch ? (ids.at(-1) ?? lastOfAll) : lastOfAll
    await countTogether(db, ids, { after, last, firstId })
    after = last
  }
}
