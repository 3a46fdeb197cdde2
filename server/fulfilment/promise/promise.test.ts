/** From a pin code on the page of a product to a promise that is kept with the order. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import type { DeliveryEstimate } from '../../../contract/delivery.ts'
import { dayInWords } from '../../../contract/day-in-words.ts'
import { buy, ordersOf, startPaying } from '../../../tests/setup/buying.ts'
import type { TestClient } from '../../../tests/setup/client.ts'
import { endRateLimits } from '../../../tests/setup/clock.ts'
import { moveParcel, untilBooked } from '../../../tests/setup/parcels.ts'
import { addAdmin } from '../../../tests/setup/people.ts'
import { addProduct, putInCart, type TestProduct } from '../../../tests/setup/products.ts'
import { courierFault, resetCourier } from '../../../tests/setup/providers.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { deleteOldCourierAnswers } from './delete-old.ts'
import { handOverDay, promiseFor } from './rules.ts'

let shop: TestShop
/** In Mumbai, 400001. */
let seller: Seller
let product: TestProduct
beforeAll(async () => {
  shop = await startTestShop({ courier: true })
  seller = await addSeller(shop)
  product = await addProduct(shop, { seller })
})
afterAll(() => shop.stop())
beforeEach(async () => {
  await resetCourier(shop)
  await shop.db.query(sql`delete from courier_answer`)
})

const [pune, jaipur, campbellBay] = ['411001', '302015', '744302']
const addressAt = (pinCode: string) => ({ street: '1 Test Street', city: 'A City', state: 'Kerala', pinCode })

async function estimate(
  pinCode: string,
  items: { productId: string; quantity?: number }[] = [{ productId: product.id }],
): Promise<DeliveryEstimate[]> {
  const { status, body } = await shop.client().post('/public/delivery', { pinCode, items })
  expect(status).toBe(200)
  return body
}
const dayAfter = (transitDays: number, handlingDays = 2) =>
  promiseFor(new Date(), { handlingDays, transitDays }).promisedBy
const answers = () =>
  shop.db.query<{ to: number; days: number | null }>(
    sql`select to_pin as to, transit_days as days from courier_answer order by to_pin, weight_class`,
  )
async function buyerAt(pinCode: string, of = product): Promise<Customer> {
  const buyer = await shop.customer()
  await buyer.post('/private/address/add', addressAt(pinCode))
  await putInCart(buyer, of.id)
  return buyer
}
const check = (buyer: TestClient, query = '') => buyer.post(`/private/order/check${query}`, [])

describe('a visitor with a pin code', () => {
  test('reads the day, from the days of seller and courier, or that it is not delivered there', async () => {
    expect(await estimate(pune)).toEqual([{ productId: product.id, delivered: true, by: dayAfter(4) }])
    expect(await estimate(jaipur)).toEqual([{ productId: product.id, delivered: true, by: dayAfter(6) }])
    expect(await estimate(campbellBay)).toEqual([{ productId: product.id, delivered: false, by: null }])
  })

  test(
    'has the courier asked sixty questions a minute at most; known answers are told on',
    nightly('Sixty questions. What the courier said is kept in the test beside it each time.'),
    async () => {
      await endRateLimits(shop)
      expect(await estimate(pune)).toMatchObject([{ delivered: true }])
      const said = []
      for (let n = 0; n < 65; n += 1) said.push(...(await estimate(String(560_001 + n))))
      expect(said.filter(({ delivered }) => delivered !== null)).toHaveLength(59)
      expect(said.at(-1)).toEqual({ productId: product.id, delivered: null, by: null })
      expect(await answers()).toHaveLength(60)
      expect(await estimate(pune)).toMatchObject([{ delivered: true }])
      await endRateLimits(shop)
    },
  )

  test('has the courier asked once for a pair of pin codes and class of weight within a day', async () => {
    const heavy = Array.from({ length: 2 }, () => ({ productId: product.id, quantity: 900 }))
    await Promise.all([estimate(pune), estimate(pune), estimate(pune, heavy)])
    expect(await answers()).toEqual([
      { to: 411_001, days: 4 },
      { to: 411_001, days: 4 },
    ])
    await courierFault(shop, 'serviceability', 'error-500', { times: 1_000 })
    expect(await estimate(pune)).toMatchObject([{ delivered: true }])
    await shop.db.query(sql`update courier_answer set answered_at = now() - interval '25 hours'`)
    expect(await estimate(pune)).toEqual([{ productId: product.id, delivered: null, by: null }])
    expect(await deleteOldCourierAnswers(shop.running.shop, 100)).toBe(2)
  })

  test.each(['error-500', 'refuse-422', 'rate-limit-429', 'inside-200', 'lost-answer'])(
    'is told nothing, and no failure, where the courier answers by %s',
    async (fault) => {
      await courierFault(shop, 'serviceability', fault)
      expect(await estimate(pune)).toEqual([{ productId: product.id, delivered: null, by: null }])
      expect(await answers()).toEqual([])
    },
  )

  test('gets no word about products that are not on sale, and a refusal for what is no pin code', async () => {
    const gone = '01890000-0000-7000-8000-000000000000'
    expect(await estimate(pune, [{ productId: gone }, { productId: product.id }])).toHaveLength(1)
    for (const pinCode of ['41100', '011001', 'x', ''])
      expect((await shop.client().post('/public/delivery', { pinCode, items: [] })).status).toBe(400)
  })

  test('finds where a pin code is; an unknown one is no failure', async () => {
    const placeOf = async (pin: string) => (await shop.client().get(`/public/pin/${pin}`)).body
    expect(await placeOf('560001')).toEqual({ city: 'Bengaluru', state: 'Karnataka' })
    expect(await placeOf('194101')).toEqual({ city: 'Leh', state: 'Ladakh' })
    expect(await placeOf('110001')).toEqual({ city: 'Delhi', state: 'Delhi' })
    expect(await placeOf('999999')).toBeNull()
    expect((await shop.client().get('/public/pin/56000')).status).toBe(400)
  })
})

