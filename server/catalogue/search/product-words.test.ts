/** The words of products in `product_word`: always those of the products on offer, best first. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListedProduct } from '../../../contract/product.ts'
import {
  changeProduct,
  setDeleted,
  setSellerSuspended,
  setUnits,
} from '../../../tests/setup/change-product.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import { addProduct } from '../../../tests/setup/products.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { itemsOf } from '../../../tests/setup/walk-pages.ts'
import { sql } from '../../platform/db/sql.ts'
import { insertManyProducts } from '../../../tests/setup/many-products.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.stop())

const found = async (words: string, query = '') =>
  itemsOf<ListedProduct>(
    shop.client(),
    `/public/product/search/${encodeURIComponent(words)}?limit=200${query}`,
  )
const namesOf = async (words: string, query = '') => (await found(words, query)).map(({ name }) => name)

/** Product words that are missing, and those that no product has. */
async function wrongProductWords(): Promise<object[]> {
  const stored = sql`select word, score, product_id, subcategory_id, price_paise, seller_mark from product_word`
  const right = sql`
    select w.word, w.score, p.id, p.subcategory_id, p.price_paise::int, seller_mark(p.seller_id)
    from product p, search_words_of(p.search, p.units > 0) w where p.deleted_at is null`
  return shop.db.query(sql`
    (${stored} except all ${right}) union all (${right} except all ${stored})`)
}

test('whatever is done to products, and by several at once, the product words are those of the products on offer', async () => {
  const products = [await addProduct(shop, { units: 1 }), await addProduct(shop), await addProduct(shop)]
  const change = fc.record({
    product: fc.nat(products.length - 1),
    what: fc.constantFrom('sold out', 'in stock', 'deleted', 'on offer', 'price', 'words'),
    value: fc.integer({ min: 100, max: 10_000 }),
  })
  const apply = async ({ product, what, value }: { product: number; what: string; value: number }) => {
    const id = products[product]?.id ?? ''
    if (what === 'sold out') await setUnits(shop, id, 0)
    else if (what === 'in stock') await setUnits(shop, id, value)
    else if (what === 'price') await changeProduct(shop, id, { pricePaise: value })
    else if (what === 'words')
      await shop.db.query(sql`
        update product set search = setweight(to_tsvector('english', ${`word${value % 7} basket`}::text), 'A')
          || setweight(to_tsvector('english', ${`word${value % 5} tray`}::text), 'D') where id = ${id}`)
    else await setDeleted(shop, id, what === 'deleted')
  }
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 12 }), async (changes) => {
      await Promise.all(changes.map(apply))
      expect(await wrongProductWords()).toEqual([])
    }),
    { numRuns: 15 },
  )
  await shop.db.query(sql`delete from product where id = ${products[0]?.id}`)
  expect(await wrongProductWords()).toEqual([])
})

test('of matches that are alike, those in stock come first, then the newest', async () => {
  const [old, sold, fresh] = [
    await addProduct(shop, { name: 'Zelkova Ladle, old' }),
    await addProduct(shop, { name: 'Zelkova Ladle, sold' }),
    await addProduct(shop, { name: 'Zelkova Ladle, fresh' }),
  ]
  await setUnits(shop, sold.id, 0)
  for (const words of ['zelkova', 'zelkova ladle'])
    expect(await namesOf(words)).toEqual([fresh.name, old.name, sold.name])
  expect(await namesOf('zelkova', '&stock=in')).toEqual([fresh.name, old.name])
  await setUnits(shop, sold.id, 1)
  expect(await namesOf('zelkova')).toEqual([fresh.name, sold.name, old.name])
})

test('spellings of a Hindi word find each other, the typed one first', async () => {
  const names = ['Grass Jhaadu', 'Grass Jhadu', 'Brass Diye', 'Brass Diya', 'Steel Thaali', 'Steel Thali']
  for (const name of names) await addProduct(shop, { name })
  expect(await namesOf('jhadu')).toEqual(['Grass Jhadu', 'Grass Jhaadu'])
  expect(await namesOf('jhaadoo')).toEqual(['Grass Jhadu', 'Grass Jhaadu'])
  expect(await namesOf('diye')).toEqual(['Brass Diye', 'Brass Diya'])
  expect(await namesOf('thali')).toEqual(['Steel Thali', 'Steel Thaali'])
  expect((await namesOf('brass deeya')).toSorted()).toEqual(['Brass Diya', 'Brass Diye'])
})

test("a suspended seller's products are found no more, and those of a seller with the same mark are", async () => {
  const [one, other] = [await addSeller(shop), await addSeller(shop)]
  const mine = await addProduct(shop, { name: 'Quassia Cup', seller: one })
  const theirs = await addProduct(shop, { name: 'Quassia Mug', seller: other })
  // Ids of sellers that end alike.
  await shop.db.query(sql`
    update product_word set seller_mark = (select seller_mark(seller_id) from product where id = ${mine.id})
    where product_id = ${theirs.id}`)
  await setSellerSuspended(shop, mine.id)
  expect(await namesOf('quassia')).toEqual([theirs.name])
  await setSellerSuspended(shop, theirs.id)
  expect(await namesOf('quassia')).toEqual([])
  await setSellerSuspended(shop, mine.id, false)
  await setSellerSuspended(shop, theirs.id, false)
  expect(await namesOf('quassia')).toEqual([theirs.name, mine.name])
})

test(
  'of a word of very many products the best are found, also sorted and filtered',
  {
    timeout: 120_000,
    ...nightly(
      'Thousands of products are written. The order of matches is proven each time above, the best thousand by search.test.ts.',
    ),
  },
  async () => {
    await insertManyProducts(shop.db, 4_500)
    const [counted] = await shop.db.query<{ count: number }>(sql`
    select count(*) as count from product where search @@ to_tsquery('english', 'every')`)
    expect(counted?.count).toBeGreaterThan(1_000)
    const ids = (await found('every')).map(({ id }) => id)
    const best = await shop.db.query<{ id: string }>(sql`
    select id from product where search @@ to_tsquery('english', 'every')
    order by units > 0 desc, search @@ 'everi:a' desc, search @@ 'everi:b' desc, search @@ 'everi:c' desc, id desc limit 1000`)
    expect(ids).toEqual(best.map(({ id }) => id))
    const low = (await found('every', '&sort=price-low')).map(({ id, price }) => ({ id, price }))
    expect(low.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    expect(low.map(({ price }) => price)).toEqual(low.map(({ price }) => price).toSorted((a, b) => a - b))
    const [shelf] = await shop.db.query<{ id: number }>(sql`
    select subcategory_id as id from product where search @@ to_tsquery('english', 'every') order by id limit 1`)
    const few = await shop.db.query<{ id: string }>(sql`
    select id from product where search @@ to_tsquery('english', 'every') and subcategory_id = ${shelf?.id}
      and price_paise between 20000 and 200000 and units > 0`)
    expect(few.length).toBeGreaterThan(3)
    expect(
      (await found('every', `&min=200&max=2000&stock=in&sub=${shelf?.id}`)).map(({ id }) => id).toSorted(),
    ).toEqual(few.map(({ id }) => id).toSorted())
  },
)
