/** Writes the prices of sales that begin and end: a job for each second at which one does, and a timer for what the job missed. */
import type { Tx } from '../../platform/db/client.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import type { Shop } from '../../platform/shop.ts'
import { removeEndedSales, writeDuePrices } from './queries.ts'

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
