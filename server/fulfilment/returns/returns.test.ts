/** A buyer returns pieces of a delivered order: from the request to the refund, and what is refused. */
import { describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually, ordersOf } from '../../../tests/setup/buying.ts'
import { ageDelivery } from '../../../tests/setup/clock.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { type Admin, auditOf } from '../../../tests/setup/people.ts'
import { uploadedPhoto } from '../../../tests/setup/pictures.ts'
import { customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import { courierLedger, paymentLedger } from '../../../tests/setup/providers.ts'
import {
  ask,
  asked,
  letClockRunOut,
  postReturn,
  moveReplacement,
  moveReturnParcel,
  orderCard,
  received,
  replacementOf,
  sellDelivered,
  untilReturn,
  untilReturnRefunded,
} from '../../../tests/setup/returns.ts'
import { type Seller } from '../../../tests/setup/sellers.ts'
import { type Customer, type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
let stranger: Customer
withShop({ courier: true }, async (made) => {
  ;({ shop, admin, seller } = made)
  stranger = await shop.customer('stranger')
})

describe('a return', () => {
  test('goes from the request with photos to the refund of its pieces: card, list, mails, courier, money, stock', async () => {
    const buyer = await customerWithCart(shop, [])
    const sale = await sellDelivered(shop, seller, { buyer, quantity: 3, units: 5, pricePaise: 10_000 })
    const { orderId, productId } = sale
    const { body: options } = await buyer.get(`/private/order/${orderId}/return?units=2`)
    expect(options).toMatchObject({ units: 3, refund: 200, changeOfMind: true, answerDays: 2 })

    const photos = [await uploadedPhoto(buyer), await uploadedPhoto(buyer)]
    const id = await asked(buyer, orderId, { units: 2, words: 'Two of them are cracked.', photos })
    const [listed] = (await seller.get('/private/returns/seller?state=requested')).body
    const [{ number }] = await ordersOf(buyer)
    const found = async (words: string) =>
      (await seller.get(`/private/returns/seller?search=${words}`)).body.map((one: { id: string }) => one.id)
    expect(await found(number.toLowerCase())).toEqual([id])
    expect(await found(orderId)).toEqual([id])
    expect(await found('Nobody')).toEqual([])
    expect(listed).toMatchObject({
      id,
      units: 2,
      reason: 'damaged',
      words: 'Two of them are cracked.',
      photos,
      refund: 200,
      wayBack: { paidBy: 'seller' },
      order: { id: orderId, quantity: 3 },
    })
    expect(Date.parse(listed.dueAt) - Date.now()).toBeGreaterThan(47 * 3_600_000)
    expect((await orderCard(buyer, orderId)).returns).toMatchObject({
      units: 1,
      requests: [{ id, state: 'requested' }],
    })
    await untilMailed(shop, seller.email, 'wants to return')

    expect((await postReturn(seller, id, 'accept')).status).toBe(200)
    const booked = await untilReturn(shop, id, 'pickup-booked')
    const [parcel] = (await courierLedger(shop)).parcels.filter((one: any) => one.id === `R-${id}`)
    expect(parcel).toMatchObject({
      isReturn: true,
      awb: booked.awb,
      form: { billing_city: 'Jaipur', order_items: [{ units: 2 }], sub_total: 200 },
      place: { city: 'Mumbai' },
    })
    await moveReturnParcel(shop, id, 'Shipped')
    await untilReturn(shop, id, 'picked-up')
    await moveReturnParcel(shop, id, 'Delivered')
    await untilReturn(shop, id, 'received')

    expect((await postReturn(seller, id, 'refund', { restock: true })).status).toBe(200)
    const done = await untilReturnRefunded(shop, id)
    expect(done).toMatchObject({ state: 'refunded', refundedPaise: 20_000, restocked: true })
    expect(done.steps).toEqual([
      'requested:buyer',
      'accepted:seller',
      'pickup-booked:courier',
      'picked-up:courier',
      'received:courier',
      'refunded:seller',
    ])
    expect((await paymentLedger(shop)).refunds.find((one: any) => one.id === done.reference)).toMatchObject({
      amount: 20_000,
    })
    expect(await unitsOf(shop, productId)).toBe(4)
    const card = await orderCard(buyer, orderId)
    expect(card).toMatchObject({
      status: 'completed',
      returns: { units: 1, requests: [{ refund: 200, refundReference: done.reference, refundDone: true }] },
    })
    for (const words of ['with the seller', 'is accepted', 'courier fetches', 'has arrived', 'is refunded'])
      await untilMailed(shop, buyer.email, words)
  })

  test('because the buyer no longer wants the goods: the buyer pays the way back, and sees so before asking', async () => {
    const sale = await sellDelivered(shop, seller, { pricePaise: 50_000 })
    const { body: options } = await sale.buyer.get(`/private/order/${sale.orderId}/return`)
    // 50 rupees for up to 500 g, and 18 % GST on them.
    expect(options).toMatchObject({ refund: 500, refundChangedMind: 441, wayBackChangedMind: 59 })
    const id = await received(shop, seller, sale, { reason: 'changed-mind' })
    await letClockRunOut(shop, id)
    expect(await untilReturnRefunded(shop, id)).toMatchObject({ refundedPaise: 44_100, restocked: false })
    const [reversal] = await shop.db.query<any>(sql`
      select way_back_paise as paise, way_back_paid_by as by from order_reversal where order_id = ${sale.orderId}`)
    expect(reversal).toEqual({ paise: 5_000, by: 'buyer' })
  })

  const repeats = nightly('Two more kinds. What a refund takes from the seller is proved each time.')
  for (const [kind, when, wish, parts] of [
    ['a refund whose way back the seller pays', {}, { units: 2 }, { price: 200, wayBack: 59 }],
    [
      'a refund whose way back the buyer pays',
      repeats,
      { units: 1, reason: 'changed-mind' },
      { price: 100, wayBack: 0 },
    ],
    ['an exchange', repeats, { units: 1, wanted: 'exchange' }, { price: 0, replacement: 59, wayBack: 59 }],
  ] as const)
    test(
      `says before it is accepted what the settlement loses, as the ledger then books it: ${kind}`,
      when,
      async () => {
        const sale = await sellDelivered(shop, seller, { quantity: 3, units: 5, pricePaise: 10_000 })
        const payable = async () =>
          (
            await shop.db.query<{ paise: number }>(sql`
            select coalesce(sum(p.amount_paise), 0)::bigint as paise from journal_entry e join posting p on p.entry_id = e.id
            where e.order_id = ${sale.orderId} and p.account = 'seller_payable'`)
          )[0]!.paise
        const id = await asked(sale.buyer, sale.orderId, wish)
        const { status, body: cost } = await seller.get(`/private/returns/${id}/cost`)
        expect([status, cost]).toEqual([200, expect.objectContaining(parts)])
        expect(cost.total * 100).toBeCloseTo(
          100 * (cost.price - cost.fees - cost.taxes + cost.replacement + cost.wayBack),
        )
        const before = await payable()
        expect((await postReturn(seller, id, 'accept')).status).toBe(200)
        await untilReturn(shop, id, 'pickup-booked')
        for (const step of ['Shipped', 'Delivered']) await moveReturnParcel(shop, id, step)
        await untilReturn(shop, id, 'received')
        const end = 'wanted' in wish ? wish.wanted : 'refund'
        expect((await postReturn(seller, id, end, { restock: false })).status).toBe(200)
        if (end === 'exchange') {
          await eventually(
            () => replacementOf(shop, id),
            (row) => row.booked && row.label !== null,
          )
          await moveReplacement(shop, id, 'Shipped')
          await untilReturn(shop, id, 'sent')
        }
        expect((await payable()) - before).toBe(Math.round(cost.total * 100))
      },
    )
})

describe('refused, and nothing is changed', () => {
  const refused = async (buyer: Customer, orderId: string, more: object, status: number) => {
    const answer = await ask(buyer, orderId, more)
    expect(answer.status).toBe(status)
    return answer.body.msg as string
  }
  const returnsNow = async () =>
    (await shop.db.query<{ count: number }>(sql`select count(*) as count from return_request`))[0]?.count

  test('what is not delivered, out of the window, not there, not the caller’s, or against the terms', async () => {
    const buyer = await customerWithCart(shop, [])
    const { orderId } = await sellDelivered(shop, seller, { buyer, quantity: 2 })
    const before = await returnsNow()
    expect(await refused(buyer, orderId, { units: 3 }, 409)).toBe(
      'Only 2 pieces of this order can still be returned.',
    )
    for (const units of [0, -1, 1.5, 'two', null]) await refused(buyer, orderId, { units }, 400)
    await refused(buyer, orderId, { reason: 'bored' }, 400)
    await refused(buyer, orderId, { words: 'x'.repeat(1_001) }, 400)
    await refused(buyer, orderId, { photos: Array.from({ length: 6 }, newId) }, 400)
    await refused(buyer, orderId, { photos: [newId()] }, 400)
    const foreign = await ask(stranger, orderId)
    expect([foreign.status, foreign.body]).toEqual([404, (await ask(stranger, newId())).body])
    await shop.db.transaction(async (tx) => {
      await tx.query(sql`alter table order_terms disable trigger order_terms_stay`)
      await tx.query(sql`update order_terms set change_of_mind = false where order_id = ${orderId}`)
      await tx.query(sql`alter table order_terms enable trigger order_terms_stay`)
    })
    expect(await refused(buyer, orderId, { reason: 'changed-mind' }, 409)).toContain('hygiene and safety')
    await ageDelivery(shop, orderId, 7.1)
    expect(await refused(buyer, orderId, {}, 409)).toContain('could be returned until')
    expect((await buyer.get(`/private/order/${orderId}/return`)).status).toBe(409)
    await ageDelivery(shop, orderId, -0.2)
    expect(await returnsNow()).toBe(before)
    expect((await ask(buyer, orderId)).status).toBe(200)
  })
})

test('the return policy of a category is changed by an administrator, for the orders that come', async () => {
  const save = (more: object) =>
    admin.post('/public/admin/return-policies', {
      categoryId: null,
      cancelMinutes: 60,
      returnDays: 7,
      answerDays: 2,
      sendDays: 7,
      refundDays: 7,
      changeOfMind: true,
      exchanges: true,
      wayBack: 'buyer',
      ...more,
    })
  const before = await sellDelivered(shop, seller, { units: 3 })
  expect((await save({ returnDays: 10, changeOfMind: false, exchanges: false })).status).toBe(200)
  const after = await sellDelivered(shop, seller, { units: 3 })
  const days = async ({ orderId, buyer }: typeof before) => {
    const { body } = await buyer.get(`/private/order/${orderId}/return`)
    const left = Math.round((Date.parse(body.until) - Date.now()) / 86_400_000)
    return [left, body.changeOfMind, body.exchangeUnits > 0]
  }
  expect([await days(before), await days(after)]).toEqual([
    [7, true, true],
    [10, false, false],
  ])
  expect((await save({ returnDays: 91 })).status).toBe(400)
  expect((await save({ categoryId: 99_999 })).status).toBe(404)
  expect((await admin.post('/public/admin/return-policies/99999/remove')).status).toBe(404)
  expect((await save({})).status).toBe(200)
  expect((await auditOf(admin, { act: 'return-policy-changed' }))[0]).toMatchObject({
    to: { name: 'All other categories' },
  })
})
