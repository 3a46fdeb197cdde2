/** Writes the prices of sales that begin and end: a job for each second at which one does, and a timer for what the job missed. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '../../platform/db/client.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import type { Shop } from '../../platform/shop.ts'
import { removeEndedSales, secondsUntil, writeDuePrices } from './queries.ts'

/** The queue looks for due jobs every two seconds: its job is due so many seconds earlier, and waits for the rest. */
export const earlySeconds = 3

/** Buyers of a product wait for the transaction that changes its price. */
const batch = 100

/** Safe to run twice at once, and at any time: only the database's clock decides. */
export async function changeDuePrices({ db }: Pick<Shop, 'db'>): Promise<void> {
  const inBatches = async (work: (tx: Tx, limit: number) => Promise<number>) => {
    for (;;) {
      const done = await db.transaction((tx) => work(tx, batch))
      if (done > 0) catalogueChanged(db)
      if (done < batch) return
    }
  }
  await inBatches(writeDuePrices)
  await inBatches(removeEndedSales)
}

/** One job changes the prices of every sale that begins or ends then; the others find nothing to do. */
export async function changePricesAt(shop: Pick<Shop, 'db'>, at: string): Promise<void> {
  let left: number
  while ((left = await secondsUntil(shop.db, at)) > 0) {
    // Run by hand before its time.
    if (left > 2 * earlySeconds) return
    await sleep(left * 1_000 + 1)
  }
  await changeDuePrices(shop)
}
