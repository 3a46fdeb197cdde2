/** The least pieces of a product that its bulk price needs: a cancellation may not leave fewer. */
import { singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

/** Pieces of one product that were bought together. */
export interface Bought {
  productId: string
  quantity: number
  /** The price of all of them. */
  goodsPaise: number
  at: Date
}

/** By the bulk prices that the product has today; 1 where the price needs none, or where one piece has cost as little since. */
export async function leastPieces(tx: Tx, { productId, quantity, goodsPaise, at }: Bought): Promise<number> {
  return singleRow(
    await tx.query<{ pieces: number }>(sql`
      select coalesce(max(b.pieces), 1) as pieces
      from product p cross join unnest(p.bulk_from, p.bulk_paise) as b (pieces, paise)
      where p.id = ${productId} and b.pieces <= ${quantity}::int and b.paise * ${quantity}::bigint = ${goodsPaise}::bigint
        and b.paise < coalesce(lowest_price(p.id, ${at}), p.price_paise)`),
  ).pieces
}
