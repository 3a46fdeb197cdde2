/** SQL of the catalogue. Everything public leaves out deleted products and those of suspended sellers. */
import type { Queryable, Tx } from '../db/client.ts'
import { emptySql, sql } from '../db/sql.ts'
import { onSale } from './on-sale.ts'
import { plainText } from './search-document.ts'

export interface CategoryRow {
  id: number
  name: string
}

export interface SubcategoryRow extends CategoryRow {
  imageUrl: string
  categoryId: number
}

export interface ListedRow {
  id: string
  name: string
  pricePaise: number
  image: string
  /** The beginning of the description, a little longer than lists show. */
  description: string
  units: number
  subcategoryId: number
  subcategoryName: string
}

export interface DetailRow {
  id: string
  name: string
  pricePaise: number
  images: string[]
  description: string
  details: string
  units: number
  subcategoryId: number
  subcategoryName: string
  categoryId: number
  categoryName: string
  sellerCompany: string
}

/** For a product `p` in its subcategory `s`. */
export const listedColumns = sql`p.id, p.name, p.price_paise as "pricePaise", p.images[1] as image, left(p.description, 400) as description,
    p.units, p.subcategory_id as "subcategoryId", s.name as "subcategoryName"`

export async function allCategories(db: Queryable): Promise<CategoryRow[]> {
  return db.query(sql`select id, name from category order by name`)
}

/** All subcategories, or those of one category. */
export async function subcategories(db: Queryable, categoryId?: number): Promise<SubcategoryRow[]> {
  return db.query(sql`
    select id, name, image_url as "imageUrl", category_id as "categoryId" from subcategory
    ${categoryId === undefined ? emptySql : sql`where category_id = ${categoryId}`} order by name, id`)
}

export async function findProduct(db: Queryable, id: string): Promise<DetailRow | undefined> {
  const [row] = await db.query<DetailRow>(sql`
    select p.id, p.name, p.price_paise as "pricePaise", p.images, p.description, p.details, p.units,
      s.id as "subcategoryId", s.name as "subcategoryName", c.id as "categoryId", c.name as "categoryName",
      seller.company_name as "sellerCompany"
    from product p
    join subcategory s on s.id = p.subcategory_id
    join category c on c.id = p.category_id
    join seller on seller.account_id = p.seller_id
    where p.id = ${id} and ${onSale}`)
  return row
}

export interface StockRow {
  id: string
  name: string
  units: number
  onSale: boolean
}

/** Locks the rows in id order, whatever order the caller names them in: two carts then never wait for each other. */
export async function lockStock(tx: Tx, ids: readonly string[]): Promise<StockRow[]> {
  // 'no key': a customer who puts the product into a cart meanwhile need not wait.
  return tx.query(sql`
    select p.id, p.name, p.units, (${onSale}) as "onSale" from product p where p.id = any(${ids}::uuid[])
    order by p.id for no key update of p`)
}

/** Takes units from locked rows; answers the ids of those that had enough. */
export async function takeUnits(
  tx: Tx,
  ids: readonly string[],
  quantities: readonly number[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    update product p set units = p.units - w.quantity
    from unnest(${ids}::uuid[], ${quantities}::int[]) as w (id, quantity)
    where p.id = w.id and p.units >= w.quantity and ${onSale} returning p.id`)
  return rows.map((row) => row.id)
}

/** Pieces that the seller has withdrawn meanwhile (`withheld_units`) do not go back on sale. */
export async function giveUnits(
  tx: Tx,
  ids: readonly string[],
  quantities: readonly number[],
): Promise<void> {
  await tx.query(sql`
    update product p set units = p.units + w.quantity - least(p.units + w.quantity, p.withheld_units),
      withheld_units = p.withheld_units - least(p.units + w.quantity, p.withheld_units)
    from unnest(${ids}::uuid[], ${quantities}::int[]) as w (id, quantity) where p.id = w.id`)
}

export interface LowStockRow {
  sellerId: string
  name: string
  units: number
}

/** Marks and answers live products with fewer units than `below` that were not marked. Locked in id order, as everywhere. */
export async function takeUntoldLowStock(
  tx: Tx,
  ids: readonly string[],
  below: number,
): Promise<LowStockRow[]> {
  return tx.query(sql`
    with low as (
      select id from product
      where id = any(${ids}::uuid[]) and units < ${below} and not low_stock_told and deleted_at is null
      order by id for no key update
    )
    update product p set low_stock_told = true from low where p.id = low.id
    returning p.seller_id as "sellerId", p.name, p.units`)
}

/** Words of three letters or more; numbers and sizes are nothing to guess at. */
export async function insertSearchWords(
  db: Queryable,
  productIds: readonly string[] | undefined,
): Promise<void> {
  // In one order, so that two writers who learn the same words wait for each other and not in a ring.
  await db.query(sql`
    insert into search_word (word)
    select distinct word
    from product p
    join subcategory s on s.id = p.subcategory_id
    join seller on seller.account_id = p.seller_id,
    lateral unnest(tsvector_to_array(to_tsvector('simple',
      p.search_text || ' ' || ${plainText(sql`s.name || ' ' || seller.company_name`)}))) as word
    where ${productIds ? sql`p.id = any(${productIds}::uuid[]) and` : emptySql} word ~ '^[^0-9'']{3,40}$'
    order by word
    on conflict (word) do nothing`)
}
