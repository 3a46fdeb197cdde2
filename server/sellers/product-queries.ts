/** SQL of a seller's products. Every statement names the owner beside the row: a foreign product finds nothing. */
import type { ProductInput, StockFilter } from '../../contract/seller-product.ts'
import { limits } from '../../contract/limits.ts'
import { paise } from '../../contract/money.ts'
import { plainText, searchDocument } from '../catalogue/search-document.ts'
import type { Queryable, Tx } from '../db/client.ts'
import { singleRow } from '../db/client.ts'
import { emptySql, type Sql, sql } from '../db/sql.ts'

export interface ProductRow {
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

export interface FormRow {
  id: string
  name: string
  pricePaise: number
  images: string[]
  description: string
  details: string
  units: number
  held: number
  withheld: number
  categoryId: number
  subcategoryId: number
  heightCm: number
  lengthCm: number
  widthCm: number
  weightGrams: number
  version: number
}

type Texts = Pick<ProductInput, 'name' | 'description'>

/** From a product's texts, its subcategory `b`, category `c` and seller `s`. */
const documentOf = ({ name, description }: Texts) =>
  searchDocument({
    name: sql`${name}::text`,
    subcategory: sql`b.name`,
    category: sql`c.name`,
    company: sql`s.company_name`,
    description: sql`${description}::text`,
  })

/** On a subcategory that `lockSubcategory` locks. */
export async function insertProduct(
  tx: Tx,
  id: string,
  sellerId: string,
  p: ProductInput,
  images: readonly string[],
): Promise<void> {
  await tx.query(sql`
    insert into product (id, seller_id, category_id, subcategory_id, name, price_paise, description, details, units,
      height_cm, length_cm, width_cm, weight_grams, images, search, search_text)
    select ${id}, s.account_id, c.id, b.id, ${p.name}, ${paise(p.price)}, ${p.description}, ${p.details}, ${p.noOfUnits},
      ${p.height}, ${p.length}, ${p.width}, ${p.weight}, ${images}::text[], ${documentOf(p)}
    from seller s, subcategory b join category c on c.id = b.category_id
    where s.account_id = ${sellerId} and b.id = ${p.subCategoryId} and c.id = ${p.categoryId}`)
}

/** Whether the subcategory belongs to the category; neither can be deleted until the transaction ends. */
export async function lockSubcategory(tx: Tx, p: ProductInput): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from subcategory b join category c on c.id = b.category_id
    where b.id = ${p.subCategoryId} and c.id = ${p.categoryId} for key share`)
  return rows.length > 0
}

interface LockedProduct {
  version: number
  units: number
  withheld: number
  images: string[]
}

/** A product of this seller, held still until the transaction ends; undefined for a deleted or foreign one. */
export async function lockProduct(tx: Tx, sellerId: string, id: string): Promise<LockedProduct | undefined> {
  const [row] = await tx.query<LockedProduct>(sql`
    select version, units, withheld_units as withheld, images from product
    where id = ${id} and seller_id = ${sellerId} and deleted_at is null for no key update`)
  return row
}

/** Pieces in buyers' unpaid checkouts. For a locked product: asked in a statement of its own, which sees who was first. */
export async function heldUnits(tx: Tx, productId: string): Promise<number> {
  return singleRow(
    await tx.query<{ held: number }>(
      sql`select coalesce(sum(quantity), 0)::int as held from held_units where product_id = ${productId}`,
    ),
  ).held
}

/** Writes a locked product on a subcategory that `lockSubcategory` locks; answers its new version. */
export async function updateProduct(
  tx: Tx,
  id: string,
  p: ProductInput,
  stored: { images: readonly string[]; free: number; withheld: number },
): Promise<number> {
  const rows = await tx.query<{ version: number }>(sql`
    update product p set category_id = c.id, subcategory_id = b.id, name = ${p.name}, price_paise = ${paise(p.price)},
      description = ${p.description}, details = ${p.details}, units = ${stored.free},
      withheld_units = ${stored.withheld}, height_cm = ${p.height},
      length_cm = ${p.length}, width_cm = ${p.width}, weight_grams = ${p.weight}, images = ${stored.images}::text[],
      version = p.version + 1, updated_at = now(), (search, search_text) = row (${documentOf(p)})
    from seller s, subcategory b join category c on c.id = b.category_id
    where p.id = ${id} and s.account_id = p.seller_id and b.id = ${p.subCategoryId} and c.id = ${p.categoryId}
    returning p.version`)
  return singleRow(rows).version
}

export async function markDeleted(db: Queryable, sellerId: string, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    update product set deleted_at = now(), updated_at = now(), version = version + 1
    where id = ${id} and seller_id = ${sellerId} and deleted_at is null returning id`)
  return rows.length > 0
}

