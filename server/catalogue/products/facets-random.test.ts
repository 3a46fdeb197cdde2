/** Random products, choices and changes of facets. */
// @module-tag nightly: Some hundred lists. facets.test.ts proves the numbers of several values each time.
import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import {
  describeProduct,
  expectCounts,
  type FacetShop,
  prices,
  startFacetShop,
} from '../../../tests/setup/facets.ts'
import { sql } from '../../platform/db/sql.ts'

let world: FacetShop
beforeAll(async () => {
  world = await startFacetShop()
})
afterAll(() => world.shop.stop())

const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 })

test('on random products, choices and changes the numbers are those of a plain count', async () => {
  const { shop, sellers, shelves, attribute, ids } = world
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ product: fc.nat(23), number: fc.nat(1_000) }), { maxLength: 4 }),
      fc.record(
        {
          origin: some(['IN', 'NP', 'CN']),
          rated: some(['3', '4']),
          price: some(['0-200', '200-500', '500-1000', '1000-2000', '2000-']),
          stock: some(['in']),
          claim: some(['organic-cotton']),
          seller: some([0, 1]),
          sub: some([0, 1]),
          material: some([0, 1, 2]),
          capacity: some(['250', '0.5', '7']),
        },
        { requiredKeys: [] },
      ),
      fc.option(fc.nat(300), { nil: undefined }),
      fc.option(fc.integer({ min: 300, max: 3_000 }), { nil: undefined }),
      async (changes, { seller, sub, material, capacity, ...values }, min, max) => {
        for (const { product, number } of changes) {
          const id = ids[product] ?? ''
          await shop.db.query(sql`
              update product set price_paise = ${prices[number % prices.length] ?? 0}, units = ${number % 3},
                subcategory_id = ${shelves[number % 2]?.subCategoryId} where id = ${id}`)
          await describeProduct(world, id, number)
        }
        await expectCounts(world, {
          values: {
            ...values,
            ...(seller && { seller: seller.map((one) => sellers[one]?.id ?? '') }),
            ...(sub && { sub: sub.map((one) => String(shelves[one]?.subCategoryId)) }),
            ...(material && {
              [`attribute ${attribute.material}`]: material.map(
                (one) => `${attribute.material}-${attribute.values[one]}`,
              ),
            }),
            ...(capacity && {
              [`attribute ${attribute.capacity}`]: capacity.map((one) => `${attribute.capacity}-${one}`),
            }),
          },
          min,
          max,
        })
      },
    ),
    { numRuns: 40 },
  )
})
