/** Holidays of sellers: they begin with a call, and end by the clock of the database. */
import { holidayDaysMax, holidayWithin } from '../../../contract/holiday.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { shortlyBefore } from '../at-its-second.ts'
import {
  endHoliday,
  findEnd,
  findHoliday,
  holidaysToFollow,
  noteFollowed,
  putHoliday,
  writeAway,
} from './queries.ts'

export const showHoliday = async ({ db }: Shop, sellerId: string) => ({
  lastDay: (await findHoliday(db, sellerId)) ?? null,
})

/** What a checkout holds before a product follows is paid and dispatched as ever. Refuses: invalid for a day that cannot be. */
export async function setHoliday(shop: Shop, sellerId: string, lastDay: string | null): Promise<void> {
  await shop.db.transaction(async (tx) => {
    if (lastDay === null) return endHoliday(tx, sellerId)
    const end = await findEnd(tx, lastDay, holidayDaysMax)
    if (!end) throw new Refusal('invalid', holidayWithin, { fields: { lastDay: holidayWithin } })
    await putHoliday(tx, sellerId, lastDay)
    await shop.jobs.send(tx, 'end-holidays', { at: end.toISOString() }, { at: shortlyBefore(end) })
  })
  await follow(shop, sellerId)
}

/** Buyers of a product wait for the transaction that writes it. */
const batch = 100

/** The products of a seller follow their holiday, a few at a time. */
async function follow({ db }: Pick<Shop, 'db'>, sellerId: string): Promise<void> {
  while ((await db.transaction((tx) => writeAway(tx, sellerId, batch))) === batch) catalogueChanged(db)
  await db.transaction((tx) => noteFollowed(tx, sellerId))
  catalogueChanged(db)
}

const sellersAtOnce = 1_000

/** Ends holidays that are over, and continues what a process left undone. Safe to run twice at once, and at any time. */
export async function followHolidays(shop: Pick<Shop, 'db'>): Promise<void> {
  for (const sellerId of await holidaysToFollow(shop.db, sellersAtOnce)) await follow(shop, sellerId)
}
