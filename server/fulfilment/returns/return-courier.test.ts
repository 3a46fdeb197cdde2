/** The courier and the time limits move a return on, or fail to: what happens to goods and money in each case. */
// @module-tag nightly: A courier and clocks that fail in many ways. returns.test.ts proves the way of a return each time.
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { tellCourierCode } from '../../../tests/setup/hand-over.ts'
import { courierFault, courierLedger, stopCourierFaults } from '../../../tests/setup/providers.ts'
import {
  asked,
  decideReturn,
  letClockRunOut,
  postReturn,
  moveReturnParcel,
  orderCard,
  returnOf,
  sellDelivered,
  sweepDueReturns,
  untilReturn,
  untilReturnRefunded,
} from '../../../tests/setup/returns.ts'
import { type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: true }, (made) => void ({ shop, admin, seller } = made))

describe('a return', () => {
  test('without an answer of the seller is accepted by the clock, and refunded by it when nothing is said against the goods', async () => {
    const sale = await sellDelivered(shop, seller, {})
    const id = await asked(sale.buyer, sale.orderId)
    await letClockRunOut(shop, id)
    await untilReturn(shop, id, 'pickup-booked')
    await moveReturnParcel(shop, id, 'Delivered')
    await untilReturn(shop, id, 'received')
    await letClockRunOut(shop, id)
    expect((await untilReturnRefunded(shop, id)).steps).toEqual([
      'requested:buyer',
      'accepted:clock',
      'pickup-booked:courier',
      'received:courier',
      'refunded:clock',
    ])
  })

  test('that the courier does not fetch is sent by the buyer, and received by the word of the seller', async () => {
    const sale = await sellDelivered(shop, seller, {})
    await courierFault(shop, 'returns.create', 'refuse-422', { times: 10 })
    const id = await asked(sale.buyer, sale.orderId)
    await postReturn(seller, id, 'accept')
    await untilReturn(shop, id, 'to-send')
    const [shown] = (await orderCard(sale.buyer, sale.orderId)).returns.requests
    expect(shown.sendTo).toContain('Test Bamboo Works, 12-A, Seller Street')
    expect(Date.parse(shown.dueAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
    expect((await postReturn(seller, id, 'receive')).status).toBe(200)
    await postReturn(seller, id, 'refund', { restock: false })
    expect(await untilReturnRefunded(shop, id)).toMatchObject({ state: 'refunded', awb: null })
    // The courier carried nothing back, so nobody is charged for it.
    const [reversal] = await shop.db.query<any>(sql`
      select way_back_paise as paise from order_reversal where order_id = ${sale.orderId}`)
    expect(reversal).toEqual({ paise: 0 })
  })

  test('that is not sent in time, or gets lost on its way back, waits for an administrator; the shop pays for what is lost', async () => {
    const late = await sellDelivered(shop, seller, {})
    await courierFault(shop, 'returns.create', 'refuse-422', { times: 10 })
    const unsent = await asked(late.buyer, late.orderId)
    await postReturn(seller, unsent, 'accept')
    await untilReturn(shop, unsent, 'to-send')
    await letClockRunOut(shop, unsent)
    expect((await returnOf(shop, unsent)).state).toBe('disputed')
    await stopCourierFaults(shop)

    const lost = await sellDelivered(shop, seller, {})
    const id = await asked(lost.buyer, lost.orderId)
    await postReturn(seller, id, 'accept')
    await untilReturn(shop, id, 'pickup-booked')
    await moveReturnParcel(shop, id, 12)
    await untilReturn(shop, id, 'disputed')
    await decideReturn(admin, id, 'refund')
    await untilReturnRefunded(shop, id)
    const [reversal] = await shop.db.query<any>(sql`
      select cause, compensation_paise > 0 as compensated from order_reversal where order_id = ${lost.orderId}`)
    expect(reversal).toEqual({ cause: 'lost', compensated: true })
  })

  test('that the courier lost stays lost after late events, and is not fetched a second time', async () => {
    const sale = await sellDelivered(shop, seller, {})
    const id = await asked(sale.buyer, sale.orderId)
    // Nothing is with the courier yet.
    await tellCourierCode(shop, `R-${id}`, 12)
    expect((await returnOf(shop, id)).code).toBeNull()
    await postReturn(seller, id, 'accept')
    await untilReturn(shop, id, 'pickup-booked')
    for (const code of [6, 12, 18, 6]) await moveReturnParcel(shop, id, code)
    await untilReturn(shop, id, 'disputed')
    const [listed] = (await admin.get('/public/admin/returns')).body
    expect(listed).toMatchObject({ id, decisions: ['reject', 'refund'] })
    expect((await decideReturn(admin, id, 'accept')).status).toBe(409)
    await decideReturn(admin, id, 'refund')
    const [reversal] = await shop.db.query<any>(sql`
      select cause, way_back_paise as paise from order_reversal where order_id = ${sale.orderId}`)
    expect(reversal).toEqual({ cause: 'lost', paise: 0 })
  })

  test('that the seller has before the courier came is not fetched any more', async () => {
    const sale = await sellDelivered(shop, seller)
    const id = await asked(sale.buyer, sale.orderId)
    await postReturn(seller, id, 'accept')
    await untilReturn(shop, id, 'pickup-booked')
    await courierFault(shop, 'shipments.cancel', 'error-500')
    expect((await postReturn(seller, id, 'receive')).status).toBe(200)
    await eventually(
      async () => (await courierLedger(shop)).parcels.find((one) => one.id === `R-${id}`),
      ({ cancelled }) => cancelled === true,
    )
    expect((await returnOf(shop, id)).state).toBe('received')
  })

  test('that cannot be booked for a day, whatever the reason, is sent by the buyer', async () => {
    const [sale, other] = [await sellDelivered(shop, seller), await sellDelivered(shop, seller)]
    await courierFault(shop, 'awb', 'lost-answer')
    const id = await asked(sale.buyer, sale.orderId)
    await postReturn(seller, id, 'accept')
    const { awb } = await eventually(
      async () => (await courierLedger(shop)).parcels.find((one) => one.id === `R-${id}`) ?? {},
      (parcel: any) => Boolean(parcel.awb),
    )
    // The courier assigns one number to two parcels, which a unique key of the shop refuses.
    await shop.db.query(sql`
      insert into shipment_waybill (awb_number, shipment_id, courier_name)
      select ${awb}, id, 'Courier' from shipment where reference = ${other.orderId}`)
    await eventually(
      () => returnOf(shop, id),
      ({ tries }) => tries > 0,
    )
    await sweepDueReturns(shop)
    expect((await returnOf(shop, id)).state).toBe('accepted')
    await shop.db.query(sql`
      update return_request set updated_at = now() - interval '25 hours' where id = ${id}`)
    await sweepDueReturns(shop)
    expect((await returnOf(shop, id)).state).toBe('to-send')
  })

  test('that the courier gives up while it is booked is sent by the buyer, and nobody pays for the way back', async () => {
    const sale = await sellDelivered(shop, seller)
    await courierFault(shop, 'awb', 'slow', { ms: 3_000 })
    await courierFault(shop, 'orders.cancel', 'error-500', { times: 2 })
    const id = await asked(sale.buyer, sale.orderId)
    await postReturn(seller, id, 'accept')
    await eventually(
      () => returnOf(shop, id),
      ({ shipmentId }) => shipmentId !== null,
    )
    await tellCourierCode(shop, `R-${id}`, 8)
    await untilReturn(shop, id, 'to-send')
    await eventually(
      async () => (await courierLedger(shop)).parcels.find((one) => one.id === `R-${id}`),
      (parcel: any) => Boolean(parcel.awb && parcel.cancelled),
    )
    await eventually(
      () =>
        shop.db.query(sql`
          select from pgboss.job where name = 'continue-shipment' and data ->> 'orderId' = ${sale.orderId}
            and state in ('created', 'active')`),
      (jobs) => jobs.length === 0,
    )
    expect(await returnOf(shop, id)).toMatchObject({ state: 'to-send', awb: null })
  })

  test('that the courier takes back to the buyer is decided by an administrator, who reads where the goods go', async () => {
    const sale = await sellDelivered(shop, seller)
    const id = await asked(sale.buyer, sale.orderId)
    await postReturn(seller, id, 'accept')
    await untilReturn(shop, id, 'pickup-booked')
    await moveReturnParcel(shop, id, 'RTO')
    await untilReturn(shop, id, 'disputed')
    const [listed] = (await admin.get('/public/admin/returns')).body
    expect(listed.steps.at(-1).note).toBe('The courier takes the goods back to the buyer (9).')
  })

  test.each(['returns.create', 'awb', 'pickup'])(
    'is booked once where the answer of %s is lost',
    async (call) => {
      const sale = await sellDelivered(shop, seller, {})
      const { repeats } = await courierLedger(shop)
      await courierFault(shop, call, 'lost-answer')
      const id = await asked(sale.buyer, sale.orderId)
      await postReturn(seller, id, 'accept')
      await eventually(
        async () => {
          await sweepDueReturns(shop)
          return returnOf(shop, id)
        },
        (row) => row.state === 'pickup-booked',
      )
      const ledger = await courierLedger(shop)
      expect(ledger.parcels.filter((one: any) => one.id === `R-${id}`)).toHaveLength(1)
      expect(ledger.repeats).toBe(repeats)
    },
  )

  test('whose webhooks are lost is found by the sweep', async () => {
    const sale = await sellDelivered(shop, seller, {})
    const id = await asked(sale.buyer, sale.orderId)
    await postReturn(seller, id, 'accept')
    await untilReturn(shop, id, 'pickup-booked')
    await shop.kit('/sandbox/courier/webhooks', { mode: 'off' })
    await moveReturnParcel(shop, id, 'Shipped')
    await moveReturnParcel(shop, id, 'Delivered')
    await shop.kit('/sandbox/courier/webhooks', { mode: 'normal' })
    expect((await returnOf(shop, id)).state).toBe('pickup-booked')
    await sweepDueReturns(shop)
    expect((await returnOf(shop, id)).state).toBe('received')
  })
})
