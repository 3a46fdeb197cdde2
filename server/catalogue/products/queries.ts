/** SQL of categories and of one product. Public queries leave out deleted products and those of suspended sellers. */
import type { ShownRow } from '../green-claims/present.ts'
import type { Declaration } from '../../../contract/declaration.ts'
import type { ShownAttributeRow } from '../attributes/present.ts'
import { shownAttributesJson } from '../attributes/product-queries.ts'
import { declaredJson } from '../declarations/columns.ts'
import { shownFamily, type ShownFamilyRow } from '../families/columns.ts'
import { backOn, unitsNow } from '../holidays/columns.ts'
import { wasPaise } from './listed-product.ts'
import { deliveryOf } from '../sellers/queries.ts'
import type { ProductDetail } from '../../../contract/product.ts'
import type { Readable } from '../../platform/db/client.ts'
import { emptySql, sql } from '../../platform/db/sql.ts'

export interface CategoryRow {
  id: number
  name: string
}

export interface SubcategoryRow extends CategoryRow {
  imageUrl: string
  categoryId: number
}

export interface DetailRow {
  id: string
  name: string
  pricePaise: number
  wasPaise: number | null
  /** Of a sale that runs. */
  saleEnds: Date | null
  lowestPaise: number | null
  bulkFrom: number[]
  bulkPaise: number[]
  images: string[]
  imageTexts: Record<string, string>
  description: string
  details: string
  units: number
  /** The seller is away until the day before. */
  backOn: string | null
  subcategoryId: number
  subcategoryName: string
  categoryId: number
  categoryName: string
  sellerCompany: string
  sellerId: string
  declaration: Declaration
  attributes: ShownAttributeRow[]
  greenClaims: ShownRow[]
  ratingTenths: number | null
  ratingCount: number
  /** How many reviews have one star, two … five. */
  ratingStars: number[]
  delivery: ProductDetail['delivery']
  family: ShownFamilyRow | null
}

export async function allCategories(db: Readable): Promise<CategoryRow[]> {
  return db.query(sql`select id, name from category order by name`)
}

/** All subcategories, or those of one category. */
export async function subcategories(db: Readable, categoryId?: number): Promise<SubcategoryRow[]> {
  return db.query(sql`
    select id, name, image_url as "imageUrl", category_id as "categoryId" from subcategory
    ${categoryId === undefined ? emptySql : sql`where category_id = ${categoryId}`} order by name, id`)
}

interface PlaceRow {
  subcategoryId: number | null
  familyId: string | null
}

/** The subcategory of a product, on sale or not, and its family; undefined for an unknown product. */
export async function findPlaceOf(db: Readable, id: string): Promise<PlaceRow | undefined> {
  const [row] = await db.query<PlaceRow>(sql`
    select subcategory_id as "subcategoryId", (select family_id from family_member where product_id = id) as "familyId"
    from product where id = ${id}`)
  return row
}

const detailColumns = sql`p.id, p.name, p.price_paise as "pricePaise", ${wasPaise} as "wasPaise",
      case when p.price_paise < p.regular_paise then p.sale_ends_at end as "saleEnds", p.lowest_paise as "lowestPaise",
      p.bulk_from as "bulkFrom", p.bulk_paise as "bulkPaise", p.images, p.image_texts as "imageTexts", p.description, p.details, ${unitsNow} as units, ${backOn} as "backOn",
      s.id as "subcategoryId", s.name as "subcategoryName", c.id as "categoryId", c.name as "categoryName",
      p.seller_company as "sellerCompany", p.seller_id as "sellerId", ${declaredJson} as declaration,
      ${shownAttributesJson} as attributes,
      (select coalesce(json_agg(json_build_object('id', g.id, 'code', g.code, 'wording', g.wording, 'covers', g.covers,
          'part', g.part, 'kind', g.evidence_kind, 'issuer', g.issuer, 'number', g.certificate_number,
          'issuedOn', g.issued_on, 'expiresOn', g.expires_on, 'documentKey', g.document_key, 'link', g.link)
          order by g.wording, g.id), '[]')
        from shown_green_claim g where g.product_id = p.id) as "greenClaims",
      p.rating_tenths as "ratingTenths", p.rating_count as "ratingCount",
      p.rating_counts as "ratingStars",
      ${deliveryOf(sql`p.seller_id`)} as delivery, ${shownFamily} as family`
const itsPlace = sql`join subcategory s on s.id = p.subcategory_id join category c on c.id = p.category_id`

export async function findProduct(db: Readable, id: string): Promise<DetailRow | undefined> {
  const [row] = await db.query<DetailRow>(sql`
    select ${detailColumns} from goods_on_sale p ${itsPlace} where p.id = ${id}`)
  return row
}

/** For its seller, on sale or not. */
export async function findPreview(
  db: Readable,
  sellerId: string,
  id: string,
): Promise<(DetailRow & { onSale: boolean }) | undefined> {
  const [row] = await db.query<DetailRow & { onSale: boolean }>(sql`
    select ${detailColumns}, p.on_sale as "onSale" from goods p ${itsPlace}
    where p.id = ${id} and p.seller_id = ${sellerId} and p.deleted_at is null`)
  return row
}
