import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setDeleted, setSellerSuspended } from '../../../tests/setup/change-product.ts'
import { addProduct, type TestProduct, unitsOf } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { newId } from '../../platform/db/ids.ts'
import { holdStock, returnStock, type StockLine, replaceHold } from './stock.ts'

let shop: TestShop
let soap: TestProduct
let comb: TestProduct
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.stop())
beforeEach(async () => {
  soap = await addProduct(shop, { name: 'Soap', units: 10 })
  comb = await addProduct(shop, { name: 'Comb', units: 2 })
})

const hold = (lines: StockLine[]) => shop.db.transaction((tx) => holdStock(tx, lines))
const units = async () => [await unitsOf(shop, soap.id), await unitsOf(shop, comb.id)]

test('what is there is held, and nothing is missing', async () => {
  expect(
    await hold([
      { productId: comb.id, quantity: 2 },
      { productId: soap.id, quantity: 3 },
    ]),
  ).toEqual([])
  expect(await units()).toEqual([7, 0])
})

test('a line without enough is answered with what is left; the others are held for the caller to keep or to roll back', async () => {
  expect(
    await hold([
      { productId: comb.id, quantity: 3 },
      { productId: soap.id, quantity: 10 },
    ]),
  ).toEqual([{ productId: comb.id, name: 'Comb', unitsLeft: 2 }])
  expect(await units()).toEqual([0, 2])
})

test('lines of one product count together', async () => {
  const lines = [
    { productId: comb.id, quantity: 1 },
    { productId: comb.id, quantity: 2 },
  ]
  expect(await hold(lines)).toEqual([{ productId: comb.id, name: 'Comb', unitsLeft: 2 }])
  expect(await units()).toEqual([10, 2])
})

test('of a deleted product, a suspended seller and an unknown product nothing is left', async () => {
  await setDeleted(shop, comb.id)
  expect(await hold([{ productId: comb.id, quantity: 1 }])).toEqual([
    { productId: comb.id, name: 'Comb', unitsLeft: 0 },
  ])
  await setDeleted(shop, comb.id, false)
  await setSellerSuspended(shop, comb.id)
  expect(await hold([{ productId: comb.id, quantity: 1 }])).toEqual([
    { productId: comb.id, name: 'Comb', unitsLeft: 0 },
  ])
  await setSellerSuspended(shop, comb.id, false)
  const unknown = newId()
  expect(await hold([{ productId: unknown, quantity: 1 }])).toEqual([
    { productId: unknown, name: '', unitsLeft: 0 },
  ])
  expect(await units()).toEqual([10, 2])
})

test('returned units are back, also those of a product deleted meanwhile', async () => {
  const lines = [
    { productId: soap.id, quantity: 4 },
    { productId: comb.id, quantity: 1 },
    { productId: soap.id, quantity: 1 },
  ]
  await hold(lines)
  await setDeleted(shop, comb.id)
  await shop.db.transaction((tx) => returnStock(tx, lines))
  await shop.db.transaction((tx) => returnStock(tx, []))
  expect(await units()).toEqual([10, 2])
})

test('a hold turned into another keeps what both have, and stays as it was where there is not enough', async () => {
  const first = [
    { productId: soap.id, quantity: 10 },
    { productId: comb.id, quantity: 1 },
  ]
  await hold(first)
  const swap = (to: StockLine[]) => shop.db.transaction((tx) => replaceHold(tx, first, to))
  const tooMany = [
    { productId: soap.id, quantity: 11 },
    { productId: comb.id, quantity: 2 },
  ]
  expect(await swap(tooMany)).toEqual([{ productId: soap.id, name: 'Soap', unitsLeft: 10 }])
  expect(await units()).toEqual([0, 1])
  expect(
    await swap([
      { productId: soap.id, quantity: 4 },
      { productId: comb.id, quantity: 2 },
    ]),
  ).toEqual([])
  expect(await units()).toEqual([6, 0])
})

test('60 buyers at once of 10 units: 10 get one, stock ends at zero', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => hold([{ productId: soap.id, quantity: 1 }])),
  )
  expect(answers.filter((missing) => missing.length === 0)).toHaveLength(10)
  expect(await unitsOf(shop, soap.id)).toBe(0)
})

test('carts that name the same products in opposite orders do not deadlock', async () => {
  let begun = 0
  const cart = (lines: StockLine[]) =>
    shop.db.transaction(async (tx) => {
      begun += 1
      expect(await holdStock(tx, lines)).toEqual([])
      await returnStock(tx, lines.toReversed())
    })
  const lines = [
    { productId: soap.id, quantity: 1 },
    { productId: comb.id, quantity: 1 },
  ]
  await Promise.all(Array.from({ length: 40 }, (_, i) => cart(i % 2 === 0 ? lines : lines.toReversed())))
  // After a deadlock the transaction helper would have retried: more transactions than carts.
  expect(begun).toBe(40)
  expect(await units()).toEqual([10, 2])
})

test('somebody may put a product into a cart while it is locked for a purchase', async () => {
  const buyer = await shop.customer()
  const answer = await shop.db.transaction(async (tx) => {
    await replaceHold(
      tx,
      [],
      [
        { productId: comb.id, quantity: 1 },
        { productId: soap.id, quantity: 1 },
      ],
    )
    return buyer.post('/private/cart/add', { id: soap.id })
  })
  expect(answer.status).toBe(200)
})
