/** Listings that lack what their category has to declare leave sale, from the day that a setting names. */
import { dayOf } from '../../platform/calendar.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import type { Shop } from '../../platform/shop.ts'
import { judge, nextHeldBack, nextListings } from './queries.ts'

const batch = 500

function isEnforced({ declarationsFrom }: Shop['config']): boolean {
  return declarationsFrom !== undefined && declarationsFrom <= dayOf(new Date())
}

/** In the transaction that saves a listing. */
export const judgeListing = ({ config }: Pick<Shop, 'config'>, db: Queryable, id: string): Promise<void> =>
  judge(db, [id], isEnforced(config))

/** All listings, a few at a time: the day has come, an administrator has changed what is needed, or the setting was taken back. */
export async function holdBackIncomplete({ db, config }: Pick<Shop, 'db' | 'config'>): Promise<void> {
  const enforced = isEnforced(config)
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const ids = enforced ? await nextListings(db, after, batch) : await nextHeldBack(db, batch)
    await judge(db, ids, enforced)
    if (ids.length < batch) break
    after = ids.at(-1) ?? after
  }
  catalogueChanged(db)
}
