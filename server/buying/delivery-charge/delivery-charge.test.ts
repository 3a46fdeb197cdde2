/** The charge for delivery: who pays it, and where it goes when goods are cancelled, lost or returned (docs/money.md, "Delivery"). */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { pricesChanged } from '../../../contract/order.ts'
import { buy, ordersOf, pay, startPaying, verify } from '../../../tests/setup/buying.ts'
import { cancelPieces } from '../../../tests/setup/cancelling.ts'
import { ageCheckouts } from '../../../tests/setup/clock.ts'
import { addSharedCoupon, addShopsCoupon, chooseCoupon } from '../../../tests/setup/coupons.ts'
import { chargeForDelivery } from '../../../tests/setup/delivery-charge.ts'
import { balancesOf, paymentOf } from '../../../tests/setup/disputes.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addAdmin, type Admin, auditOf } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart, putInCart } from '../../../tests/setup/products.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { courierSays, dayAgo, delivered, settle, takeBack } from '../../../tests/setup/settling.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { singleRow } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { sweepCheckouts } from '../checkout/sweep-checkouts.ts'

let shop: TestShop
let seller: Seller
let buyer: Customer
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop()
  // Karnataka to Rajasthan: IGST.
  seller = await addSeller(shop)
  buyer = await customerWithCart(shop, [])
  admin = await addAdmin(shop)
  await addSharedCoupon(admin, seller, 'HALF10')
  await addShopsCoupon(admin, 'SHOP10')
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

/** ₹40.01 below ₹999. */
const charged = () => chargeForDelivery(admin, { charge: 40.01, freeFrom: 999 })
/** Three pieces of ₹149.00 and the charge. */
const sold = (coupon?: string) =>
  sellOne(shop, seller, {
    pricePaise: 14_900,
    quantity: 3,
    units: 10,
    buyer,
    coupon,
    isDeliveryCharged: true,
  })
const rowsOf = async (orderId: string) =>
  singleRow(
    await shop.db.query<any>(sql`
      select o.amount_paise as paid, o.delivery_paise as delivery, o.delivery_kept_paise as kept, o.refunded_paise as refunded,
        t.gross_paise as gross, t.igst_paise as igst, (select s.gross_paise from order_sale s where s.order_id = o.id) as sale,
        (select json_build_object('gross', d.gross_paise, 'discount', d.discount_paise, 'delivery', d.delivery_paise)
          from tax_document d where d.order_id = o.id and d.kind = 'invoice') as invoice,
        (select json_agg(json_build_array(d.gross_paise, d.delivery_paise) order by d.no)
          from tax_document d where d.order_id = o.id and d.kind = 'credit-note') as notes
      from orders o join order_tax t on t.order_id = o.id where o.id = ${orderId}`),
  )
const buyersBalance = async (orderId: string) =>
  (await balancesOf(shop, await paymentOf(shop, orderId))).buyer ?? 0

test('it is off until an administrator sets it, and each change is audited', async () => {
  expect((await buyer.get('/private/cart/delivery-charge')).body).toBeNull()
  expect((await shop.client().get('/public/settings')).body).not.toHaveProperty('delivery')
  const order = await sellOne(shop, seller, { buyer })
  expect((await buyer.get('/private/order/get/customer')).body[0]).not.toHaveProperty('delivery')
  expect(await rowsOf(order.orderId)).toMatchObject({ delivery: 0 })
  for (const wrong of [
    {},
    { charge: true },
    { charge: 0.5 },
    { charge: 40.001 },
    { charge: 40, freeFrom: 0 },
  ])
    expect((await admin.post('/public/admin/delivery-charge', wrong)).status).toBe(400)
  expect((await admin.post('/public/admin/delivery-charge/remove')).status).toBe(404)
  await charged()
  expect((await buyer.get('/private/cart/delivery-charge')).body).toEqual({ charge: 40.01, freeFrom: 999 })
  const { body: settings } = await shop.client().get('/public/settings')
  expect(settings.delivery).toBe('Delivery ₹40.01, free from ₹999')
  await chargeForDelivery(admin, null)
  expect((await auditOf(admin, { act: 'delivery-charge-changed' })).map(({ note }) => note)).toEqual([
    '₹40.01 a purchase, free from ₹999 -> Delivery is in the prices',
    'Delivery is in the prices -> ₹40.01 a purchase, free from ₹999',
  ])
})

test('the amount includes it below the sum after discounts, and an amount of another charge is refused', async () => {
  await charged()
  const { id } = await addProduct(shop, { seller, pricePaise: 99_900 })
  await putInCart(buyer, id, 1)
  // ₹999 is free. A coupon of ₹99.90 makes it cost less.
  expect((await startPaying(buyer)).status).toBe(200)
  const saving = await chooseCoupon(buyer, 'SHOP10')
  expect(await startPaying(buyer, saving)).toMatchObject({ status: 409, body: { msg: pricesChanged } })
  expect((await startPaying(buyer, saving - 4_001)).status).toBe(200)
  // What is under way keeps its charge; a new attempt pays the new one.
  await chargeForDelivery(admin, { charge: 50 })
  expect(await startPaying(buyer, saving - 4_001)).toMatchObject({
    status: 409,
    body: { msg: pricesChanged },
  })
  expect((await buy(shop, buyer, saving - 5_000)).status).toBe(200)
  await charged()
})

