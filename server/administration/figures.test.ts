/** The figures of About, Support and Careers: the specification's texts in a demo shop, true ones in production (specification §1). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFigures } from '../platform/config/figures.ts'
import { sql } from '../platform/db/sql.ts'
import { addSeller } from '../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({
    env: {
      FIGURE_PRODUCTS: 'counted',
      FIGURE_SELLERS: 'counted',
      FIGURE_CITIES: 'counted',
      FIGURE_RESPONSE_TIME: '6 hours',
      FIGURE_CUSTOMER_SATISFACTION: 'none',
    },
  })
})
afterAll(() => shop?.stop())

test('are the operator’s text, nothing, or counted and rounded down; the page calls sellers verified', async () => {
  for (let n = 0; n < 20; n += 1) await addSeller(shop)
  // They sell, but nobody has seen a document of theirs.
  expect(await figures()).toMatchObject({ sellers: null })
  await shop.db.query(sql`update seller set approved_version = approval_version`)
  expect(await figures()).toMatchObject({ sellers: '20+' })
  await shop.db.query(sql`
    update account set suspended_at = now() where id = (select account_id from seller order by account_id limit 1)`)
  expect(await figures()).toMatchObject({
    sellers: '10+',
    responseTime: '6 hours',
    customerSatisfaction: null,
  })
  // The texts of the specification, where nothing is set.
  expect(await figures()).toMatchObject({ customers: '5,000+', employeeSatisfaction: '95%' })
})

test('in production nothing is stated that is not counted or said by the operator', () => {
  expect(readFigures({ NODE_ENV: 'production', FIGURE_YEARS_OF_GROWTH: '3' }).figures).toEqual({
    products: 'counted',
    customers: 'counted',
    sellers: 'counted',
    cities: 'counted',
    responseTime: null,
    customerSatisfaction: null,
    employeeSatisfaction: null,
    yearsOfGrowth: '3',
  })
})

// Replies are kept for some minutes, each address of its own.
let asked = 0
async function figures() {
  asked += 1
  return (await shop.client().get(`/public/figures?n=${asked}`)).body
}
