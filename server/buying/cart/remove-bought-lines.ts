/** A step of checkout: removes from the cart what was bought (api-rules §3.6). */
import type { Tx } from '../../platform/db/client.ts'
import { deleteLinesOf } from './queries.ts'

/** Removes these products from the customer's cart; other lines stay. */
export async function removeBoughtLines(
  tx: Tx,
  customerId: string,
  productIds: readonly string[],
): Promise<void> {
  await deleteLinesOf(tx, customerId, productIds)
}