describe('a buyer', () => {
  test('is refused what the courier does not bring to the address, by name; the other address is fine', async () => {
    const buyer = await buyerAt(campbellBay)
    const { id } = (await buyer.post('/private/address/add', addressAt(pune))).body
    // Nobody has asked the courier yet.
    expect((await check(buyer)).body.status).toBe('true')
    await estimate(campbellBay)
    const words = `"${product.name}" is not delivered to ${campbellBay}. Please choose another address or remove it from your cart.`
    expect((await check(buyer)).body).toEqual({ status: 'false', msg: words })
    expect(await startPaying(buyer)).toMatchObject({ status: 409, body: { msg: words } })
    expect((await check(buyer, `?addressId=${id}`)).body.status).toBe('true')
  })

  test('has the promise in the order, in My Orders and in the mail; the seller has the day of the hand-over', async () => {
    await estimate(jaipur)
    const buyer = await buyerAt(jaipur)
    const [order] = (await buy(shop, buyer)).body
    const { handOverBy, promisedBy } = promiseFor(new Date(order.createdAt), {
      handlingDays: 2,
      transitDays: 6,
    })
    expect(order.promisedBy).toBe(promisedBy)
    expect((await ordersOf(buyer))[0].promisedBy).toBe(promisedBy)
    const [sold] = (await seller.get('/private/order/get/seller')).body
    expect(sold).toMatchObject({ id: order.id, promisedBy, handOverBy })
    const [mail] = await shop.mail(buyer.email)
    expect(mail?.text).toContain(`(order ${order.number}, delivery by ${dayInWords(promisedBy)})`)
    const told = (await shop.mail(seller.email)).find(({ text }) => text.includes(order.number))
    expect(told?.text).toContain(`(order ${order.number}, hand over by ${dayInWords(handOverBy)})`)
  })

  test('buys all the same where the courier has said nothing: only its seller has a day, and is late after it', async () => {
    const buyer = await buyerAt(pune)
    const [order] = (await buy(shop, buyer)).body
    expect(order.promisedBy).toBeNull()
    const [mail] = await shop.mail(buyer.email)
    expect(mail?.text).toContain(`(order ${order.number})`)
    const handOverBy = handOverDay(new Date(order.createdAt), 2)
    const told = (await shop.mail(seller.email)).find(({ text }) => text.includes(order.number))
    expect(told?.text).toContain(`(order ${order.number}, hand over by ${dayInWords(handOverBy)})`)
    const toPack = async () =>
      (await seller.get('/private/shipments?tab=to-pack&limit=100')).body.find(({ orders }: any) =>
        orders.some(({ id }: any) => id === order.id),
      )
    expect(await toPack()).toMatchObject({ handOverBy, isLate: false })
    await shop.db.query(
      sql`update order_promise set hand_over_by = '2026-01-02' where order_id = ${order.id}`,
    )
    expect(await toPack()).toMatchObject({ handOverBy: '2026-01-02', isLate: true })
    expect((await seller.get('/private/shipments/counts')).body).toMatchObject({ late: 1 })
  })
})

test('the days of handling are the seller’s choice; others than 0 to 7 are refused, and without them nothing changes', async () => {
  const own = await addSeller(shop)
  const goods = await addProduct(shop, { seller: own })
  const edit = async (more: object) =>
    own.post('/private/profile/edit-seller', { ...(await own.get('/private/profile')).body, ...more })
  expect((await edit({ handlingDays: 5 })).status).toBe(200)
  expect((await edit({ handlingDays: undefined })).status).toBe(200)
  for (const handlingDays of [-1, 8, 1.5, '2']) expect((await edit({ handlingDays })).status).toBe(400)
  expect((await own.get('/private/profile')).body.handlingDays).toBe(5)
  expect(await estimate(pune, [{ productId: goods.id }])).toMatchObject([{ by: dayAfter(4, 5) }])
})

test(
  'the administrator reads how many promises were kept, without orders that ended before',
  nightly('A figure of the administrator over many orders. What was promised is proved above each time.'),
  async () => {
    const admin = await addAdmin(shop)
    const kept = async () => (await admin.get('/public/admin/kept-promises')).body
    const before = await kept()
    await estimate(pune)
    const sold: { buyer: Customer; id: string }[] = []
    for (let count = 0; count < 3; count += 1) {
      const buyer = await buyerAt(pune)
      sold.push({ buyer, id: (await buy(shop, buyer)).body[0].id })
    }
    const [inTime, late, cancelled] = sold.map(({ id }) => id) as [string, string, string]
    for (const id of [inTime, late]) {
      await untilBooked(shop, id)
      await moveParcel(shop, id, { status: 'Delivered' })
    }
    // The promised days are in the past.
    await shop.db.query(sql`
    update order_promise set hand_over_by = current_date - 9, promised_by = current_date - 5 where order_id = any(${sold.map(({ id }) => id)})`)
    await shop.db.query(sql`update orders set delivery_date = now() - interval '6 days' where id = ${inTime}`)
    expect((await sold[2]!.buyer.post(`/private/order/cancel/${cancelled}`, {})).status).toBe(200)
    const after = await kept()
    expect(after).toMatchObject({
      promised: before.promised + 2,
      inTime: before.inTime + 1,
      late: before.late + 1,
    })
  },
)
