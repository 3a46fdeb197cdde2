/** An administrator chooses the categories whose new listings are looked at. */
import { record } from '../../people/audit/record.ts'
import type { Shop } from '../../platform/shop.ts'
import { watchCategories } from './queries.ts'

/** One choice after the other: the later one is the whole truth. */
export async function saveWatched({ db }: Shop, categoryIds: readonly number[]): Promise<void> {
  await db.transaction(async (tx) => {
    const names = await watchCategories(tx, categoryIds)
    await record(tx, 'categories-watched', {
      target: { kind: 'category', id: null, name: names.length === 0 ? 'none' : 'some' },
      note: names.join(', ').slice(0, 400),
    })
  })
}
