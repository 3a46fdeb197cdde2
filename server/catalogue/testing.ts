/** What the tests of catalogue, cart and wishlist share. */
import { expect } from 'vitest'
import type { Answer, TestClient } from '../../tests/setup/client.ts'
import type { TestShop } from '../../tests/setup/shop.ts'
import { singleRow } from '../db/client.ts'
import { sql } from '../db/sql.ts'

/** A browser logged in to one of the demo accounts: buyer, seller or admin. */
export async function demoAccount(shop: TestShop, name: 'buyer' | 'seller' | 'admin'): Promise<TestClient> {
  const client = shop.client()
  const { status } = await client.post('/auth/login', {
    email: `${name}@hariyali.test`,
    password: 'green-demo',
  })
  expect(status).toBe(200)
  return client
}

/** Follows the Link headers from the first page to the last. */
export async function walkPages<Item>(client: TestClient, path: string): Promise<Answer<Item[]>[]> {
  const pages: Answer<Item[]>[] = []
  for (let next: string | undefined = path; next;) {
    const page: Answer<Item[]> = await client.get<Item[]>(next)
    expect(page.status).toBe(200)
    pages.push(page)
    expect(pages.length).toBeLessThan(1_000)
    next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1]
  }
  return pages
}

export async function itemsOf<Item>(client: TestClient, path: string): Promise<Item[]> {
  return (await walkPages<Item>(client, path)).flatMap((page) => page.body)
}

/** The id of a demo product by its name. */
export async function productId(shop: TestShop, name: string): Promise<string> {
  return singleRow(await shop.db.query<{ id: string }>(sql`select id from product where name = ${name}`)).id
}

export async function setUnits(shop: TestShop, id: string, units: number): Promise<void> {
  await shop.db.query(sql`update product set units = ${units} where id = ${id}`)
}

/** Takes a product off the shop, or puts it back. */
export async function setDeleted(shop: TestShop, id: string, deleted = true): Promise<void> {
  await shop.db.query(
    sql`update product set deleted_at = case when ${deleted}::boolean then now() end where id = ${id}`,
  )
}

/** Suspends the seller of a product, or lets him sell again. */
export async function setSellerSuspended(
  shop: TestShop,
  productOfSeller: string,
  suspended = true,
): Promise<void> {
  await shop.db.query(sql`
    update account set suspended_at = case when ${suspended}::boolean then now() end
    where id = (select seller_id from product where id = ${productOfSeller})`)
}
