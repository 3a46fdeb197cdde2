/** SQL of the mails about products on wishlists. */
import type { WishlistMails } from '../../../contract/wishlist-mails.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

export async function findWish(
  db: Queryable,
  customerId: string,
  productId: string,
): Promise<{ inStock: boolean } | undefined> {
  const rows = await db.query<{ inStock: boolean }>(sql`
    select p.on_sale and p.units > 0 and p.away_until is null as "inStock" from wishlist_item w join goods p on p.id = w.product_id
    where w.customer_id = ${customerId} and w.product_id = ${productId}`)
  return rows[0]
}

/** A mail about the price that was asked for before keeps the price of then. */
export async function storeMails(
  db: Queryable,
  customerId: string,
  productId: string,
  { back, cheaper }: WishlistMails,
): Promise<void> {
  await db.query(sql`
    update wishlist_item w set mail_back = ${back},
      mail_below_paise = case when ${cheaper}::boolean then coalesce(w.mail_below_paise, p.price_paise) end
    from goods p where p.id = w.product_id and w.customer_id = ${customerId} and w.product_id = ${productId}`)
}

/** For an item `w` and its product on sale `p`. Of a seller who is away nothing is mailed before they are back. */
const isBack = sql`w.mail_back and p.units > 0 and p.away_until is null`
const isCheaper = sql`p.price_paise < w.mail_below_paise and p.away_until is null`

/** At most `limit` ids of items after `after` about which a mail is due, in their order. */
export async function dueWishes(db: Queryable, after: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select w.id from wishlist_item w join goods_on_sale p on p.id = w.product_id
    where w.id > ${after} and (w.mail_back or w.mail_below_paise is not null) and (${isBack} or ${isCheaper})
      and not exists (select from suspended_account a where a.id = w.customer_id)
    order by w.id limit ${limit}`)
  return rows.map(({ id }) => id)
}

export interface DueWish {
  id: string
  email: string
  firstName: string
  productId: string
  name: string
  pricePaise: number
  /** The price below which a mail was asked for; null where the mail is about the stock only. */
  belowPaise: number | null
  inStock: boolean
}

/** Takes back what was asked for and is due now. Undefined where another run took it, or nothing is due any more. */
export async function takeDueWish(tx: Tx, id: string): Promise<DueWish | undefined> {
  const rows = await tx.query<DueWish>(sql`
    with due as (
      select w.id, w.customer_id, p.id as product_id, p.name, p.price_paise, p.units > 0 and p.away_until is null as in_stock,
        ${isBack} as back, case when ${isCheaper} then w.mail_below_paise end as below_paise
      from wishlist_item w join goods_on_sale p on p.id = w.product_id
      where w.id = ${id} and (${isBack} or ${isCheaper}) for update of w
    ), taken as (
      update wishlist_item w set mail_back = w.mail_back and not due.back,
        mail_below_paise = case when due.below_paise is null then w.mail_below_paise end
      from due where w.id = due.id
    )
    select due.id, b.email, b.first_name as "firstName", due.product_id as "productId", due.name, due.price_paise as "pricePaise",
      due.below_paise as "belowPaise", due.in_stock as "inStock"
    from due join buyer b on b.id = due.customer_id`)
  return rows[0]
}
