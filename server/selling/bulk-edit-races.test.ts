/** A seller changes listings many times while many buyers buy: no piece appears or is lost. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EditedRow, ListingEdit } from '../../contract/bulk-edit.ts'
import { buy } from '../../tests/setup/buying.ts'
import { manyCustomersWithCart } from '../../tests/setup/crowd.ts'
import { brokenInvariants } from '../../tests/setup/invariants.ts'
import { nightly } from '../../tests/setup/nightly.ts'
import { openProductForm, type ProductForm } from '../../tests/setup/product-form.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'

let shop: TestShop
let form: ProductForm
beforeAll(async () => {
  shop = await startTestShop()
  form = await openProductForm(shop)
})
afterAll(() => shop.stop())

async function send(id: string, version: number, edit: ListingEdit): Promise<EditedRow> {
  const { status, body } = await form.seller.post('/private/products/bulk-edit', {
    rows: [{ id, version, edit }],
  })
  expect(status).toBe(200)
  return body[0]
}

/** Two windows send it at once: one of them makes it. */
async function once(id: string, version: number, edit: ListingEdit): Promise<EditedRow> {
  const both = await Promise.all([send(id, version, edit), send(id, version, edit)])
  const made = both.filter(({ problem }) => problem === null)
  expect(made).toHaveLength(1)
  return made[0]!
}
const listed = async (id: string): Promise<{ version: number; noOfUnits: number }> =>
  (await form.seller.get('/private/product/get-by-seller')).body.find((one: { id: string }) => one.id === id)

test(
  'thirty buyers buy while the stock is changed and taken back by two windows at once',
  nightly('Thirty purchases. Single moments of this race are in bulk-edit.test.ts.'),
  async () => {
    const id = await form.add({ noOfUnits: 1_000 })
    const buyers = await manyCustomersWithCart(shop, 30, { id })
    let bought = 0
    const purchases = Promise.all(
      buyers.map(async (buyer) => {
        expect((await buy(shop, buyer)).status).toBe(200)
        bought += 1
      }),
    )
    let added = 0
    let rounds = 0
    do {
      const { version } = await listed(id)
      const made = await once(id, version, { what: 'stock-by', units: 7 })
      if (made.undo && rounds % 2 === 0) await once(id, made.version, made.undo)
      else added += 7
      rounds += 1
      // An account may change listings sixty times a minute.
    } while (bought < buyers.length && rounds < 15)
    await purchases
    expect((await listed(id)).noOfUnits).toBe(1_000 + added - buyers.length)
    expect(await brokenInvariants(shop.db)).toEqual([])
  },
)
