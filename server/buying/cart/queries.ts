/** SQL of carts. Every statement names the owner beside the row, so that it finds no other customer's line. */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { singleRow } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { backOn, unitsNow } from '../../catalogue/holidays/columns.ts'
import { wasPaise } from '../../catalogue/products/listed-product.ts'
import type { ProductForCart } from './rules.ts'

export interface CartRow {
  id: string
  productId: string
  sellerId: string
  /** Null for a product that is deleted. */
  categoryId: number | null
  sellerCompany: string
  name: string
  images: string[]
  /** Of each of so many pieces, by the clock of the transaction. */
  pricePaise: number
  /** The price before the sale, as lists show it; null where there is no sale. */
  wasPaise: number | null
  /** Of one piece. */
  onePaise: number
  bulkFrom: number[]
  bulkPaise: number[]
  /** In stock, plus the hold of the customer's own unpaid checkout. */
  units: number
  quantity: number
  /** The seller is away until the day before. */
  backOn: string | null
  onSale: boolean
  /** Null for a product whose seller has chosen no code. */
  hsnCode: string | null
}

/** Units of a product `p` in the customer's own unpaid checkout, which they can still buy (api-rules §3.6). */
const ownHold = (customerId: string) => sql`(
      select coalesce(sum(h.quantity), 0)::int from held_units h where h.customer_id = ${customerId} and h.product_id = p.id)`

/** All lines with today's prices and stock, oldest first. */
export async function cartLines(db: Queryable, customerId: string): Promise<CartRow[]> {
  return db.query(sql`
    select l.id, l.product_id as "productId", p.seller_id as "sellerId", p.category_id as "categoryId",
      p.seller_company as "sellerCompany", p.name, p.images,
      price_for(p.id, l.quantity) as "pricePaise", ${wasPaise} as "wasPaise", price_for(p.id, 1) as "onePaise", p.bulk_from as "bulkFrom", p.bulk_paise as "bulkPaise",
      ${unitsNow} + ${ownHold(customerId)} as units, ${backOn} as "backOn", l.quantity, p.on_sale as "onSale",
      p.hsn_code as "hsnCode"
    from cart_line l join goods p on p.id = l.product_id
    where l.customer_id = ${customerId} order by l.added_at, l.id`)
}

export async function isInCart(db: Queryable, customerId: string, productId: string): Promise<boolean> {
  return singleRow(
    await db.query<{ found: boolean }>(sql`
    select exists (select from cart_line where customer_id = ${customerId} and product_id = ${productId}) as found`),
  ).found
}

/**
 * Writes a line where the product is on sale, in stock and not in the cart. Returns the values before the write that decided;
 * undefined where there is no such product.
 */
export async function insertLine(
  db: Queryable,
  line: { id: string; customerId: string; productId: string; quantity: number },
): Promise<ProductForCart | undefined> {
  const { id, customerId, productId, quantity } = line
  const [product] = await db.query<ProductForCart>(sql`
    with product_for_cart as (
      select p.id, p.on_sale as "onSale", ${unitsNow} + ${ownHold(customerId)} > 0 as "inStock",
        exists (select from cart_line where customer_id = ${customerId} and product_id = p.id) as "inCart"
      from goods p where p.id = ${productId}
    ), written as (
      insert into cart_line (id, customer_id, product_id, quantity)
      select ${id}, ${customerId}, id, ${quantity} from product_for_cart
      where "onSale" and "inStock" and not "inCart"
      on conflict (customer_id, product_id) do nothing
    )
    select "onSale", "inStock", "inCart" from product_for_cart`)
  return product
}

/** Writes the quantity where the stock allows it. `line` is undefined when the product is not in the cart. */
export async function setQuantity(
  db: Queryable,
  customerId: string,
  productId: string,
  quantity: number,
): Promise<{ written: boolean; onSale: boolean } | undefined> {
  const [line] = await db.query<{ written: boolean; onSale: boolean }>(sql`
    with written as (
      update cart_line l set quantity = ${quantity} from goods p
      where l.customer_id = ${customerId} and l.product_id = ${productId} and p.id = l.product_id
        and ${unitsNow} + ${ownHold(customerId)} >= ${quantity} and p.on_sale
      returning l.id
    )
    select exists (select from written) as written, p.on_sale as "onSale"
    from cart_line l join goods p on p.id = l.product_id
    where l.customer_id = ${customerId} and l.product_id = ${productId}`)
  return line
}

export async function deleteLine(db: Queryable, customerId: string, lineId: string): Promise<boolean> {
  const rows = await db.query(
    sql`delete from cart_line where id = ${lineId} and customer_id = ${customerId} returning id`,
  )
  return rows.length > 0
}

export async function deleteLinesOf(
  tx: Tx,
  customerId: string,
  productIds: readonly string[],
): Promise<void> {
  await tx.query(
    sql`delete from cart_line where customer_id = ${customerId} and product_id = any(${productIds}::uuid[])`,
  )
}
