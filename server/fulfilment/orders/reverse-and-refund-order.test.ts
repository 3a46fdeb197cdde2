/** Orders that are cancelled, returned and refunded in parts (docs/money.md, Refunding): whatever happens in whatever order, no paisa is lost. */
// @module-tag nightly: One more mixture of reversals and refunds. refund-part.test.ts proves each part to the paisa each time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy } from '../../../tests/setup/buying.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { sellBooked, tellOfOrder, untilBooked } from '../../../tests/setup/parcels.ts'
import { addAdmin } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart, putInCart, unitsOf } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { applyRefundEvent } from '../../money/payments/apply-refund-event.ts'
import { Refusal } from '../../platform/refusal.ts'
import { reverseAndRefundOrder } from './reverse-and-refund-order.ts'
import { renewParcel } from './cancel-pieces.ts'
import { lockOrderToRefund } from './refund-queries.ts'

let shop: TestShop
let seller: Seller
beforeAll(async () => {
  shop = await startTestShop({ courier: true })
  seller = await addSeller(shop)
})
afterAll(() => shop.stop())

type Part = Parameters<typeof reverseAndRefundOrder>[3]
const give = (orderId: string, part: Part) =>
  shop.db.transaction(async (tx) => {
    const order = await lockOrderToRefund(tx, orderId)
    const given = await reverseAndRefundOrder(shop.running.shop, tx, orderId, part, 'goodwill')
    // As the use cases do: what the courier does not have leaves the parcel.
    if (order && 'units' in part && !order.sold) await renewParcel(shop.running.shop, tx, order)
    return given
  })
const tell = (orderId: string, code: number) => tellOfOrder(shop, orderId, { code })
const sellThree = () => sellBooked(shop, seller, { pricePaise: 14_900, quantity: 3, units: 10 })
const paid = (gifts: { givenNowPaise: number }[]) => gifts.map(({ givenNowPaise }) => givenNowPaise)

test('a gift of the shop is counted where the pieces are cancelled one by one afterwards', async () => {
  const { orderId } = await sellThree()
  const gifts = [await give(orderId, { paise: 40_000, bears: 'shop' })]
  for (let piece = 1; piece <= 3; piece += 1)
    gifts.push(await give(orderId, { units: 1, cause: 'undelivered' }))
  expect(paid(gifts)).toEqual([40_000, 4_700, 0, 0])
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test('pieces come back after their whole price was refunded: nothing more is taken from the seller', async () => {
  const { orderId } = await sellThree()
  await tell(orderId, 7)
  const gifts = [
    await give(orderId, { paise: 44_700, bears: 'seller' }),
    await give(orderId, { units: 1, cause: 'returned' }),
    await give(orderId, { units: 2, cause: 'returned' }),
  ]
  expect(paid(gifts)).toEqual([44_700, 0, 0])
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test('what is left of an order is refunded, and the pieces that are left come back into the stock', async () => {
  const admin = await addAdmin(shop)
  const { orderId, productId } = await sellThree()
  await give(orderId, { units: 1, cause: 'undelivered' })
  await tell(orderId, 8)
  const note = 'The courier cancelled the parcel.'
  expect((await admin.post(`/public/admin/orders/${orderId}/refund`, { note })).body.msg).toContain('₹298.00')
  // The caller of the first gift has not put that piece back.
  expect(await unitsOf(shop, productId)).toBe(9)
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test('no part is negative or a fraction', async () => {
  const { orderId } = await sellThree()
  for (const part of [
    { units: -1, cause: 'returned' },
    { units: 0.5, cause: 'returned' },
    { paise: -100, bears: 'shop' },
    { paise: 0.5, bears: 'shop' },
    { paise: Number.NaN, bears: 'shop' },
  ] as const)
    await expect(give(orderId, part)).rejects.toThrow('is no part of an order')
})

/** Numbers that are the same in each run. */
function numbersFrom(seed: number): (below: number) => number {
  let last = seed
  return (below) => {
    last = (last * 48_271) % 2_147_483_647
    return last % below
  }
}

test('the ledger agrees with the orders after each of many steps by chance', async () => {
  const wanted = await Promise.all(
    [
      [333, 3],
      [12_345, 7],
      [100, 1],
    ].map(async ([pricePaise, quantity]) => ({
      quantity: quantity!,
      ...(await addProduct(shop, { seller, pricePaise: pricePaise!, units: 500 })),
    })),
  )
  const buyer = await customerWithCart(shop, [])
  for (let seed = 1; seed <= Number(process.env['WALKS'] ?? 4); seed += 1) {
    const number = numbersFrom(seed * 7_919)
    for (const { id, quantity } of wanted) await putInCart(buyer, id, quantity)
    const orderIds = (await buy(shop, buyer)).body.map(({ id }: { id: string }) => id) as string[]
    for (const id of orderIds) await untilBooked(shop, id)
    const [payment] = await shop.db.query<{ id: string }>(
      sql`select p.id from payment p join orders o using (checkout_id) where o.id = ${orderIds[0]!}`,
    )
    const steps: ((orderId: string) => Promise<unknown>)[] = [
      (id) => tell(id, 6),
      (id) => tell(id, [7, 9, 12, 8][number(4)]!),
      (id) =>
        give(id, {
          units: 1 + number(3),
          cause: (['undelivered', 'returned', 'lost'] as const)[number(3)]!,
        }),
      (id) =>
        give(id, {
          units: 1 + number(3),
          cause: 'returned',
          wayBack: { paise: number(4) * 2_500, paidBy: number(2) === 0 ? 'buyer' : 'seller' },
        }),
      (id) => give(id, { paise: 1 + number(20_000), bears: 'seller' }),
      (id) => give(id, { paise: 1 + number(2_000), bears: 'shop' }),
      async () => {
        await shop
          .kit(`/sandbox/payments/refunds/${payment!.id}`, { amount: 100 + number(3_000) })
          .catch(() => {})
        await applyRefundEvent(shop.running.shop, payment!.id)
      },
    ]
    const done: string[] = []
    for (let step = 0; step < 14; step += 1) {
      const [of, which] = [number(orderIds.length), number(steps.length)]
      done.push(`${which} of ${of}`)
      await steps[which]!(orderIds[of]!).catch((error: unknown) => {
        // More pieces or money than are left.
        if (!(error instanceof Refusal)) throw new Error(`walk ${seed}: ${done.join(', ')}`, { cause: error })
      })
      // The way back is charged here without a return, so no courier can have carried it.
      const broken = (await brokenInvariants(shop.db)).filter(
        ({ invariant }) => invariant !== 'way back charged that no courier carried',
      )
      expect(broken, `walk ${seed}: ${done.join(', ')}`).toEqual([])
    }
  }
})
