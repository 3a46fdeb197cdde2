/** The columns of a product in all lists, and their row. `present.ts` turns it into the reply. */
import { sql } from '../../platform/db/sql.ts'
import { backOn, unitsListed } from '../holidays/columns.ts'
import { listedFamily, type ListedFamilyRow } from '../families/columns.ts'

export interface ListedRow {
  id: string
  name: string
  pricePaise: number
  wasPaise: number | null
  image: string
  /** The beginning of the description, a little longer than lists show. */
  description: string
  units: number
  backOn: string | null
  subcategoryId: number
  subcategoryName: string
  sellerCompany: string
  sellerId: string
  ratingTenths: number | null
  ratingCount: number
  ratingScore: number
  originOrder: number
  family: ListedFamilyRow | null
}

/** For a product `p`: its place in lists by country, in the order of the codes; those that declare none come last. Two indexes have it. */
export const originOrder = sql`coalesce(256 * ascii(p.origin_country) + ascii(substr(p.origin_country, 2)), 65535)`

/** For a product `p` in a sale: the lowest price of the 30 days before it, where a saving can be told. Null otherwise. */
export const wasPaise = sql`case when p.price_paise < p.lowest_paise then least(p.regular_paise, p.lowest_paise) end`

/**
 * For a product `p` of `goods` or `goods_on_sale` in its subcategory `s`. Company and family are subqueries and no joins:
 * PostgreSQL reads them for the rows of the page only, after sorting and the limit.
 */
export const listedColumns = sql`p.id, p.name, p.price_paise as "pricePaise", ${wasPaise} as "wasPaise", p.images[1] as image, left(p.description, 400) as description,
    ${unitsListed} as units, ${backOn} as "backOn", p.subcategory_id as "subcategoryId", s.name as "subcategoryName",
    p.seller_company as "sellerCompany", p.seller_id as "sellerId", p.rating_tenths as "ratingTenths", p.rating_count as "ratingCount",
    p.rating_score as "ratingScore", ${originOrder} as "originOrder", ${listedFamily} as family`
