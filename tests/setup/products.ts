/** Products and customers for tests, inserted directly into the database. */
import { newId } from '../../server/db/ids.ts'
import { sql } from '../../server/db/sql.ts'
import type { Customer, TestShop } from './shop.ts'

export interface TestProduct {
  id: string
  name: string
  pricePaise: number
}

/** Adds a product of the test seller in the test category. */
export async function addProduct(
  shop: TestShop,
  product: { name?: string; units?: number; pricePaise?: number } = {},
): Promise<TestProduct> {
  const { name = 'Bamboo Toothbrush', units = 100, pricePaise = 14_900 } = product
  const id = newId()
  await shop.db.query(sql`
    with a as (
      insert into account (id, email, role, password_hash, email_verified_at)
      values (${newId()}, 'seller@test.hariyali.test', 'SELLER', 'none', now())
      on conflict (email) do update set role = 'SELLER' returning id
    ), s as (
      insert into seller (account_id, company_name, gst, mobile, building_no, street, landmark, pin_code, city, state,
        bank_full_name, bank_account_sealed, bank_account_last4, ifsc_code)
      select id, 'Test Seller', '27AAPFU0939F1ZV', '9000000000', '1', 'Test Street', 'Test Park', '400001', 'Mumbai', 'Maharashtra',
        'Test Seller', '', '0000', 'HDFC0000001' from a
      on conflict (account_id) do update set company_name = 'Test Seller' returning account_id
    ), c as (
      insert into category (name) values ('Test Category') on conflict (name) do update set name = 'Test Category' returning id
    ), b as (
      insert into subcategory (category_id, name, image_url) select id, 'Test Subcategory', '/media/p/test/480.webp' from c
      on conflict (category_id, name) do update set name = 'Test Subcategory' returning id, category_id
    )
    insert into product (id, seller_id, category_id, subcategory_id, name, price_paise, description, details, units,
      height_cm, length_cm, width_cm, weight_grams, images, search, search_text)
    select ${id}, s.account_id, b.category_id, b.id, ${name}, ${pricePaise}, 'A test product.', 'Material: bamboo', ${units},
      2, 20, 2, 20, ${['/media/p/test/480.webp']}::text[], to_tsvector('english', ${name}), lower(${name}) from s, b`)
  return { id, name, pricePaise }
}

export async function unitsOf(shop: TestShop, productId: string): Promise<number> {
  const [row] = await shop.db.query<{ units: number }>(sql`select units from product where id = ${productId}`)
  return row?.units ?? Number.NaN
}

export const testAddress = { street: '12 Test Street', city: 'Jaipur', state: 'Rajasthan', pinCode: '302001' }

/** Signs up a customer with one address and `quantity` of each product in the cart. */
export async function customerWithCart(
  shop: TestShop,
  products: readonly TestProduct[],
  quantity = 1,
): Promise<Customer> {
  const customer = await shop.customer()
  await customer.post('/private/address/add', testAddress)
  for (const { id } of products) {
    await customer.post('/private/cart/add', { id, quantity: 1 })
    if (quantity > 1) await customer.post('/private/cart/edit', { id, quantity })
  }
  return customer
}

/** Many buyers without the cost of sign-ups: accounts in the database share one password hash; each logs in over HTTP. */
export async function manyCustomersWithCart(
  shop: TestShop,
  count: number,
  product: TestProduct,
): Promise<Customer[]> {
  const first = await customerWithCart(shop, [product])
  const others = Array.from({ length: count - 1 }, (_, i) => ({
    id: newId(),
    email: `crowd-${i}-${newId()}@buyers.hariyali.test`,
  }))
  await shop.db.transaction(async (tx) => {
    const ids = others.map((o) => o.id)
    await tx.query(sql`
      insert into account (id, email, role, password_hash, email_verified_at)
      select n.id, n.email, 'CUSTOMER', a.password_hash, now()
      from unnest(${ids}::uuid[], ${others.map((o) => o.email)}::text[]) as n (id, email), account a where a.email = ${first.email}`)
    await tx.query(
      sql`insert into customer (account_id, first_name, last_name, mobile) select id, 'Test', 'Buyer', '9000000000' from unnest(${ids}::uuid[]) as n (id)`,
    )
    await tx.query(sql`
      insert into address (id, customer_id, street, city, state, pin_code, is_default)
      select gen_random_uuid(), id, '12 Test Street', 'Jaipur', 'Rajasthan', '302001', true from unnest(${ids}::uuid[]) as n (id)`)
    await tx.query(
      sql`insert into cart_line (id, customer_id, product_id, quantity) select gen_random_uuid(), id, ${product.id}, 1 from unnest(${ids}::uuid[]) as n (id)`,
    )
  })
  const logins: Customer[] = []
  for (const { email } of others) {
    const client = shop.client()
    const answer = await client.post('/auth/login', { email, password: first.password })
    if (answer.status !== 200) throw new Error(`log-in of ${email}: ${answer.status}`)
    logins.push(Object.assign(client, { email, password: first.password }))
  }
  return [first, ...logins]
}