export async function findForm(db: Queryable, sellerId: string, id: string): Promise<FormRow | undefined> {
  const [row] = await db.query<FormRow>(sql`
    select p.id, p.name, p.price_paise as "pricePaise", p.images, p.description, p.details, p.units,
      (select coalesce(sum(h.quantity), 0)::int from held_units h where h.product_id = p.id) as held, p.withheld_units as withheld,
      p.category_id as "categoryId", p.subcategory_id as "subcategoryId", p.height_cm as "heightCm",
      p.length_cm as "lengthCm", p.width_cm as "widthCm", p.weight_grams as "weightGrams", p.version
    from product p where p.id = ${id} and p.seller_id = ${sellerId} and p.deleted_at is null`)
  return row
}

export interface Wanted {
  sellerId: string
  /** Every one of these words stands in the name. */
  words: readonly string[]
  stock: StockFilter | undefined
}

const inStock: Record<StockFilter, Sql> = {
  in: sql`and p.units > 0`,
  low: sql`and p.units between 1 and ${limits.lowStockBelow - 1}`,
  out: sql`and p.units = 0`,
}

// Each word in a query of its own, or it would be made plain again for every row.
const isWanted = ({ sellerId, words, stock }: Wanted) => sql`
    p.seller_id = ${sellerId} and p.deleted_at is null
    ${words.reduce((all, word) => sql`${all} and strpos(p.search_text, (select ${plainText(sql`${word}::text`)})) > 0`, emptySql)}
    ${stock ? inStock[stock] : emptySql}`

/** The newest of them whose ids are below `before`. */
export async function ownProducts(
  db: Queryable,
  wanted: Wanted,
  limit: number,
  before: string,
): Promise<ProductRow[]> {
  return db.query(sql`
    select p.id, p.name, p.price_paise as "pricePaise", p.images[1] as image, left(p.description, 400) as description, p.units,
      p.subcategory_id as "subcategoryId", b.name as "subcategoryName"
    from product p join subcategory b on b.id = p.subcategory_id
    where ${isWanted(wanted)} and p.id < ${before} order by p.id desc limit ${limit}`)
}

export async function countOwnProducts(db: Queryable, wanted: Wanted): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(sql`select count(*) as count from product p where ${isWanted(wanted)}`),
  ).count
}

/** Writes anew what search looks at, for at most `limit` products above `after`; answers their ids in order. */
export async function refreshDocuments(
  tx: Tx,
  sellerId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select id from product where seller_id = ${sellerId} and deleted_at is null and id > ${after}
    order by id limit ${limit} for no key update`)
  const ids = rows.map((row) => row.id)
  await tx.query(sql`
    update product p set (search, search_text) = row (${searchDocument({
      name: sql`p.name`,
      subcategory: sql`b.name`,
      category: sql`c.name`,
      company: sql`s.company_name`,
      description: sql`p.description`,
    })})
    from seller s, subcategory b join category c on c.id = b.category_id
    where p.id = any(${ids}::uuid[]) and s.account_id = p.seller_id and b.id = p.subcategory_id`)
  return ids
}

/**
 * Products that their sellers deleted 90 days ago and that no order, checkout, cart or wishlist names. Those that something
 * still names a year later are not looked at any more: mostly they stay with their orders.
 */
export async function purgeProducts(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from product where id in (
      select p.id from product p
      where p.deleted_at < now() - interval '90 days' and p.deleted_at > now() - interval '455 days'
        and not exists (select from orders o where o.product_id = p.id)
        and not exists (select from checkout_line l where l.product_id = p.id)
        and not exists (select from cart_line l where l.product_id = p.id)
        and not exists (select from wishlist_item w where w.product_id = p.id)
      order by p.deleted_at limit ${limit} for update of p skip locked)
    returning 1`)
  return rows.length
}
