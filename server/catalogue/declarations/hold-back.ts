/** Listings that lack what their category has to declare leave sale, from the day that a setting names. */
import { addDays, dayOf } from '../../platform/calendar.ts'
import type { Tx } from '../../platform/db/client.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import type { Shop } from '../../platform/shop.ts'
import { queueDayMail, queueHeldBackMail } from './mails.ts'
import {
  holdIncomplete,
  judge,
  type Missing,
  missingOf,
  nextListings,
  tellHeldBack,
  tellOfDay,
} from './queries.ts'

const batch = 500
/** Sellers who are told in one transaction. */
const sellersAtOnce = 100
const warnedDaysBefore = 7

const isEnforced = ({ declarationsFrom }: Shop['config'], today: string): boolean =>
  declarationsFrom !== undefined && declarationsFrom <= today

/** In the transaction that adds a listing, of which a trigger has noted what is missing. Returns as `judgeListing`. */
export async function judgeNewListing(
  { config }: Pick<Shop, 'config'>,
  tx: Tx,
  id: string,
): Promise<Missing | undefined> {
  if (!isEnforced(config, dayOf(new Date()))) return undefined
  await holdIncomplete(tx, [id], true)
  return missingOf(tx, id)
}

/** In the transaction that saves a listing. Returns what it lacks where it is not on sale for that. */
export async function judgeListing(
  { config }: Pick<Shop, 'config'>,
  tx: Tx,
  id: string,
): Promise<Missing | undefined> {
  await judge(tx, [id], { enforced: isEnforced(config, dayOf(new Date())), told: true })
  return missingOf(tx, id)
}

/**
 * All listings, a few at a time: the day has come, an administrator has changed what is needed, or the setting was taken back.
 * Tells the sellers, and a week before, too.
 */
export async function holdBackIncomplete(shop: Shop): Promise<void> {
  const { db, config } = shop
  const today = dayOf(new Date())
  const enforced = isEnforced(config, today)
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const ids = await db.transaction(async (tx) => {
      const next = await nextListings(tx, after, batch)
      await judge(tx, next, { enforced, told: false })
      return next
    })
    if (ids.length < batch) break
    after = ids.at(-1) ?? after
  }
  catalogueChanged(db)
  const day = config.declarationsFrom
  if (enforced) await tell(shop, tellHeldBack, (tx, seller) => queueHeldBackMail(shop, tx, seller))
  else if (day !== undefined && addDays(day, -warnedDaysBefore) <= today)
    await tell(
      shop,
      (tx, limit) => tellOfDay(tx, day, limit),
      (tx, seller) => queueDayMail(shop, tx, seller, day),
    )
}

async function tell<Seller>(
  { db }: Shop,
  next: (tx: Tx, limit: number) => Promise<Seller[]>,
  queue: (tx: Tx, seller: Seller) => Promise<void>,
): Promise<void> {
  const some = async (tx: Tx) => {
    const sellers = await next(tx, sellersAtOnce)
    for (const seller of sellers) await queue(tx, seller)
    return sellers.length
  }
  while ((await db.transaction(some)) === sellersAtOnce);
}
