/** SQL of the sale and the bulk prices of products. `price_for` and `lowest_price` are functions of the schema (0054). */
import { limits } from '../../../contract/limits.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { singleRow } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Sale, StoredPrices } from './rules.ts'

interface PricesRow extends StoredPrices {
  id: string
  name: string
  image: string
  mrpPaise: number | null
  lowestPaise: number | null
  bulkFrom: number[]
  bulkPaise: number[]
}

/** A product of this seller; undefined for a deleted one or another seller's. */
export async function findPrices(
  db: Queryable,
  sellerId: string,
  id: string,
  { lock }: { lock: boolean } = { lock: false },
): Promise<PricesRow | undefined> {
  const [row] = await db.query<PricesRow>(sql`
    select id, name, images[1] as image, version, coalesce(regular_paise, price_paise) as "regularPaise", mrp_paise as "mrpPaise",
      sale_paise as "salePaise", sale_begins_at as "saleBegins", sale_ends_at as "saleEnds", lowest_paise as "lowestPaise",
      bulk_from as "bulkFrom", bulk_paise as "bulkPaise", now() as now
    from product where id = ${id} and seller_id = ${sellerId} and deleted_at is null
    ${lock ? sql`for no key update` : sql``}`)
  return row
}

/** Writes the prices of a locked product; returns its new version. A sale that goes on keeps the lowest price before it. */
export async function updatePrices(
  tx: Tx,
  id: string,
  sale: Sale | null,
  bulk: readonly { from: number; pricePaise: number }[],
): Promise<number> {
  const begins = sql`${sale?.begins ?? null}::timestamptz`
  const salePaise = sql`${sale?.pricePaise ?? null}::bigint`
  return singleRow(
    await tx.query<{ version: number }>(sql`
      update product p set regular_paise = case when ${sale !== null} then coalesce(p.regular_paise, p.price_paise) end,
        sale_paise = ${salePaise}, sale_begins_at = ${begins}, sale_ends_at = ${sale?.ends ?? null}::timestamptz,
        price_paise = case when ${begins} <= now() then ${salePaise} else coalesce(p.regular_paise, p.price_paise) end,
        lowest_paise = case when ${sale?.goesOn ?? false} then p.lowest_paise
          when ${begins} <= now() then lowest_price(p.id, ${begins} - ${limits.lowestPriceDays} * interval '1 day') end,
        bulk_from = ${bulk.map(({ from }) => from)}::int[], bulk_paise = ${bulk.map(({ pricePaise }) => pricePaise)}::int[],
        version = p.version + 1, updated_at = now()
      where p.id = ${id} returning p.version`),
  ).version
}

/**
 * Writes the price that holds now to at most `limit` products whose sale has begun or ended; returns how many. Rows that another
 * run writes are passed over.
 */
export async function writeDuePrices(tx: Tx, limit: number): Promise<number> {
  const rows = await tx.query(sql`
    with due as (
      select id from product
      where (price_paise = regular_paise and sale_begins_at <= now() and sale_ends_at > now())
        or (sale_paise is not null and price_paise = sale_paise and sale_ends_at <= now())
      limit ${limit} for no key update skip locked)
    update product p set price_paise = case when p.sale_ends_at > now() then p.sale_paise else p.regular_paise end,
      lowest_paise = case when p.sale_ends_at > now()
        then lowest_price(p.id, p.sale_begins_at - ${limits.lowestPriceDays} * interval '1 day') end
    from due where p.id = due.id returning 1`)
  return rows.length
}

/**
 * Removes at most `limit` sales that ended some minutes ago; returns how many. A checkout that began before the end may look for
 * the sale so long.
 */
export async function removeEndedSales(tx: Tx, limit: number): Promise<number> {
  const rows = await tx.query(sql`
    update product set regular_paise = null, sale_paise = null, sale_begins_at = null, sale_ends_at = null
    where id in (
      select id from product where sale_paise is not null and sale_ends_at < now() - interval '5 minutes'
        and price_paise = regular_paise limit ${limit} for no key update skip locked)
    returning 1`)
  return rows.length
}
