/** A buyer wants the same product again instead of the money: from the request to the delivery, or to a refund. */
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { setUnits } from '../../../tests/setup/change-product.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { type Admin, auditOf } from '../../../tests/setup/people.ts'
import { unitsOf } from '../../../tests/setup/products.ts'
import { courierLedger } from '../../../tests/setup/providers.ts'
import {
  ask,
  decideReturn,
  exchange,
  orderCard,
  postReturn,
  reversalsOf,
  untilReturnRefunded,
  letClockRunOut,
  moveReplacement,
  received,
  replacementOf,
  returnOf,
  sellDelivered,
  untilReturn,
} from '../../../tests/setup/returns.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: true }, (made) => void ({ shop, admin, seller } = made))

describe('an exchange', () => {
  test('takes the stock when the goods are back, sends a replacement and lets the sale stand: card, list, label, mails, money', async () => {
    const sale = await sellDelivered(shop, seller, { quantity: 2, units: 5, pricePaise: 10_000 })
    const { buyer, orderId, productId } = sale
    const { body: options } = await buyer.get(`/private/order/${orderId}/return?units=2`)
    expect(options.exchangeUnits).toBe(2)
    const id = await received(shop, seller, sale, exchange)
    expect(await unitsOf(shop, productId)).toBe(2)
    expect((await returnOf(shop, id)).state).toBe('received')

    expect((await postReturn(seller, id, 'exchange', { restock: true })).status).toBe(200)
    const replacement = await eventually(
      () => replacementOf(shop, id),
      (row) => row.booked && row.label !== null,
    )
    expect(await unitsOf(shop, productId)).toBe(3)
    const [parcel] = (await courierLedger(shop)).parcels.filter(
      (one: any) => one.id === `X-${replacement.id}`,
    )
    expect(parcel).toMatchObject({
      awb: replacement.awb,
      form: { billing_city: 'Jaipur', order_items: [{ units: 1 }], sub_total: 100 },
      place: { city: 'Mumbai' },
    })
    const [listed] = (await seller.get('/private/returns/seller?state=replacing')).body
    expect(listed).toMatchObject({ id, replacement: { awbNumber: replacement.awb } })
    expect(listed.replacement.labelUrl).toBe(`/api/v1/private/returns/${id}/label`)
    const label = await seller.request(listed.replacement.labelUrl, {})
    expect([label.status, label.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const other = await addSeller(shop)
    expect((await other.get(`/private/returns/${id}/label`)).status).toBe(404)
    expect((await admin.request(`/api/v1/public/admin/returns/${id}/label`, {})).status).toBe(200)
    expect((await auditOf(admin))[0]).toMatchObject({ act: 'label-opened', to: { id: orderId } })

    await moveReplacement(shop, id, 'Shipped')
    await untilReturn(shop, id, 'sent')
    await moveReplacement(shop, id, 'Delivered')
    await untilReturn(shop, id, 'exchanged')
    expect(await returnOf(shop, id)).toMatchObject({
      refundId: null,
      restocked: true,
      steps: [
        'requested:buyer',
        'accepted:seller',
        'pickup-booked:courier',
        'received:courier',
        'replacing:seller',
        'sent:courier',
        'exchanged:courier',
      ],
    })
    expect(await orderCard(sale.buyer, sale.orderId)).toMatchObject({
      status: 'completed',
      documents: [{ kind: 'invoice' }],
      returns: {
        units: 2,
        requests: [{ wanted: 'exchange', state: 'exchanged', replacement: { awbNumber: replacement.awb } }],
      },
    })
    // Both ways at 50 rupees, and 18 % GST on them: the seller pays.
    expect(await reversalsOf(shop, orderId)).toEqual([
      { cause: 'exchanged', gross: 0, ways: 10_000, gst: 1_800, paid: false },
    ])
    const { body: earnings } = await seller.get(`/private/earnings/orders/${orderId}`)
    expect(earnings.events.at(-1)).toMatchObject({ kind: 'exchanged', units: 0, wayBack: 118, net: -118 })
    for (const words of [
      'exchange is with',
      'return has arrived',
      'is on its way',
      'replacement is delivered',
    ])
      await untilMailed(shop, buyer.email, words)
    await untilMailed(shop, seller.email, 'Please pack a replacement')
    expect((await postReturn(seller, id, 'refund', { restock: true })).status).toBe(409)
    expect((await postReturn(seller, id, 'exchange', { restock: true })).status).toBe(409)
  })
})

test('refused, and nothing is changed: for no fault, for more than there is, against the policy, of a refund', async () => {
  const sale = await sellDelivered(shop, seller, { quantity: 3, units: 4 })
  const { buyer, orderId, productId } = sale
  const refused = async (more: object, status = 409) => {
    const answer = await ask(buyer, orderId, { ...exchange, ...more })
    expect(answer.status).toBe(status)
    return answer.body.msg
  }
  expect(await refused({ reason: 'changed-mind' })).toContain('if something is wrong with it')
  expect(await refused({ units: 2 })).toContain('Only 1 of this product')
  await refused({ wanted: 'voucher' }, 400)
  await setUnits(shop, productId, 0)
  expect(await refused({})).toBe('This product is sold out. Please ask for a refund.')
  expect((await buyer.get(`/private/order/${orderId}/return`)).body.exchangeUnits).toBe(0)
  await setUnits(shop, productId, 9)
  await shop.db.transaction(async (tx) => {
    await tx.query(sql`alter table order_terms disable trigger order_terms_stay`)
    await tx.query(sql`update order_terms set exchanges = false where order_id = ${orderId}`)
    await tx.query(sql`alter table order_terms enable trigger order_terms_stay`)
  })
  expect(await refused({})).toBe('This product is not exchanged. Please ask for a refund.')
  const id = await received(shop, seller, sale)
  expect((await postReturn(seller, id, 'exchange', { restock: false })).body.msg).toBe(
    'This return is refunded, not exchanged.',
  )
  expect((await postReturn(await addSeller(shop), id, 'exchange', { restock: false })).status).toBe(404)
  expect((await decideReturn(admin, id, 'exchange')).status).toBe(409)
  expect(await replacementOf(shop, id)).toBeUndefined()
  await letClockRunOut(shop, id)
  await untilReturnRefunded(shop, id)
})
