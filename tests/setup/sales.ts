/** Orders that are bought over HTTP. */
import { buy } from './buying.ts'
import { chooseCoupon } from './coupons.ts'
import { deliveryOf } from './delivery-charge.ts'
import { addProduct, customerWithCart, putInCart, type WantedProduct } from './products.ts'
import type { Seller } from './sellers.ts'
import type { Customer, TestShop } from './shop.ts'

export interface Sale {
  orderId: string
  productId: string
  buyer: Customer
}

export interface WantedSale extends Omit<WantedProduct, 'seller'> {
  quantity?: number
  /** A customer with an address; by default the buyer of the first sale. */
  buyer?: Customer
  /** The code of a coupon that the buyer chooses. */
  coupon?: string | undefined
  /** The buyer pays what the shop charges for delivery. */
  isDeliveryCharged?: boolean
}

const firstBuyers = new WeakMap<TestShop, Promise<Customer>>()

/** A customer buys one product of this seller. */
export async function sellOne(shop: TestShop, seller: Seller, wish: WantedSale = {}): Promise<Sale> {
  const { quantity, buyer: wanted, coupon, isDeliveryCharged = false, ...product } = wish
  const { id } = await addProduct(shop, { ...product, seller })
  let first = firstBuyers.get(shop)
  if (!wanted && !first) firstBuyers.set(shop, (first = customerWithCart(shop, [])))
  const buyer = wanted ?? (await first!)
  await putInCart(buyer, id, quantity)
  const savingPaise = coupon === undefined ? 0 : await chooseCoupon(buyer, coupon)
  const deliveryPaise = isDeliveryCharged ? await deliveryOf(buyer, savingPaise) : 0
  const { status, body } = await buy(shop, buyer, savingPaise - deliveryPaise)
  if (status !== 200) throw new Error(`order/create: ${status} ${JSON.stringify(body)}`)
  return { orderId: body[0].id, productId: id, buyer }
}
