/** What buyers, sellers, administrators and the courier may do with an exchange, in the wrong order or twice. */
// @module-tag nightly: Every decision in every wrong order. exchange-money.test.ts and permissions of the contract prove each decision each time.
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { courierWebhook, parcelOf } from '../../../tests/setup/parcels.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { unitsOf } from '../../../tests/setup/products.ts'
import { courierFault } from '../../../tests/setup/providers.ts'
import {
  ask,
  asked,
  decideReturn,
  exchange,
  postReturn,
  letClockRunOut,
  moveReplacement,
  moveReturnParcel,
  received,
  replacementOf,
  replacing,
  returnOf,
  sellDelivered,
  sweepDueReturns,
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

const refundPart = (orderId: string, what: object, left: number) =>
  admin.post(`/public/admin/orders/${orderId}/refund-part`, {
    bears: 'shop',
    note: 'A gift.',
    left,
    ...what,
  })
const attentionOf = async (orderId: string) => (await parcelOf(shop, orderId)).attention
const refundsOf = (orderId: string) => shop.db.query(sql`select 1 from refund where order_id = ${orderId}`)

describe('an administrator does not send a replacement', () => {
  test('while the goods are not back: of a return that the seller disputes at once, and of one that the courier lost', async () => {
    const sale = await sellDelivered(shop, seller, { units: 4 })
    const id = await asked(sale.buyer, sale.orderId, exchange)
    await postReturn(seller, id, 'dispute', { note: 'I do not believe it.' })
    expect((await decideReturn(admin, id, 'exchange')).status).toBe(409)
    const other = await sellDelivered(shop, seller, { units: 4 })
    const lost = await asked(other.buyer, other.orderId, exchange)
    await postReturn(seller, lost, 'accept')
    await untilReturn(shop, lost, 'pickup-booked')
    await moveReturnParcel(shop, lost, 'Shipped')
    await moveReturnParcel(shop, lost, 12)
    await untilReturn(shop, lost, 'disputed')
    expect((await decideReturn(admin, lost, 'exchange')).status).toBe(409)
    for (const one of [id, lost]) {
      expect((await returnOf(shop, one)).state).toBe('disputed')
      expect(await replacementOf(shop, one)).toBeUndefined()
    }
    expect(await unitsOf(shop, sale.productId)).toBe(3)
  })

  test('a second time, while the first one waits for the courier', async () => {
    const sale = await sellDelivered(shop, seller, { units: 4 })
    const id = await replacing(shop, seller, sale)
    await letClockRunOut(shop, id)
    expect((await returnOf(shop, id)).state).toBe('disputed')
    expect((await decideReturn(admin, id, 'exchange')).status).toBe(409)
    expect((await returnOf(shop, id)).state).toBe('disputed')
  })

  test('that there is not: the decision says that the buyer is refunded', async () => {
    const own = await addSeller(shop)
    const sale = await sellDelivered(shop, own, { units: 3 })
    const id = await received(shop, own, sale, exchange)
    await shop.db.query(sql`update account set suspended_at = now() where id = ${own.id}`)
    expect((await decideReturn(admin, id, 'exchange')).body.msg).toBe('The buyer is refunded.')
    expect(await returnOf(shop, id)).toMatchObject({ state: 'refunded', fellBack: 'seller' })
  })
})

describe('no piece is both replaced and refunded', () => {
  test('by an administrator who refunds pieces that an open return asks for; an amount may be refunded', async () => {
    const sale = await sellDelivered(shop, seller, { quantity: 2, units: 5, pricePaise: 10_000 })
    const { orderId, buyer } = sale
    const id = await replacing(shop, seller, sale)
    const other = await asked(buyer, orderId)
    expect((await admin.get(`/public/admin/all-orders?q=${orderId}`)).body[0].partRefund).toMatchObject({
      units: 0,
      amount: 200,
    })
    expect((await refundPart(orderId, { units: 1 }, 200)).body.msg).toContain('open return')
    expect(await refundsOf(orderId)).toHaveLength(0)
    expect((await refundPart(orderId, { amount: 10 }, 200)).status).toBe(200)
    await moveReplacement(shop, id, 'Delivered')
    await untilReturn(shop, id, 'exchanged')
    await buyer.post(`/private/returns/${other}/withdraw`)
    expect((await refundPart(orderId, { units: 2 }, 190)).status).toBe(200)
    expect((await ask(buyer, orderId)).status).toBe(409)
  })

  test('of which the price went back as a gift before: only a refund of the rest can be asked for', async () => {
    const sale = await sellDelivered(shop, seller, { quantity: 2, units: 5, pricePaise: 10_000 })
    const { orderId, buyer } = sale
    expect((await refundPart(orderId, { amount: 60 }, 200)).status).toBe(200)
    expect((await buyer.get(`/private/order/${orderId}/return`)).body.exchangeUnits).toBe(1)
    const refused = await ask(buyer, orderId, { ...exchange, units: 2 })
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      'A part of the price of this order was refunded to you. Please exchange fewer pieces, or ask for a refund.',
    ])
    await asked(buyer, orderId)
    expect((await ask(buyer, orderId, exchange)).status).toBe(409)
  })

  test('of which the whole price goes back as a gift while the goods travel: the exchange is refunded, with nothing more', async () => {
    const sale = await sellDelivered(shop, seller, { units: 3, pricePaise: 10_000 })
    const { orderId, buyer, productId } = sale
    const id = await asked(buyer, orderId, exchange)
    await postReturn(seller, id, 'accept')
    await untilReturn(shop, id, 'pickup-booked')
    expect((await refundPart(orderId, { amount: 100 }, 100)).status).toBe(200)
    await moveReturnParcel(shop, id, 'Delivered')
    expect(await untilReturn(shop, id, 'received')).toMatchObject({ fellBack: 'shop' })
    await letClockRunOut(shop, id)
    expect(await returnOf(shop, id)).toMatchObject({ state: 'refunded', refundPaise: 0 })
    expect(await unitsOf(shop, productId)).toBe(2)
  })

  test('without a person being told: a lost one is found, one on its way back is delivered, one is refunded while it travels', async () => {
    for (const end of ['RTO', 12]) {
      const sale = await sellDelivered(shop, seller, { units: 3 })
      const id = await replacing(shop, seller, sale)
      await moveReplacement(shop, id, 'Shipped')
      await moveReplacement(shop, id, end)
      await untilReturn(shop, id, 'refunded')
      expect(await attentionOf(sale.orderId)).toBeNull()
      const { id: replacementId } = await replacementOf(shop, id)
      const tell = (code: number) =>
        courierWebhook(shop, {
          order_id: `X-${replacementId}`,
          shipment_status_id: code,
          shipment_status: '',
        })
      await tell(7)
      expect(await attentionOf(sale.orderId)).toContain('delivered the replacement')
      await tell(10)
      expect(await attentionOf(sale.orderId)).toBeNull()
      expect(await refundsOf(sale.orderId)).toHaveLength(1)
    }
    const sale = await sellDelivered(shop, seller, { units: 3 })
    const id = await replacing(shop, seller, sale)
    await moveReplacement(shop, id, 'Shipped')
    await untilReturn(shop, id, 'sent')
    expect((await decideReturn(admin, id, 'refund')).status).toBe(200)
    expect(await attentionOf(sale.orderId)).toContain('ask the courier to bring it back')
    await moveReplacement(shop, id, 'RTO')
    expect(await attentionOf(sale.orderId)).toBeNull()
  })
})

