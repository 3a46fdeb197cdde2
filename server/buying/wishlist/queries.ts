/** SQL of wishlists. Every statement names the owner. Products that were removed from the shop stay, with `onSale` false. */
import { backOn } from '../../catalogue/holidays/columns.ts'
import { wasPaise } from '../../catalogue/products/listed-product.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { singleRow } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

export interface WishlistRow {
  id: string
  productId: string
  name: string
  image: string
  subcategoryName: string
  pricePaise: number
  wasPaise: number | null
  /** The beginning of the description, a little longer than the list shows. */
  description: string
  onSale: boolean
  inStock: boolean
  backOn: string | null
  /** What the product cost when it was added; null for old items. */
  addedPaise: number | null
  mailBack: boolean
  mailBelowPaise: number | null
}

/** The newest items whose ids are below `before`. */
export async function wishlistItems(
  db: Queryable,
  customerId: string,
  limit: number,
  before: string,
): Promise<WishlistRow[]> {
  return db.query(sql`
    select w.id, p.id as "productId", p.name, p.images[1] as image, p.subcategory_name as "subcategoryName",
      p.price_paise as "pricePaise", ${wasPaise} as "wasPaise", left(p.description, 400) as description, p.on_sale as "onSale",
      p.units > 0 and p.away_until is null as "inStock", ${backOn} as "backOn", w.price_paise as "addedPaise", w.mail_back as "mailBack", w.mail_below_paise as "mailBelowPaise"
    from wishlist_item w join goods p on p.id = w.product_id
    where w.customer_id = ${customerId} and p.subcategory_id is not null and w.id < ${before} order by w.id desc limit ${limit}`)
}

export async function countItems(db: Queryable, customerId: string): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(sql`
    select count(*) as count from wishlist_item where customer_id = ${customerId}`),
  ).count
}

export async function isOnWishlist(db: Queryable, customerId: string, productId: string): Promise<boolean> {
  return singleRow(
    await db.query<{ found: boolean }>(sql`
    select exists (select from wishlist_item where customer_id = ${customerId} and product_id = ${productId}) as found`),
  ).found
}

/** Writes an item where the product is on sale and not on the list. Returns whether it is on sale. */
export async function insertItem(
  db: Queryable,
  { id, customerId, productId }: { id: string; customerId: string; productId: string },
): Promise<boolean> {
  const products = await db.query(sql`
    with on_sale as (select id, price_paise from goods where id = ${productId} and on_sale),
    written as (
      insert into wishlist_item (id, customer_id, product_id, price_paise)
      select ${id}, ${customerId}, id, price_paise from on_sale o
      where not exists (select from wishlist_item where customer_id = ${customerId} and product_id = o.id)
      on conflict (customer_id, product_id) do nothing
    )
    select 1 from on_sale`)
  return products.length > 0
}

export async function deleteItem(db: Queryable, customerId: string, productId: string): Promise<void> {
  await db.query(
    sql`delete from wishlist_item where customer_id = ${customerId} and product_id = ${productId}`,
  )
}
