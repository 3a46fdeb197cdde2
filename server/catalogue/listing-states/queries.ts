/** SQL of the states of listings: a row of `held_back_product` with the state as its cause, and none where it is on sale. */
import type { ListingDetail } from '../../../contract/listing.ts'
import type { ListingState } from '../../../contract/listing-words.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { emptySql, sql } from '../../platform/db/sql.ts'
import { offSaleJson } from '../moderation/queries.ts'

const bySeller = sql`h.cause in ('draft', 'scheduled', 'hidden')`

/** For a product `p`. */
export const keptOffSale = sql`exists (select from held_back_product h where h.product_id = p.id and ${bySeller})`
export const stateOf = sql`coalesce((select h.cause from held_back_product h where h.product_id = p.id and ${bySeller}), 'on-sale')`
export const onSaleAtOf = sql`(select h.on_sale_at from held_back_product h where h.product_id = p.id and h.cause = 'scheduled')`

interface ListingRow extends Omit<ListingDetail, 'imageUrl' | 'onSaleAt' | 'changes'> {
  image: string
  onSaleAt: Date | null
}

export async function findListing(
  db: Queryable,
  sellerId: string,
  id: string,
): Promise<ListingRow | undefined> {
  const [row] = await db.query<ListingRow>(sql`
    select p.id, p.name, p.images[1] as image, ${stateOf} as state, ${onSaleAtOf} as "onSaleAt", ${offSaleJson} as "offSale",
      missing_declarations(p) as missing,
      exists (select from held_back_product h where h.product_id = p.id and h.cause = 'incomplete') as "heldBack"
    from product p where p.id = ${id} and p.seller_id = ${sellerId} and p.deleted_at is null`)
  return row
}

export interface LockedState {
  state: ListingState
  /** When a scheduled listing comes on sale. */
  onSaleAt: Date | null
  /** By the database's clock. */
  now: Date
}

/** Undefined for a deleted product or another seller's. The second statement sees what the lock waited for. */
export async function lockState(tx: Tx, sellerId: string, id: string): Promise<LockedState | undefined> {
  const found = await tx.query(sql`
    select from product where id = ${id} and seller_id = ${sellerId} and deleted_at is null for no key update`)
  if (found.length === 0) return undefined
  const [row] = await tx.query<LockedState>(sql`
    select ${stateOf} as state, ${onSaleAtOf} as "onSaleAt", clock_timestamp() as now from product p where p.id = ${id}`)
  return row
}

/** The product is locked, or new. */
export async function writeState(
  tx: Tx,
  id: string,
  state: ListingState,
  onSaleAt: Date | null,
): Promise<void> {
  await tx.query(sql`delete from held_back_product h where h.product_id = ${id} and ${bySeller}`)
  if (state !== 'on-sale')
    await tx.query(sql`
      insert into held_back_product (product_id, cause, told, on_sale_at) values (${id}, ${state}, true, ${onSaleAt}::timestamptz)`)
}

/** No price of the days before a sale was one at which somebody could buy. */
const nothingSaved = sql`lowest_paise = null`

/** The product is locked, and its state has changed; `offered`: it comes on sale. */
export async function noteState(tx: Tx, id: string, { offered }: { offered: boolean }): Promise<void> {
  await tx.query(sql`
    update product set version = version + 1, updated_at = now(),
      offered_at = case when ${offered} then now() else offered_at end
      ${offered ? sql`, ${nothingSaved}` : emptySql}
    where id = ${id}`)
}

/** Puts at most `limit` products on sale whose time has come, and returns them. Rows that another transaction has are passed over. */
export async function offerDue(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    with due as (
      select p.id from held_back_product h join product p on p.id = h.product_id
      where h.cause = 'scheduled' and h.on_sale_at <= now() order by p.id limit ${limit} for no key update of p skip locked),
    offered as (
      delete from held_back_product h using due where h.product_id = due.id and h.cause = 'scheduled' and h.on_sale_at <= now()
      returning h.product_id)
    update product p set version = p.version + 1, updated_at = now(), offered_at = now(), ${nothingSaved} from offered o where p.id = o.product_id
    returning p.id`)
  return rows.map(({ id }) => id)
}
