import { expect, test, vi } from 'vitest'
import type { CartItem } from '../../contract/cart.ts'
import { type CartOutcome, type CartServer, openCartLines } from './cart-lines.ts'

const soap: CartItem = {
  cartItemId: 'line-soap',
  productId: 'soap',
  sellerCompany: 'Neem Works',
  productName: 'Soap',
  imageUrls: [],
  price: 149,
  prices: [
    { from: 1, price: 149 },
    { from: 4, price: 120 },
  ],
  quantity: 1,
  noOfUnits: 20,
  was: null,
  backOn: null,
  available: true,
}
const comb: CartItem = { ...soap, cartItemId: 'line-comb', productId: 'comb', productName: 'Comb' }

/** A server that replies when the test decides. */
function slowServer() {
  const asked: { quantity: number; answer: () => void; refuse: (error: Error) => void }[] = []
  const ask = (quantity: number) =>
    new Promise<void>((resolve, reject) => asked.push({ quantity, answer: resolve, refuse: reject }))
  const server: CartServer = { setQuantity: (_, quantity) => ask(quantity), remove: () => ask(0) }
  return { server, asked }
}

function openWith(server: CartServer) {
  const cart = openCartLines([soap, comb], server)
  const outcomes: CartOutcome[] = []
  cart.onOutcome((outcome) => outcomes.push(outcome))
  return { cart, outcomes, quantities: () => cart.current().map(({ quantity }) => quantity) }
}

test('a change is shown before the server has replied', () => {
  const { server } = slowServer()
  const { cart, quantities } = openWith(server)
  cart.setQuantity('soap', 2)
  expect(quantities()).toEqual([2, 1])
})

test('a change to more pieces shows their price at once, and a refused one the price of fewer', async () => {
  const { server, asked } = slowServer()
  const { cart } = openWith(server)
  const prices = () => cart.current().map(({ price }) => price)
  cart.setQuantity('soap', 4)
  expect(prices()).toEqual([120, 149])
  asked[0]?.refuse(new Error('sold out'))
  await cart.settled()
  expect(prices()).toEqual([149, 149])
})

test('quick changes are sent one at a time, and only the last of those that waited', async () => {
  const { server, asked } = slowServer()
  const { cart, quantities } = openWith(server)
  for (const quantity of [2, 3, 4, 5]) cart.setQuantity('soap', quantity)
  expect(asked.map(({ quantity }) => quantity)).toEqual([2])
  asked[0]?.answer()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[1]?.answer()
  await cart.settled()
  expect(asked.map(({ quantity }) => quantity)).toEqual([2, 5])
  expect(quantities()).toEqual([5, 1])
})

test('a refused change goes back to what the server last accepted', async () => {
  const { server, asked } = slowServer()
  const { cart, outcomes, quantities } = openWith(server)
  cart.setQuantity('soap', 2)
  asked[0]?.answer()
  await cart.settled()
  cart.setQuantity('soap', 3)
  asked[1]?.refuse(new Error('sold out'))
  await cart.settled()
  expect(quantities()).toEqual([2, 1])
  expect(outcomes.at(-1)).toMatchObject({ before: 2, quantity: 3, error: new Error('sold out') })
})

test('a removed line is gone at once, and comes back to its place when the server refuses', async () => {
  const { server, asked } = slowServer()
  const { cart } = openWith(server)
  cart.setQuantity('soap', 0)
  expect(cart.current().map(({ productId }) => productId)).toEqual(['comb'])
  asked[0]?.refuse(new Error('offline'))
  await cart.settled()
  expect(cart.current().map(({ productId }) => productId)).toEqual(['soap', 'comb'])
})

test('a removal waits for the request in flight', async () => {
  const { server, asked } = slowServer()
  const { cart } = openWith(server)
  cart.setQuantity('soap', 2)
  cart.setQuantity('soap', 0)
  asked[0]?.answer()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]?.quantity).toBe(0)
  asked[1]?.answer()
  await cart.settled()
  expect(cart.current().map(({ productId }) => productId)).toEqual(['comb'])
})
