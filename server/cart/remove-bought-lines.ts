/** A step of checkout: what was bought leaves the cart (api-rules §3.6). */
import type { Tx } from '../db/client.ts'
import { deleteLinesOf } from './queries.ts'

/** Takes these products out of the customer's cart; lines added since stay. */
export async function removeBoughtLines(
  tx: Tx,
  customerId: string,
  productIds: readonly string[],
): Promise<void> {
  await deleteLinesOf(tx, customerId, productIds)
}
