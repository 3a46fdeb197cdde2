/** Of fifty concurrent requests about one return, exactly one succeeds. */
// @module-tag nightly: Races of fifty. checkout/race.test.ts proves races for stock and money each time, returns.test.ts the decisions.
import { expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import type { Answer } from '../../../tests/setup/client.ts'
import { endReturnClock } from '../../../tests/setup/clock.ts'
import { fifty } from '../../../tests/setup/fifty.ts'
import { untilWaitingForLock } from '../../../tests/setup/locks.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { unitsOf } from '../../../tests/setup/products.ts'
import {
  ask,
  asked,
  moveReturnParcel,
  received,
  returnOf,
  sellDelivered,
  untilReturn,
} from '../../../tests/setup/returns.ts'
import { type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { refundReturn } from './refund-return.ts'
import { sweepReturns } from './sweep-returns.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: true }, (made) => void ({ shop, admin, seller } = made))

const good = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200)
const post = (who: { post: Seller['post'] }, id: string, what: string, body?: object) => () =>
  who.post(`/private/returns/${id}/${what}`, body)

test('two tabs that ask for the same pieces: one return, and no piece is asked for twice', async () => {
  const { orderId, buyer } = await sellDelivered(shop, seller, { quantity: 3, units: 3 })
  const answers = await fifty(() => ask(buyer, orderId, { units: 2 }))
  expect(good(answers)).toHaveLength(1)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(good(await fifty(() => ask(buyer, orderId)))).toHaveLength(1)
})

test('accepting against withdrawing against asking the administrator: one of them', async () => {
  const { orderId, buyer } = await sellDelivered(shop, seller, {})
  const id = await asked(buyer, orderId)
  const answers = await fifty(
    post(seller, id, 'accept'),
    post(buyer, id, 'withdraw'),
    post(seller, id, 'dispute', { note: 'No.' }),
  )
  expect(good(answers)).toHaveLength(1)
  const [, second, ...more] = (await returnOf(shop, id)).steps
  expect(['accepted:seller', 'withdrawn:buyer', 'disputed:seller']).toContain(second)
  // Only moves that follow acceptance may come after it.
  expect(more.filter((step: string) => !step.endsWith(':courier'))).toEqual([])
})

test('refunding against a dispute against the clock: one outcome, the money and the stock at most once', async () => {
  for (const round of [1, 2]) {
    const sale = await sellDelivered(shop, seller, { pricePaise: 10_000 * round, units: 4 })
    const id = await received(shop, seller, sale)
    await endReturnClock(shop, id)
    const byClock = async (): Promise<Answer> =>
      refundReturn(shop.running.shop, id, { by: 'clock', owner: null, restock: false }).then(
        () => ({ status: 200, body: null, headers: new Headers() }),
        () => ({ status: 409, body: null, headers: new Headers() }),
      )
    const decide = () =>
      admin.post(`/public/admin/returns/${id}/decide`, { decision: 'refund', note: 'We have looked at it.' })
    await fifty(
      post(seller, id, 'refund', { restock: true }),
      post(seller, id, 'dispute', { note: 'It was used.' }),
      decide,
      byClock,
    )
    // A dispute that was first is decided by the administrator, in this race or afterwards.
    if ((await returnOf(shop, id)).state === 'disputed') await decide()
    const done = await eventually(
      () => returnOf(shop, id),
      (row) => row.refundState === 'processed',
    )
    expect(done.refundedPaise).toBe(10_000 * round)
    expect(done.steps.filter((step: string) => step.startsWith('refunded'))).toHaveLength(1)
    const refunds = await shop.db.query(sql`select 1 from refund where order_id = ${sale.orderId}`)
    expect(refunds).toHaveLength(1)
    expect(await unitsOf(shop, sale.productId)).toBe(done.restocked ? 4 : 3)
  }
})

test('a slow sweep does not use the clock of a state that a return has left meanwhile', async () => {
  const first = await sellDelivered(shop, seller, {})
  const slow = await received(shop, seller, first)
  const sale = await sellDelivered(shop, seller, {})
  const id = await asked(sale.buyer, sale.orderId)
  await post(seller, id, 'accept')()
  await untilReturn(shop, id, 'pickup-booked')
  for (const one of [slow, id]) await endReturnClock(shop, one)
  let sweep: Promise<void> | undefined
  await shop.db.transaction(async (tx) => {
    await lockOrder(tx, first.orderId)
    sweep = sweepReturns(shop.running.shop)
    await untilWaitingForLock(shop)
    // From now on the buyer has time to send the goods.
    await moveReturnParcel(shop, id, 'Cancelled')
    await untilReturn(shop, id, 'to-send')
  })
  await sweep
  expect((await returnOf(shop, slow)).state).toBe('refunded')
  expect((await returnOf(shop, id)).state).toBe('to-send')
})

test('a return and an administrator who refunds the same pieces: no piece is paid twice', async () => {
  const sale = await sellDelivered(shop, seller, { quantity: 2, units: 2, pricePaise: 10_000 })
  const id = await received(shop, seller, sale, { units: 2 })
  await Promise.all([
    post(seller, id, 'refund', { restock: false })(),
    shop.db
      .transaction(async (tx) => {
        const { reverseAndRefundOrder } = await import('../orders/reverse-and-refund-order.ts')
        await lockOrder(tx, sale.orderId)
        await reverseAndRefundOrder(
          shop.running.shop,
          tx,
          sale.orderId,
          { units: 1, cause: 'returned' },
          'goodwill',
        )
      })
      .catch(() => {}),
  ])
  await untilReturn(shop, id, 'refunded')
  const [order] = await shop.db.query<any>(sql`
    select returned_units as units, refunded_paise as paise from orders where id = ${sale.orderId}`)
  expect(order).toEqual({ units: 2, paise: 20_000 })
})
