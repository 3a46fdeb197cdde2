import { newId } from '../../server/platform/db/ids.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { logIn } from './people.ts'
import { customerWithCart, type TestProduct } from './products.ts'
import type { Customer, TestShop } from './shop.ts'

/**
 * Buyers with an address and one piece of the product in the cart. Inserted by SQL, because fifty sign-ups from one address exceed
 * the limit of mails. They share one password hash, and each logs in over HTTP.
 */
export async function manyCustomersWithCart(
  shop: TestShop,
  count: number,
  product: Pick<TestProduct, 'id'>,
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
    await logIn(client, email)
    logins.push(Object.assign(client, { email, password: first.password }))
  }
  return [first, ...logins]
}
