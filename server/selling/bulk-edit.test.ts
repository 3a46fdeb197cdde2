/** Many listings are changed at once, each whole or not at all, and back. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { EditedRow, ListingEdit } from '../../contract/bulk-edit.ts'
import type { SellersProduct } from '../../contract/seller-product.ts'
import { buy, ordersOf, pay, startPaying, verify } from '../../tests/setup/buying.ts'
import { brokenInvariants } from '../../tests/setup/invariants.ts'
import { untilWaitingForLock } from '../../tests/setup/locks.ts'
import { openProductForm, type ProductForm } from '../../tests/setup/product-form.ts'
import { customerWithCart } from '../../tests/setup/products.ts'
import { addSeller } from '../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { sql } from '../platform/db/sql.ts'

let shop: TestShop
let form: ProductForm
beforeAll(async () => {
  shop = await startTestShop()
  form = await openProductForm(shop)
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

const listed = async (): Promise<Map<string, SellersProduct>> => {
  const { body } = await form.seller.get('/private/product/get-by-seller?limit=100')
  return new Map(body.map((product: SellersProduct) => [product.id, product]))
}
const send = async (rows: { id: string; version: number; edit: ListingEdit }[], by = form.seller) => {
  const { status, body } = await by.post('/private/products/bulk-edit', { rows })
  expect(status).toBe(200)
  return body as EditedRow[]
}
/** The same edit for products as the list has them. */
async function edit(change: ListingEdit, ...ids: string[]): Promise<EditedRow[]> {
  const products = await listed()
  return send(ids.map((id) => ({ id, version: products.get(id)?.version ?? 0, edit: change })))
}
const undo = (rows: readonly EditedRow[]) =>
  send(rows.flatMap(({ id, version, undo: back }) => (back ? [{ id, version, edit: back }] : [])))

test('prices change by amount and percent; what a rule forbids stays, with its reason; all come back', async () => {
  const cheap = await form.add({ name: 'Cheap bowl', price: 149, mrp: 150 })
  const dear = await form.add({ name: 'Dear bowl', price: 99.5, mrp: 500 })
  const raised = await edit({ what: 'price-percent', percent: 10 }, cheap, dear)
  expect(raised.map(({ problem }) => problem)).toEqual([
    'The price is above the MRP, which the law forbids.',
    null,
  ])
  expect((await listed()).get(dear)?.price).toBe(109)
  expect((await listed()).get(cheap)?.price).toBe(149)
  await undo(raised)
  expect((await listed()).get(dear)?.price).toBe(99.5)
  const lowered = await edit({ what: 'price-by', rupees: -0.5 }, cheap, dear)
  expect((await listed()).get(cheap)?.price).toBe(148.5)
  await undo(lowered)
  const history = (await form.seller.get(`/private/product/${cheap}/listing`)).body.changes
  expect(history.filter(({ field }: { field: string }) => field === 'price')).toMatchObject([
    { was: '148.5', became: '149' },
    { was: '149', became: '148.5' },
  ])
})

test('an undo keeps what was sold meanwhile sold, and does nothing a second time', async () => {
  const id = await form.add({ noOfUnits: 10 })
  const stocked = await edit({ what: 'stock', to: 50 }, id)
  const buyer = await customerWithCart(shop, [{ id }])
  await buy(shop, buyer)
  await undo(stocked)
  expect((await listed()).get(id)?.noOfUnits).toBe(9)
  expect(await undo(stocked)).toMatchObject([
    { problem: expect.stringContaining('another window'), undo: null },
  ])
  expect((await listed()).get(id)?.noOfUnits).toBe(9)
  expect(await edit({ what: 'stock-by', units: -10 }, id)).toMatchObject([
    { problem: 'There are only 9 units.' },
  ])
})

test('of two equal changes at once one is made, and a purchase beside them takes its piece', async () => {
  const id = await form.add({ noOfUnits: 10 })
  const buyer = await customerWithCart(shop, [{ id }])
  const version = (await listed()).get(id)?.version ?? 0
  const more = [{ id, version, edit: { what: 'stock-by', units: 5 } as ListingEdit }]
  const [one, other] = await Promise.all([send(more), send(more), buy(shop, buyer)])
  expect([one, other].flat().filter(({ problem }) => problem === null)).toHaveLength(1)
  expect((await listed()).get(id)?.noOfUnits).toBe(14)
})