describe('the courier', () => {
  test('never makes the label: the parcel is tracked all the same', async () => {
    const sale = await sellDelivered(shop, seller, { units: 3 })
    const id = await received(shop, seller, sale, exchange)
    await courierFault(shop, 'label', 'refuse-422', { times: 100 })
    await postReturn(seller, id, 'exchange', { restock: false })
    await eventually(
      () => replacementOf(shop, id),
      (row) => row.booked,
    )
    await shop.kit('/sandbox/courier/webhooks', { mode: 'off' })
    await moveReplacement(shop, id, 'Shipped')
    await moveReplacement(shop, id, 'Delivered')
    // The job that requests the label may hold the lease on the replacement, and then the sweep skips it.
    const swept = async () => {
      await sweepDueReturns(shop)
      return (await returnOf(shop, id)).state
    }
    expect(await eventually(swept, (state) => state === 'exchanged')).toBe('exchanged')
  })

  test('reports an exception of a replacement: a person is told, until it goes on', async () => {
    const sale = await sellDelivered(shop, seller, { units: 3 })
    const id = await replacing(shop, seller, sale)
    await moveReplacement(shop, id, 'Shipped')
    await moveReplacement(shop, id, 71)
    expect(await attentionOf(sale.orderId)).toContain('replacement')
    await moveReplacement(shop, id, 'Delivered')
    await untilReturn(shop, id, 'exchanged')
    expect(await attentionOf(sale.orderId)).toBeNull()
  })

  test('dates a delivery before the replacement was there: the time for its return counts from now', async () => {
    const sale = await sellDelivered(shop, seller, { units: 3 })
    const id = await replacing(shop, seller, sale)
    await shop.db.query(sql`
      update replacement set held_at = held_at - interval '9 days' where request_id = ${id}`)
    const { awb } = await replacementOf(shop, id)
    await courierWebhook(shop, {
      awb,
      shipment_status_id: 7,
      shipment_status: 'Delivered',
      current_timestamp: '2020-01-01 10:00:00',
    })
    await untilReturn(shop, id, 'exchanged')
    const [row] = await shop.db.query<any>(sql`
      select delivered_at > now() - interval '1 hour' as today from replacement where request_id = ${id}`)
    expect(row.today).toBe(true)
  })

  test('names one replacement by its AWB number and another by its id: the number decides', async () => {
    const other = await sellDelivered(shop, seller, { units: 3 })
    const waiting = await received(shop, seller, other, exchange)
    const one = await sellDelivered(shop, seller, { units: 3 })
    const id = await replacing(shop, seller, one)
    const { awb } = await replacementOf(shop, id)
    const { id: name } = await replacementOf(shop, waiting)
    await courierWebhook(shop, { awb, order_id: `X-${name}`, shipment_status_id: 6, shipment_status: '' })
    await untilReturn(shop, id, 'sent')
    expect((await replacementOf(shop, waiting)).handedOver).toBe(false)
  })

  test('tells of a replacement that it was never asked for: nothing is charged, moved or counted', async () => {
    const sale = await sellDelivered(shop, seller, { units: 3 })
    const id = await received(shop, seller, sale, exchange)
    const { id: name } = await replacementOf(shop, id)
    for (const code of [6, 7, 9, 12, 8])
      await courierWebhook(shop, { order_id: `X-${name}`, shipment_status_id: code, shipment_status: '' })
    expect(await replacementOf(shop, id)).toMatchObject({ handedOver: false, ended: false })
    expect((await returnOf(shop, id)).state).toBe('received')
    await postReturn(seller, id, 'exchange', { restock: false })
    await eventually(
      () => replacementOf(shop, id),
      (row) => row.booked,
    )
  })
})
