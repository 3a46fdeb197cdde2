/** The number of live products of a seller, which is counted as they come and go, and limited. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { brokenInvariants } from '../../tests/setup/invariants.ts'
import { uploaded } from '../../tests/setup/pictures.ts'
import { addSubcategory, productInput } from '../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { sql } from '../platform/db/sql.ts'

let shop: TestShop
let seller: Seller
let input: object
beforeAll(async () => {
  shop = await startTestShop()
  seller = await addSeller(shop)
  input = productInput(await addSubcategory(shop), [await uploaded(seller)])
})
afterAll(() => shop.stop())

const add = () => seller.post('/private/product/add', input)
const counted = async () =>
  (
    await shop.db.query<{ products: number }>(
      sql`select products from live_product_count where seller_id = ${seller.id}`,
    )
  )[0]?.products
const copies = (id: string, count: number) => sql`
  insert into product (id, seller_id, category_id, subcategory_id, name, price_paise, description, details, units, height_cm,
    length_cm, width_cm, weight_grams, images, search, search_text)
  select gen_random_uuid(), seller_id, category_id, subcategory_id, name, price_paise, description, details, units, height_cm,
    length_cm, width_cm, weight_grams, images, '', ''
  from product, generate_series(1, ${count}::int) where id = ${id}`

test('products are counted however they come and go', async () => {
  const first = (await add()).body.id as string
  await add()
  expect(await counted()).toBe(2)
  await shop.db.query(copies(first, 3))
  await shop.db
    .transaction(async (tx) => {
      await tx.query(copies(first, 3))
      throw new Error('taken back')
    })
    .catch(() => {})
  expect(await counted()).toBe(5)
  expect((await seller.delete(`/private/product/delete/${first}`)).status).toBe(200)
  expect(await counted()).toBe(4)
  await shop.db.query(sql`update product set deleted_at = null where id = ${first}`)
  expect(await counted()).toBe(5)
  await shop.db.query(sql`delete from product where seller_id = ${seller.id} and id <> ${first}`)
  expect(await counted()).toBe(1)
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test('of two who add at once one has the last place, and a deleted product makes room', async () => {
  const { id } = (await add()).body
  const before = (await counted()) ?? 0
  const most = limits.liveProductsMax
  // As if there were as many but one.
  const set = (to: number) =>
    shop.db.query(sql`update live_product_count set products = ${to} where seller_id = ${seller.id}`)
  await set(most - 1)
  const answers = await Promise.all([add(), add()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await counted()).toBe(most)
  expect((await seller.delete(`/private/product/delete/${id}`)).status).toBe(200)
  expect((await add()).status).toBe(200)
  expect((await add()).status).toBe(409)
  await set(before + 1)
  expect(await brokenInvariants(shop.db)).toEqual([])
})
