/** What a seller may let grow: the number of live products, and the work that a new company name causes. */
// @module-tag nightly: 10,000 products of one account. products.test.ts adds and refuses products each time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { eventually } from '../../tests/setup/buying.ts'
import { uploaded } from '../../tests/setup/pictures.ts'
import { addSubcategory, productInput, type TestSubcategory } from '../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { withOlderDatabase } from '../../tests/setup/older-database.ts'
import { sql } from '../platform/db/sql.ts'
import { forEachConcurrently } from '../platform/jobs/for-each-concurrently.ts'

let shop: TestShop
let seller: Seller
let subcategory: TestSubcategory
let input: object
beforeAll(async () => {
  shop = await startTestShop({ renameSeconds: 60 })
  seller = await addSeller(shop, { companyName: 'Name zero' })
  subcategory = await addSubcategory(shop)
  input = productInput(subcategory, [await uploaded(seller)])
})
afterAll(() => shop.stop())

const add = (by = seller) => by.post('/private/product/add', input)

test('a hundred new names renew each product twice at most, and the last name wins', async () => {
  const products = 3
  for (let i = 0; i < products; i += 1) expect((await add()).status).toBe(200)
  const told = async () => {
    const [row] = await shop.db.query<{ count: number }>(
      sql`select count(*)::int as count from catalogue_change where tag like 'product:%'`,
    )
    return row?.count ?? 0
  }
  const before = await told()
  const profile = (await seller.get('/private/profile')).body
  await forEachConcurrently(
    Array.from({ length: 100 }, (_, i) => i),
    4,
    async (i) => {
      await seller.post('/private/profile/edit-seller', { ...profile, companyName: `Interim ${i}` })
    },
  )
  await seller.post('/private/profile/edit-seller', { ...profile, companyName: 'Lastingname' })
  // The rest of the minute passes.
  const due = sql`name = 'refresh-seller-search' and state = 'created'`
  await shop.db.query(sql`update pgboss.job set start_after = now() where ${due}`)
  const found = async (words: string) =>
    (await shop.client().get<unknown[]>(`/public/product/search/${words}`)).body.length
  expect(
    await eventually(
      () => found('Lastingname'),
      (count) => count === products,
    ),
  ).toBe(products)
  expect(await found('Interim')).toBe(0)
  const jobs = await shop.db.query(sql`select from pgboss.job where name = 'refresh-seller-search'`)
  // Three where a minute of the clock ended meanwhile.
  expect(jobs.length).toBeLessThanOrEqual(3)
  expect((await told()) - before).toBeLessThanOrEqual(3 * products)
  const page = await shop.client().get(`/public/product/search/Lastingname`)
  expect(page.status).toBe(200)
})

test('an account has at most 10,000 live products, also when several are added at once; a deleted one makes room', async () => {
  const own = await addSeller(shop)
  const first = (await add(own)).body.id as string
  await shop.db.query(sql`
    insert into product (id, seller_id, category_id, subcategory_id, name, price_paise, description, details, units, height_cm,
      length_cm, width_cm, weight_grams, images, search, search_text)
    select gen_random_uuid(), seller_id, category_id, subcategory_id, name, price_paise, description, details, units, height_cm,
      length_cm, width_cm, weight_grams, images, '', ''
    from product, generate_series(3, ${limits.liveProductsMax}::int) where id = ${first}`)
  const answers = await Promise.all(Array.from({ length: 4 }, () => add(own)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.msg).toBe(
    'You have 10,000 products on sale, and an account cannot have more. Delete those that you do not sell any more.',
  )
  expect((await add()).status).toBe(200)
  expect((await own.delete(`/private/product/delete/${first}`)).status).toBe(200)
  expect((await add(own)).status).toBe(200)
  expect((await add(own)).status).toBe(409)
}, 150_000)

test('the products of an older shop are counted by the upgrade', () => {
  const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
  const product = (n: number, sellerId: number, deleted: boolean) => `
    insert into product (id, seller_id, category_id, subcategory_id, name, description, details, images, price_paise, height_cm, length_cm,
      width_cm, weight_grams, units, search, search_text, deleted_at)
      values ('${id(n)}', '${id(sellerId)}', 1, 1, 'Comb', '', '', '{x}', 100, 1, 2, 3, 10, 5, '', '', ${deleted ? 'now()' : 'null'});`
  const sellers = [1, 2, 3].map(
    (n) => `
    insert into seller (account_id, company_name, gst, mobile, building_no, street, landmark, pin_code, city, state,
      bank_full_name, bank_account_sealed, bank_account_last4, ifsc_code, approval)
      values ('${id(n)}', 'Company', 'GST${n}', '9000000000', '1', 'S', 'L', '400001', 'Mumbai', 'Maharashtra', 'B', '', '0000',
        'HDFC0000001', 'approved');`,
  )
  const products = [product(11, 1, false), product(12, 1, false), product(13, 1, true), product(14, 2, true)]
  return withOlderDatabase('catalogue-product-count', [...sellers, ...products].join(''), async (db) => {
    const { rows } = await db.execute('select seller_id, products from live_product_count')
    expect(rows).toEqual([{ seller_id: id(1), products: 2 }])
    const wrong = await db.execute('select id from invariant_product_count')
    expect(wrong.rows).toEqual([])
  })
})
