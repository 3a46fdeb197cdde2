/** SQL that writes what a product's form has, facets and search documents. Only save-product.ts calls it. */
import { paise } from '../../../contract/money.ts'
import type { ProductInput } from '../../../contract/seller-product.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { singleRow } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { declaredColumns, declaredOfD, declaredRow } from '../declarations/columns.ts'
import type { StoredPictures } from './image-texts.ts'
import { attributeWords, claimWords, searchDocument } from '../search/search-document.ts'

type Texts = Pick<ProductInput, 'name' | 'description'>

/** The search document of the product with these texts, in subcategory `b`, category `c` and of seller `s`. */
const documentOf = (id: string, { name, description }: Texts) =>
  searchDocument({
    name: sql`${name}::text`,
    subcategory: sql`b.name`,
    category: sql`c.name`,
    company: sql`s.company_name`,
    description: sql`${description}::text`,
    claims: claimWords(sql`${id}::uuid`),
    attributes: attributeWords(sql`${id}::uuid`, sql`c.id`),
  })

/** The caller has locked the subcategory. */
export async function insertProduct(
  tx: Tx,
  id: string,
  sellerId: string,
  p: ProductInput,
  { images, imageTexts }: StoredPictures,
): Promise<void> {
  await tx.query(sql`
    insert into product (id, seller_id, category_id, subcategory_id, name, price_paise, description, details, units,
      height_cm, length_cm, width_cm, weight_grams, images, image_texts, hsn_code, sku, search, search_text, ${declaredColumns})
    select ${id}, s.id, c.id, b.id, ${p.name}, ${paise(p.price)}, ${p.description}, ${p.details}, ${p.noOfUnits},
      ${p.height}, ${p.length}, ${p.width}, ${p.weight}, ${images}::text[],
      ${JSON.stringify(imageTexts)}::jsonb, ${p.hsnCode ?? null}, ${p.sku ?? null}, ${documentOf(id, p)}, ${declaredOfD}
    from jsonb_populate_record(null::product, ${declaredRow(p)}::jsonb) d, company s,
      subcategory b join category c on c.id = b.category_id
    where s.id = ${sellerId} and b.id = ${p.subCategoryId} and c.id = ${p.categoryId}`)
}

/** Writes a product; the caller has locked it and its subcategory. Its price is the one outside of a sale. Returns its new version. */
export async function updateProduct(
  tx: Tx,
  id: string,
  p: ProductInput,
  stored: StoredPictures & { free: number; withheld: number },
): Promise<number> {
  const rows = await tx.query<{ version: number }>(sql`
    update product p set category_id = c.id, subcategory_id = b.id, name = ${p.name},
      price_paise = case when p.price_paise < p.regular_paise then p.sale_paise else ${paise(p.price)} end,
      regular_paise = case when p.regular_paise is not null then ${paise(p.price)}::bigint end, description = ${p.description}, details = ${p.details}, units = ${stored.free},
      withheld_units = ${stored.withheld}, height_cm = ${p.height},
      length_cm = ${p.length}, width_cm = ${p.width}, weight_grams = ${p.weight}, images = ${stored.images}::text[],
      image_texts = ${JSON.stringify(stored.imageTexts)}::jsonb,
      hsn_code = case when ${p.hsnCode === undefined} then p.hsn_code else ${p.hsnCode ?? null}::text end,
      sku = case when ${p.sku === undefined} then p.sku else ${p.sku ?? null}::text end,
      version = p.version + 1, updated_at = now(), (search, search_text) = row (${documentOf(id, p)}),
      (${declaredColumns}) = (select ${declaredOfD} from jsonb_populate_record(p, ${declaredRow(p)}::jsonb) d)
    from company s, subcategory b join category c on c.id = b.category_id
    where p.id = ${id} and s.id = p.seller_id and b.id = ${p.subCategoryId} and c.id = ${p.categoryId}
    returning p.version`)
  return singleRow(rows).version
}

export async function markDeleted(tx: Tx, sellerId: string, id: string): Promise<boolean> {
  const rows = await tx.query(sql`
    update product set deleted_at = now(), updated_at = now(), version = version + 1
    where id = ${id} and seller_id = ${sellerId} and deleted_at is null returning id`)
  return rows.length > 0
}

/** The products of one seller, or those with one attribute. */
export type Whose = { sellerId: string } | { attributeId: number }

/** At most `limit` products above the id `after` in the order of their ids, locked until the transaction ends. */
export async function lockProductsOf(tx: Tx, whose: Whose, after: string, limit: number): Promise<string[]> {
  const which =
    'sellerId' in whose
      ? sql`p.seller_id = ${whose.sellerId}`
      : sql`exists (select from product_attribute x where x.product_id = p.id and x.attribute_id = ${whose.attributeId})`
  const rows = await tx.query<{ id: string }>(sql`
    select p.id from product p where ${which} and p.deleted_at is null and p.id > ${after}
    order by p.id limit ${limit} for no key update`)
  return rows.map((row) => row.id)
}

/**
 * Brings the facets of products that the caller has locked up to date. Returns the tags of the lists that may name their seller
 * among their choices, or count what they have.
 */
export async function refreshFacets(tx: Tx, ids: readonly string[]): Promise<string[]> {
  await tx.query(sql`select keep_facets(${ids}::uuid[])`)
  const rows = await tx.query<{ tag: string }>(sql`
    select distinct unnest(claim_tags(p)) as tag from product p where p.id = any(${ids}::uuid[])`)
  return rows.map(({ tag }) => tag)
}

/** Brings the search documents of products that the caller has locked up to date. */
export async function writeDocuments(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(sql`
    with fresh (id, search, search_text) as (
      select p.id, ${searchDocument({
        name: sql`p.name`,
        subcategory: sql`b.name`,
        category: sql`c.name`,
        company: sql`s.company_name`,
        description: sql`p.description`,
        claims: claimWords(sql`p.id`),
        attributes: attributeWords(sql`p.id`, sql`c.id`),
      })}
      from product p join company s on s.id = p.seller_id
      join subcategory b on b.id = p.subcategory_id join category c on c.id = b.category_id
      where p.id = any(${ids}::uuid[]))
    update product p set search = f.search, search_text = f.search_text from fresh f
    where p.id = f.id and (p.search, p.search_text) is distinct from (f.search, f.search_text)`)
}

/**
 * Deletes products that their sellers deleted 90 days ago and that no checkout, cart or wishlist refers to, in batches. Returns
 * how many were deleted. After a year of references a product is not checked any more: most of these stay with their orders.
 */
export async function purgeProducts(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from product where id in (
      select p.id from product p
      where p.deleted_at < now() - interval '90 days' and p.deleted_at > now() - interval '455 days'
        and not exists (select from chosen_product c where c.product_id = p.id)
      order by p.deleted_at limit ${limit} for update of p skip locked)
    returning 1`)
  return rows.length
}