test('pieces that are paid while a price or the stock changes stay sold', async () => {
  const changes: [ListingEdit, number][] = [
    [{ what: 'price', to: 77 }, 98],
    [{ what: 'stock-by', units: 5 }, 103],
  ]
  for (const [change, left] of changes) {
    // Of few pieces the mail about low stock would lock the product.
    const id = await form.add({ noOfUnits: 100 })
    const buyer = await customerWithCart(shop, [{ id }], 2)
    const { body: orderId } = await startPaying(buyer)
    // The change has read what unpaid checkouts hold, and waits for its subcategory.
    const edited = await shop.db.transaction(async (tx) => {
      await tx.query(sql`select from subcategory where id = ${form.subcategory.subCategoryId} for update`)
      const answer = edit(change, id)
      await untilWaitingForLock(shop)
      expect((await verify(buyer, await pay(shop, orderId))).status).toBe(200)
      return { answer }
    })
    const rows = await edited.answer
    expect(rows).toMatchObject([{ problem: null }])
    expect((await listed()).get(id)?.noOfUnits).toBe(left)
    await undo(rows)
    expect((await listed()).get(id)?.noOfUnits).toBe(98)
  }
})

test('listings are hidden and come back as they were, with their time', async () => {
  const [draft, onSale, planned] = [await form.add({ draft: true }), await form.add({}), await form.add({})]
  const at = new Date(Date.now() + 86_400_000).toISOString()
  await form.seller.post(`/private/product/${planned}/state`, { state: 'scheduled', onSaleAt: at })
  const hidden = await edit({ what: 'state', to: 'hidden', onSaleAt: null }, draft, onSale, planned)
  expect(hidden.map(({ problem }) => problem)).toEqual([null, null, null])
  const states = async () => {
    const products = await listed()
    return [draft, onSale, planned].map((id) => products.get(id)?.state)
  }
  expect(await states()).toEqual(['hidden', 'hidden', 'hidden'])
  await undo(hidden)
  expect(await states()).toEqual(['draft', 'on-sale', 'scheduled'])
  expect((await listed()).get(planned)?.onSaleAt).toBe(at)
  const notOnSale = await form.seller.get('/private/product/get-by-seller?state=off-sale&limit=2')
  expect(notOnSale.body.map(({ id }: SellersProduct) => id)).toEqual([planned, draft])
  const without = await edit({ what: 'state', to: 'scheduled', onSaleAt: null }, onSale)
  expect(without).toMatchObject([{ problem: 'Choose a time in the next 90 days.' }])
})

test('products are deleted for good, but one that was saved since; orders keep them', async () => {
  const [bought, saved] = [await form.add({}), await form.add({ price: 80 })]
  const buyer = await customerWithCart(shop, [{ id: bought }])
  await buy(shop, buyer)
  const before = await listed()
  await edit({ what: 'price', to: 90 }, saved)
  const rows = [bought, saved].map((id) => ({
    id,
    version: before.get(id)?.version ?? 0,
    edit: { what: 'delete' } as ListingEdit,
  }))
  expect(await send(rows, await addSeller(shop))).toMatchObject([
    { problem: 'It is not among your products any more.' },
    { problem: 'It is not among your products any more.' },
  ])
  expect(await send(rows)).toMatchObject([
    { id: bought, undo: null, problem: null },
    { id: saved, undo: null, problem: expect.stringContaining('another window') },
  ])
  expect([...(await listed()).keys()].filter((id) => [bought, saved].includes(id))).toEqual([saved])
  expect((await form.detail(bought)).status).toBe(404)
  expect(await ordersOf(buyer)).toHaveLength(1)
  expect(await send(rows)).toMatchObject([{ problem: expect.any(String) }, { problem: expect.any(String) }])
})

test("another seller's product stays as it is, and a list has at most a hundred rows", async () => {
  const id = await form.add({ price: 80 })
  const version = (await listed()).get(id)?.version ?? 0
  const row = { id, version, edit: { what: 'price', to: 1 } as ListingEdit }
  const stranger = await addSeller(shop)
  expect(await send([row], stranger)).toMatchObject([{ id, undo: null, problem: expect.any(String) }])
  expect((await listed()).get(id)?.price).toBe(80)
  const many = Array.from({ length: 101 }, () => row)
  expect((await form.seller.post('/private/products/bulk-edit', { rows: many })).status).toBe(400)
})

test('the list finds a product by a part of its SKU', async () => {
  const id = await form.add({ sku: 'BWL-0042' })
  const { body } = await form.seller.get('/private/product/get-by-seller?search=bwl-0042')
  expect(body).toMatchObject([{ id, sku: 'BWL-0042' }])
})
