/** How each seller delivered, counted from facts each night: the product page shows it beside the seller's name. */
import { pastId } from '../../platform/db/ids.ts'
import type { Shop } from '../../platform/shop.ts'
import { countDeliveriesOf, nextRatedSellers } from './delivery-record-queries.ts'

const days = 90
const batch = 20

/** One statement for a few sellers at a time. A seller whose orders are older keeps a record of zeros. */
export async function countDeliveries({ db }: Shop): Promise<void> {
  const since = new Date(Date.now() - days * 86_400_000)
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined;) {
    const sellers: string[] = await nextRatedSellers(db, after, batch)
    if (sellers.length > 0) await countDeliveriesOf(db, sellers, since, pastId(since.getTime()))
    after = sellers.at(-1)
  }
}