test('weeks later an old attempt buys only while its charge is that of today', async () => {
  await charged()
  const attempt = async () => {
    const other = await customerWithCart(shop, [await addProduct(shop, { seller, pricePaise: 10_000 })])
    const { body: providerOrder } = await startPaying(other, -4_001)
    await ageCheckouts(shop, 60 * 24 * 60, other.email)
    return { other, providerOrder }
  }
  const attempts = [await attempt(), await attempt(), await attempt()] as const
  await sweepCheckouts(shop.running.shop)
  const paid = async ({ other, providerOrder }: Awaited<ReturnType<typeof attempt>>) => {
    await verify(other, await pay(shop, providerOrder))
    return (await ordersOf(other))[0]
  }
  expect(await paid(attempts[0])).toMatchObject({ status: 'pending', amount: 140.01 })
  for (const [rule, open] of [
    [null, attempts[1]],
    [{ charge: 50 }, attempts[2]],
  ] as const) {
    await chargeForDelivery(admin, rule)
    expect(await paid(open)).toMatchObject({ status: 'refunded', amount: 140.01 })
  }
})

test('it is spread over the lines by what they cost, to the paisa, and frozen while the setting changes', async () => {
  await charged()
  const products = [
    await addProduct(shop, { seller, pricePaise: 10_000 }),
    await addProduct(shop, { seller, pricePaise: 10_000 }),
    await addProduct(shop, { seller, pricePaise: 10_000 }),
  ]
  const other = await customerWithCart(shop, products)
  const { body: providerOrder } = await startPaying(other, -4_001)
  await chargeForDelivery(admin, null)
  expect((await verify(other, await pay(shop, providerOrder))).status).toBe(200)
  const { body: orders } = await other.get('/private/order/get/customer')
  expect(orders.map((order: any) => [order.amount, order.delivery])).toEqual(
    expect.arrayContaining([
      [113.34, 13.34],
      [113.34, 13.34],
      [113.33, 13.33],
    ]),
  )
  const [mail] = (await shop.mail(other.email)).filter(({ subject }) => subject.includes('is placed'))
  expect(mail?.text).toContain('₹40.01')
  expect(mail?.text).not.toContain('Delivery is included')
})

test('it is part of the price of the goods: sale, tax, invoice and coupon are right to the paisa', async () => {
  await charged()
  const { orderId } = await sold('HALF10')
  // ₹402.30 and ₹40.01; the shop pays ₹22.35 of the sale.
  expect(await rowsOf(orderId)).toMatchObject({ paid: 44_231, delivery: 4_001, gross: 46_466, igst: 7_088 })
  expect((await cancelPieces({ buyer, orderId }, { units: 1 })).status).toBe(200)
  // ₹134.10 and a third of the charge, ₹13.34 rounded half up.
  expect(await rowsOf(orderId)).toMatchObject({ refunded: 13_410 + 1_334 })
  await courierSays(shop, orderId, 'shipped')
  expect(await rowsOf(orderId)).toMatchObject({
    sale: 28_310 + 2_667,
    invoice: { gross: 28_310 + 2_667, discount: 1_490, delivery: 2_667 },
  })
  await courierSays(shop, orderId, 'delivered')
  await takeBack(shop, orderId, { units: 1, cause: 'returned' })
  await takeBack(shop, orderId, { units: 1, cause: 'returned' })
  expect(await rowsOf(orderId)).toMatchObject({
    refunded: 44_231,
    notes: [
      [14_155 + 1_333, 1_333],
      [14_155 + 1_334, 1_334],
    ],
  })
  expect(await buyersBalance(orderId)).toBe(0)
})

test('it comes back with what is cancelled, lost or not delivered', async () => {
  await charged()
  const cancelled = await sold()
  expect((await cancelPieces(cancelled)).status).toBe(200)
  expect(await rowsOf(cancelled.orderId)).toMatchObject({ refunded: 48_701 })
  for (const cause of ['lost', 'undelivered'] as const) {
    const { orderId } = await sold()
    await courierSays(shop, orderId, 'shipped')
    await takeBack(shop, orderId, { units: 3, cause })
    expect(await rowsOf(orderId)).toMatchObject({ refunded: 48_701, notes: [[48_701, 4_001]] })
    expect(await buyersBalance(orderId)).toBe(0)
  }
})

