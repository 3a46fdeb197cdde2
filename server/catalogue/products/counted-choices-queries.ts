/** SQL of the choices of a list's filters by country of origin and by proven claim, each with its number of products. */
import type { Readable } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ProductList } from './list-queries.ts'
import { originOrder } from './listed-product.ts'

export interface CountedCode {
  code: string
  products: number
}

const inList = (list: ProductList) =>
  'sellerId' in list
    ? sql`p.seller_id = ${list.sellerId}`
    : 'subcategoryId' in list
      ? sql`p.subcategory_id = ${list.subcategoryId}`
      : sql`p.category_id = ${list.categoryId}`

/** The countries of the products `p` in `from`, most products first. */
export const originsIn = (from: Sql) => sql`
    select chr(${originOrder} / 256) || chr(${originOrder} % 256) as code, count(*) as products from ${from}
    where ${originOrder} < 65535 group by ${originOrder} order by 2 desc, 1 limit 40`

/** The wordings of the register that are proven of them today. Two claims with one wording count once for a product. */
export const claimsIn = (from: Sql) => sql`
    select g.code, count(distinct p.id) as products from ${from} join shown_green_claim g on g.product_id = p.id
    where g.code is not null group by g.code order by 2 desc, 1`

const goodsOf = (list: ProductList) =>
  sql`(select p.id, p.origin_country from goods_on_sale p where ${inList(list)}) as p`

export async function originsOf(db: Readable, list: ProductList): Promise<CountedCode[]> {
  return db.query(originsIn(goodsOf(list)))
}

export async function claimsOf(db: Readable, list: ProductList): Promise<CountedCode[]> {
  return db.query(claimsIn(goodsOf(list)))
}
