/** Orders that were handed over to the courier: they are sold, and their invoices are issued. */
import { sql } from '../../server/platform/db/sql.ts'
import { buy } from './buying.ts'
import { courierWebhook } from './parcels.ts'
import { addProduct, customerWithCart, type WantedProduct } from './products.ts'
import type { Customer, TestShop } from './shop.ts'

/** A status of the courier for an order without a real parcel; 6 is 'Shipped', 7 'Delivered', 9 'RTO'. */
export const tellCourierCode = (shop: TestShop, orderId: string, code: number) =>
  courierWebhook(shop, { order_id: orderId, shipment_status_id: code, shipment_status: `code ${code}` })

/** One purchase of these products, `quantity` of each; returns the ids of the orders in the order of the list. */
export async function buyTogether(
  shop: TestShop,
  products: readonly WantedProduct[],
  quantity = 1,
): Promise<{ buyer: Customer; orderIds: string[] }> {
  const added = []
  for (const [index, wish] of products.entries())
    added.push(await addProduct(shop, { name: `Brush no. ${index}`, ...wish }))
  const buyer = await customerWithCart(shop, added, quantity)
  const { body } = await buy(shop, buyer)
  const idOf = (name: string): string => body.find((order: any) => order.product.name === name).id
  return { buyer, orderIds: added.map(({ name }) => idOf(name)) }
}

/** Each of these orders travels alone, as if they had been bought one after the other. */
export async function travelAlone({ db }: TestShop, orderIds: readonly string[]): Promise<void> {
  await db.query(sql`
    insert into shipment (id, kind, reference, seller_id)
    select uuidv7(), 'forward', o.id, o.seller_id from orders o
    where o.id = any(${orderIds}::uuid[]) and not exists (select from shipment s where s.reference = o.id::text)`)
  await db.query(sql`
    update shipment_line l set shipment_id = s.id from shipment s
    where l.order_id = any(${orderIds}::uuid[]) and s.reference = l.order_id::text`)
}