test('it stays where a buyer changed their mind, and comes back for pieces with a fault', async () => {
  await charged()
  const { orderId } = await sold()
  await courierSays(shop, orderId, 'shipped')
  await courierSays(shop, orderId, 'delivered')
  const options = (units: number) => buyer.get(`/private/order/${orderId}/return?units=${units}`)
  expect((await options(1)).body).toMatchObject({
    refund: 162.34,
    // ₹50 and its GST are the way back.
    refundChangedMind: 90,
    deliveryKept: 13.34,
  })
  await takeBack(shop, orderId, { units: 1, cause: 'returned', keepsDelivery: true })
  expect(await rowsOf(orderId)).toMatchObject({ refunded: 14_900, kept: 1_334, notes: [[14_900, 0]] })
  await takeBack(shop, orderId, { units: 1, cause: 'returned' })
  expect(await rowsOf(orderId)).toMatchObject({ refunded: 14_900 + 16_233, kept: 1_334 })
  await takeBack(shop, orderId, { units: 1, cause: 'returned', keepsDelivery: true })
  expect(await rowsOf(orderId)).toMatchObject({ refunded: 3 * 14_900 + 1_333, kept: 2_668 })
  expect(await buyersBalance(orderId)).toBe(0)
  // An administrator may give it back all the same.
  await takeBack(shop, orderId, { paise: 2_668, bears: 'seller' })
  expect(await rowsOf(orderId)).toMatchObject({ refunded: 48_701 })
})

test('rounding of goods and charge takes no piece from those that can be exchanged', async () => {
  await charged()
  // ₹402.35 and ₹40.01: of both a third is rounded up.
  const { orderId } = await sellOne(shop, seller, {
    pricePaise: 14_902,
    quantity: 3,
    units: 10,
    buyer,
    coupon: 'SHOP10',
    isDeliveryCharged: true,
  })
  expect((await cancelPieces({ buyer, orderId }, { units: 1 })).status).toBe(200)
  expect(await rowsOf(orderId)).toMatchObject({ paid: 44_236, refunded: 13_412 + 1_334 })
  await courierSays(shop, orderId, 'shipped')
  await courierSays(shop, orderId, 'delivered')
  expect((await buyer.get(`/private/order/${orderId}/return?units=2`)).body).toMatchObject({
    units: 2,
    exchangeUnits: 2,
  })
})

test('what stays is no money that goodwill or a later refund could give twice', async () => {
  await charged()
  const { orderId } = await sold('SHOP10')
  await courierSays(shop, orderId, 'shipped')
  await courierSays(shop, orderId, 'delivered')
  await takeBack(shop, orderId, { paise: 10_000, bears: 'seller' })
  await takeBack(shop, orderId, { units: 3, cause: 'returned', keepsDelivery: true })
  // ₹402.30, of which ₹100 were refunded before.
  expect(await rowsOf(orderId)).toMatchObject({ refunded: 40_230, kept: 4_001 })
  const end = await balancesOf(shop, await paymentOf(shop, orderId))
  for (const account of ['buyer', 'offers', 'claims']) expect(end).not.toHaveProperty(account)
})

test('the statement says what of each sale and of what was taken back is the charge', async () => {
  await charged()
  const paid = await addSeller(shop)
  const wish = { pricePaise: 14_900, quantity: 3, units: 10, buyer, isDeliveryCharged: true }
  const { orderId } = await sellOne(shop, paid, wish)
  const free = await sellOne(shop, paid, { ...wish, pricePaise: 49_900 })
  for (const id of [orderId, free.orderId]) await delivered(shop, id, 10)
  await takeBack(shop, orderId, { units: 1, cause: 'returned' })
  await settle(shop, dayAgo(1))
  const [{ id, gross, reversed }] = (await paid.get('/private/earnings/statements')).body
  expect([gross, reversed]).toEqual([1_984.01, 162.34])
  const { body: lines } = await paid.get(`/private/earnings/statements/${id}/lines`)
  expect(lines.map((line: any) => [line.gross, line.reversed, line.delivery])).toEqual([
    [0, 162.34, -13.34],
    [1_497, 0, 0],
    [487.01, 0, 40.01],
  ])
  const { body: csv } = await paid.get<string>(`/private/earnings/statements/${id}/csv`)
  const [heading = [], ...cells] = csv.split('\r\n').map((line) => line.split(','))
  const at = heading.indexOf('"Delivery in the price"')
  expect(cells.slice(0, 4).map((line) => line[at])).toEqual(['-13.34', '0', '40.01', '26.67'])
  expect((await paid.get(`/private/earnings/orders/${orderId}`)).body.events).toMatchObject([
    { kind: 'sale', gross: 487.01, delivery: 40.01 },
    { kind: 'returned', reversed: 162.34, delivery: -13.34 },
  ])
})

test('a delivery that fails for the last pieces costs nothing', async () => {
  await charged()
  const { orderId } = await sold()
  await courierSays(shop, orderId, 'shipped')
  await takeBack(shop, orderId, { units: 1, cause: 'returned', keepsDelivery: true })
  await takeBack(shop, orderId, { units: 2, cause: 'lost' })
  expect(await rowsOf(orderId)).toMatchObject({ refunded: 48_701, kept: 0 })
})
