/** The caller's own cart with today's prices, and with the units that his own unpaid hold keeps counted as his. */
import { readCartForCheckout } from '../cart/read-for-checkout.ts'
import type { Queryable } from '../db/client.ts'
import { unitsHeldBy } from './queries.ts'
import type { CartLine } from './rules.ts'

export async function readCart(db: Queryable, customerId: string): Promise<CartLine[]> {
  const lines = await readCartForCheckout(db, customerId)
  const held = new Map((await unitsHeldBy(db, customerId)).map((line) => [line.productId, line.quantity]))
  return lines.map((line) => ({ ...line, units: line.units + (held.get(line.productId) ?? 0) }))
}
