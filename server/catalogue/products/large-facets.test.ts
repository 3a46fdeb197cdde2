/** Facets of more products than are counted: their numbers are estimates, and say so; choices that leave fewer are exact. */
// @module-tag nightly: 25,000 products. facets.test.ts proves exact numbers each time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import type { Facet } from '../../../contract/product.ts'
import { addProduct, addSubcategory } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.stop())

const all = 25_000
/** Every fifth product costs ₹150, the others ₹450; every second one is in stock. */
const cheap = all / 5

test('numbers of more than 10,000 products are estimates of two digits; fewer are counted', async () => {
  expect(all).toBeGreaterThan(2 * limits.countFiltered)
  const { categoryId } = await fillCategory()
  const facets = async (query = '') => {
    const { body } = await shop
      .client()
      .get<Facet[]>(`/public/product-facets?categoryId=${categoryId}${query}`)
    return new Map(body.map((facet) => [facet.name, facet]))
  }
  const numbersOf = (facet: Facet | undefined) =>
    (facet?.choices ?? []).map(({ products }) => products).toSorted((a, b) => a - b)

  const whole = await facets()
  for (const [name, expected] of [
    ['price', [cheap, all - cheap]],
    ['stock', [all / 2]],
  ] as const) {
    const facet = whole.get(name)
    expect(facet?.about).toBe(true)
    const numbers = numbersOf(facet)
    expect(numbers).toHaveLength(expected.length)
    for (const [at, number] of numbers.entries()) {
      expect(Number(number.toPrecision(2))).toBe(number)
      expect(Math.abs(number / (expected[at] ?? 0) - 1)).toBeLessThan(0.1)
    }
  }

  // The numbers of a facet's own choices are those of the list without them.
  const [band] = whole.get('price')?.choices ?? []
  const narrowed = await facets(`&price=${band?.code}`)
  expect([narrowed.get('price')?.about, narrowed.get('stock')?.about]).toEqual([true, false])
  expect(numbersOf(narrowed.get('stock'))).toEqual([cheap / 2])
})

/** Without triggers, which would index each product for the search; the facets are written as the trigger writes them. */
async function fillCategory(): Promise<{ categoryId: number }> {
  const subcategory = await addSubcategory(shop)
  const { id } = await addProduct(shop, { subcategory })
  await shop.db.transaction(async (tx) => {
    await tx.execute('set local session_replication_role = replica')
    await tx.query(sql`
      insert into product
      select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'units', n % 2,
        'price_paise', case when n % 5 = 0 then 15000 else 45000 end))).*
      from product p, generate_series(1, ${all}) as n where p.id = ${id}`)
    await tx.query(sql`delete from product where id = ${id}`)
    await tx.query(sql`delete from product_facet where product_id = ${id}`)
    await tx.query(sql`
      insert into product_facet select f.* from product p, product_facets(p) as f where p.category_id = ${subcategory.categoryId}`)
  })
  return subcategory
}
