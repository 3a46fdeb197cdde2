/** Sellers who can log in, and orders of their products. */
import { newId } from '../../server/db/ids.ts'
import { sql } from '../../server/db/sql.ts'
import { hashPassword } from '../../server/identity/passwords.ts'
import { buy } from './buying.ts'
import type { TestClient } from './client.ts'
import { addProduct, customerWithCart } from './products.ts'
import type { Customer, TestShop } from './shop.ts'

export interface Seller extends TestClient {
  id: string
  email: string
}

const password = 'a-good-password'
let sellers = 0

export async function addSeller(shop: TestShop, companyName = 'Test Seller'): Promise<Seller> {
  sellers += 1
  const id = newId()
  const email = `seller-${sellers}@sellers.hariyali.test`
  await shop.db.query(sql`
    with a as (
      insert into account (id, email, role, password_hash, email_verified_at)
      values (${id}, ${email}, 'SELLER', ${await hashPassword(password)}, now()) returning id
    )
    insert into seller (account_id, company_name, gst, mobile, building_no, street, landmark, pin_code, city, state,
      bank_full_name, bank_account_sealed, bank_account_last4, ifsc_code)
    select id, ${companyName}, ${`27AAPFU${String(1_000 + sellers)}F1ZV`}, '9000000001', '7', 'Seller Street', 'Old Well',
      '411001', 'Pune', 'Maharashtra', 'Test Seller', '', '0000', 'HDFC0000001' from a`)
  const client = shop.client()
  const { status } = await client.post('/auth/login', { email, password })
  if (status !== 200) throw new Error(`log-in of ${email}: ${status}`)
  return Object.assign(client, { id, email })
}

export interface Sale {
  orderId: string
  productId: string
  buyer: Customer
}

interface Wish {
  name?: string
  units?: number
  pricePaise?: number
  quantity?: number
  /** A customer with an address; by default the buyer of the first sale. */
  buyer?: Customer
}

const firstBuyers = new WeakMap<TestShop, Promise<Customer>>()

/** A customer buys one product of this seller over HTTP. */
export async function sellOne(shop: TestShop, seller: Seller, wish: Wish = {}): Promise<Sale> {
  const { quantity = 1, ...product } = wish
  const { id } = await addProduct(shop, product)
  await shop.db.query(sql`update product set seller_id = ${seller.id} where id = ${id}`)
  let first = firstBuyers.get(shop)
  if (!wish.buyer && !first) firstBuyers.set(shop, (first = customerWithCart(shop, [])))
  const buyer = wish.buyer ?? (await first!)
  await buyer.post('/private/cart/add', { id, quantity: 1 })
  if (quantity > 1) await buyer.post('/private/cart/edit', { id, quantity })
  const { status, body } = await buy(shop, buyer)
  if (status !== 200) throw new Error(`order/create: ${status} ${JSON.stringify(body)}`)
  return { orderId: body[0].id, productId: id, buyer }
}
