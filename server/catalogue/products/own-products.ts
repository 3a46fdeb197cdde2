/** SQL of a seller's products, for the calls of server/selling/. Every statement names the owner beside the row, so that it finds no other seller's product. */
import type { ProductInput, SellersProduct, StockFilter } from '../../../contract/seller-product.ts'
import type { Declaration } from '../../../contract/declaration.ts'
import { limits } from '../../../contract/limits.ts'
import type { OffSale } from '../../../contract/moderation.ts'
import type { ProductAttribute } from '../../../contract/attribute.ts'
import { ownAttributesJson } from '../attributes/product-queries.ts'
import { declaredJson } from '../declarations/columns.ts'
import { keptOffSale, onSaleAtOf, stateOf } from '../listing-states/queries.ts'
import { offSaleJson } from '../moderation/queries.ts'
import { listedColumns, type ListedRow } from './listed-product.ts'
import { plainText } from '../search/search-document.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { singleRow } from '../../platform/db/client.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'

export interface FormRow {
  id: string
  name: string
  /** Outside of a sale. */
  pricePaise: number
  images: string[]
  imageTexts: Record<string, string>
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
  hsnCode: string | null
  sku: string | null
  declaration: Declaration
  attributes: ProductAttribute[]
  offSale: OffSale | null
  version: number
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
  imageTexts: Record<string, string>
  hsnCode: string | null
}

/** A product of this seller, locked until the transaction ends; undefined for a deleted one or another seller's. */
export async function lockProduct(tx: Tx, sellerId: string, id: string): Promise<LockedProduct | undefined> {
  const [row] = await tx.query<LockedProduct>(sql`
    select version, units, withheld_units as withheld, images, image_texts as "imageTexts", hsn_code as "hsnCode" from product
    where id = ${id} and seller_id = ${sellerId} and deleted_at is null for no key update`)
  return row
}

/** The id of the product with this id or SKU, locked in the same way. */
export async function lockNamedProduct(
  tx: Tx,
  sellerId: string,
  named: { id: string } | { sku: string },
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(sql`
    select id from product where ${'id' in named ? sql`id = ${named.id}` : sql`sku = ${named.sku}`}
      and seller_id = ${sellerId} and deleted_at is null for no key update`)
  return row?.id
}

/** Pieces in unpaid checkouts. A separate statement after the lock, so that it sees the checkouts that the lock waited for. */
export async function heldUnits(tx: Tx, productId: string): Promise<number> {
  return singleRow(
    await tx.query<{ held: number }>(
      sql`select coalesce(sum(quantity), 0)::int as held from held_units where product_id = ${productId}`,
    ),
  ).held
}

const formsOf = (sellerId: string) => sql`
    select p.id, p.name, coalesce(p.regular_paise, p.price_paise) as "pricePaise", p.images, p.image_texts as "imageTexts", p.description, p.details, p.units,
      (select coalesce(sum(h.quantity), 0)::int from held_units h where h.product_id = p.id) as held, p.withheld_units as withheld,
      p.category_id as "categoryId", p.subcategory_id as "subcategoryId", p.height_cm as "heightCm",
      p.length_cm as "lengthCm", p.width_cm as "widthCm", p.weight_grams as "weightGrams", p.hsn_code as "hsnCode", p.sku, ${declaredJson} as declaration,
      ${ownAttributesJson} as attributes, ${offSaleJson} as "offSale", p.version
    from product p where p.seller_id = ${sellerId} and p.deleted_at is null`

export async function findForm(db: Queryable, sellerId: string, id: string): Promise<FormRow | undefined> {
  const [row] = await db.query<FormRow>(sql`${formsOf(sellerId)} and p.id = ${id}`)
  return row
}

/** Those with one of these ids or SKUs. */
export async function findForms(
  db: Queryable,
  sellerId: string,
  { ids, skus }: { ids: readonly string[]; skus: readonly string[] },
): Promise<FormRow[]> {
  // Two searches by an index each.
  return db.query(sql`
    ${formsOf(sellerId)} and p.id = any(${ids}::uuid[])
    union all ${formsOf(sellerId)} and p.sku = any(${skus}::text[]) and p.id <> all(${ids}::uuid[])`)
}

/** The next ones below this id, newest first. */
export async function formsBefore(
  db: Queryable,
  sellerId: string,
  limit: number,
  before: string,
): Promise<FormRow[]> {
  return db.query(sql`${formsOf(sellerId)} and p.id < ${before} order by p.id desc limit ${limit}`)
}

interface OwnProductRow extends ListedRow {
  hsnCode: string | null
  sku: string | null
  version: number
  missing: SellersProduct['missing']
  heldBack: boolean
  /** Also while the seller is away. */
  ownUnits: number
  state: SellersProduct['state']
  onSaleAt: Date | null
  offSale: OffSale | null
}

export interface OwnProductFilter {
  sellerId: string
  /** The name or the SKU contains every one of these words. */
  words: readonly string[]
  stock: StockFilter | undefined
  /** Only those without an HSN code. */
  hsnMissing: boolean
  /** Only those that do not declare what their category needs. */
  declaredMissing: boolean
  /** Only drafts, scheduled and hidden ones. */
  notOnSale: boolean
}

const inStock: Record<StockFilter, Sql> = {
  in: sql`and p.units > 0`,
  low: sql`and p.units between 1 and ${limits.lowStockBelowElsewhere - 1}`,
  out: sql`and p.units = 0`,
}

// Each word in a subquery: otherwise it would be normalised again for every row.
const matchesFilter = ({
  sellerId,
  words,
  stock,
  hsnMissing,
  declaredMissing,
  notOnSale,
}: OwnProductFilter) => sql`
    p.seller_id = ${sellerId} and p.deleted_at is null
    ${words.reduce(
      (all, word) =>
        sql`${all} and (strpos(p.search_text, (select ${plainText(sql`${word}::text`)})) > 0 or strpos(lower(p.sku), lower(${word})) > 0)`,
      emptySql,
    )}
    ${stock ? inStock[stock] : emptySql} ${hsnMissing ? sql`and p.hsn_code is null` : emptySql}
    ${declaredMissing ? sql`and p.incomplete` : emptySql} ${notOnSale ? sql`and ${keptOffSale}` : emptySql}`

/** The newest of them whose ids are below `before`. */
export async function ownProducts(
  db: Queryable,
  filter: OwnProductFilter,
  limit: number,
  before: string,
): Promise<OwnProductRow[]> {
  return db.query(sql`
    select ${listedColumns}, p.units as "ownUnits", p.hsn_code as "hsnCode", p.sku, p.version,
      missing_declarations((select o from product o where o.id = p.id)) as missing,
      exists (select from held_back_product h where h.product_id = p.id and h.cause = 'incomplete') as "heldBack",
      ${offSaleJson} as "offSale", ${stateOf} as state, ${onSaleAtOf} as "onSaleAt" from goods p join subcategory s on s.id = p.subcategory_id
    where ${matchesFilter(filter)} and p.id < ${before} order by p.id desc limit ${limit}`)
}

export async function countOwnProducts(db: Queryable, filter: OwnProductFilter): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(
      sql`select count(*) as count from product p where ${matchesFilter(filter)}`,
    ),
  ).count
}
