/** SQL of the stock of products. */
import { singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { unitsNow } from '../holidays/columns.ts'

/** The same condition as `on_sale` of `goods`, for a row `p` of `product` that the statement locks or writes. */
const onSale = sql`p.deleted_at is null and not exists (select from absent_seller a where a.id = p.seller_id)
    and not exists (select from held_back_product h where h.product_id = p.id)`

export interface StockRow {
  id: string
  name: string
  units: number
  onSale: boolean
}

/** Locks the rows in id order, whatever the caller's order, so that two carts never deadlock. */
export async function lockStock(tx: Tx, ids: readonly string[]): Promise<StockRow[]> {
  // 'no key': a customer who puts the product into a cart meanwhile need not wait.
  return tx.query(sql`
    select p.id, p.name, ${unitsNow} as units, (${onSale}) as "onSale" from product p where p.id = any(${ids}::uuid[])
    order by p.id for no key update of p`)
}

/** Takes units from locked rows; returns the ids of the rows that had enough. */
export async function takeUnits(
  tx: Tx,
  ids: readonly string[],
  quantities: readonly number[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx.query<{ id: string }>(sql`
    update product p set units = p.units - w.quantity
    from unnest(${ids}::uuid[], ${quantities}::int[]) as w (id, quantity)
    where p.id = w.id and ${unitsNow} >= w.quantity and ${onSale} returning p.id`)
  return rows.map((row) => row.id)
}

/** Takes units from locked rows, and keeps in mind how many were not there (`withheld_units`). */
export async function takeMissing(
  tx: Tx,
  ids: readonly string[],
  quantities: readonly number[],
): Promise<void> {
  await tx.query(sql`
    update product p set units = greatest(0, p.units - w.quantity),
      withheld_units = p.withheld_units + greatest(0, w.quantity - p.units)
    from unnest(${ids}::uuid[], ${quantities}::int[]) as w (id, quantity) where p.id = w.id`)
}

/** Puts units back into locked rows. Pieces that the seller has withdrawn meanwhile (`withheld_units`) are not on sale again. */
export async function returnUnits(
  tx: Tx,
  ids: readonly string[],
  quantities: readonly number[],
): Promise<void> {
  await tx.query(sql`
    update product p set units = p.units + w.quantity - least(p.units + w.quantity, p.withheld_units),
      withheld_units = p.withheld_units - least(p.units + w.quantity, p.withheld_units)
    from unnest(${ids}::uuid[], ${quantities}::int[]) as w (id, quantity) where p.id = w.id`)
}

/** Whether the price of so many pieces of one of the products has changed; prices in paise each. */
export async function findChangedPrices(
  tx: Tx,
  lines: readonly { productId: string; pricePaise: number; quantity: number }[],
): Promise<boolean> {
  const [ids, prices] = [lines.map((line) => line.productId), lines.map((line) => line.pricePaise)]
  return singleRow(
    await tx.query<{ found: boolean }>(sql`
      select exists (
        select from unnest(${ids}::uuid[], ${prices}::bigint[], ${lines.map((line) => line.quantity)}::int[])
          as w (id, price_paise, quantity)
        where price_for(w.id, w.quantity) <> w.price_paise
      ) as found`),
  ).found
}

export interface LowStockRow {
  sellerId: string
  name: string
  units: number
}

/**
 * Marks the products with fewer units than `below` that were not marked yet, or only for a higher limit, and returns them.
 * Locks in id order, as everywhere.
 */
export async function markLowStock(tx: Tx, ids: readonly string[], below: number): Promise<LowStockRow[]> {
  return tx.query(sql`
    with low as (
      select id from product
      where id = any(${ids}::uuid[]) and units < ${below} and deleted_at is null
        and (low_stock_told_below is null or low_stock_told_below > ${below})
      order by id for no key update
    )
    update product p set low_stock_told_below = ${below} from low where p.id = low.id
    returning p.seller_id as "sellerId", p.name, p.units`)
}
