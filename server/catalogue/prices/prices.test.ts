/** A sale and bulk prices of a product: who sets them, what is shown, and what is charged by the database's clock. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { cartOf, eventually, ordersOf, pay, startPaying, verify } from '../../../tests/setup/buying.ts'
import { cancelPieces } from '../../../tests/setup/cancelling.ts'
import { ageCheckouts } from '../../../tests/setup/clock.ts'
import { manyCustomersWithCart } from '../../../tests/setup/crowd.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { openProductForm, type ProductForm } from '../../../tests/setup/product-form.ts'
import { customerWithCart, putInCart } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { changeDuePrices } from './change-due-prices.ts'

let shop: TestShop
let form: ProductForm
beforeAll(async () => {
  shop = await startTestShop({ pages: true })
  form = await openProductForm(shop)
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

const day = 86_400_000
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const none = { salePrice: null, saleBegins: null, saleEnds: null, bulkPrices: [] }
const pricesOf = async (id: string) => (await form.seller.get(`/private/product/${id}/prices`)).body
async function save(id: string, more: object) {
  const { version } = await pricesOf(id)
  return form.seller.post(`/private/product/${id}/prices`, { ...none, version, ...more })
}
async function saved(id: string, more: object): Promise<void> {
  const { status, body } = await save(id, more)
  expect([status, body.msg]).toEqual([200, 'Prices saved successfully!'])
}
/** A product at 100 rupees that is so many days old. */
async function add(daysOld = 100, more: object = {}): Promise<string> {
  const id = await form.add({ price: 100, noOfUnits: 1_000, ...more })
  await shop.db.query(
    sql`update product set created_at = now() - ${daysOld} * interval '1 day' where id = ${id}`,
  )
  return id
}
/** What happened to the prices so far happened so many days earlier. */
async function agePrices(id: string, days: number): Promise<void> {
  const span = sql`${days} * interval '1 day'`
  await shop.db.query(sql`update product_price set until = until - ${span} where product_id = ${id}`)
  await shop.db.query(sql`
    update product set sale_begins_at = sale_begins_at - ${span}, sale_ends_at = sale_ends_at - ${span} where id = ${id}`)
  catalogueChanged(shop.running.shop.db)
}
const detail = async (id: string) => (await form.detail(id)).body
const listed = async (id: string) => {
  const { body } = await shop
    .client()
    .get(`/public/product/sub_category/${form.subcategory.subCategoryId}?limit=200`)
  return body.find((one: { id: string }) => one.id === id)
}
const timer = () => changeDuePrices(shop.running.shop)

describe('what a seller sets', () => {
  test.each([
    [{ salePrice: 100, saleEnds: inMs(day) }, 'salePrice'],
    [{ salePrice: 0.5, saleEnds: inMs(day) }, 'salePrice'],
    [{ salePrice: 80 }, 'saleEnds'],
    [{ salePrice: 80, saleEnds: inMs(-day) }, 'saleEnds'],
    [{ salePrice: 80, saleEnds: inMs(91 * day) }, 'saleEnds'],
    [{ salePrice: 80, saleBegins: inMs(2 * day), saleEnds: inMs(day) }, 'saleEnds'],
    [{ salePrice: 80, saleBegins: inMs(91 * day), saleEnds: inMs(92 * day) }, 'saleBegins'],
    [{ salePrice: 80, saleEnds: '2026-12-01' }, 'saleEnds'],
    [{ bulkPrices: [{ from: 10, price: 100 }] }, 'bulkPrices'],
    [
      {
        bulkPrices: [
          { from: 10, price: 90 },
          { from: 10, price: 80 },
        ],
      },
      'bulkPrices',
    ],
    [
      {
        bulkPrices: [
          { from: 10, price: 90 },
          { from: 20, price: 90 },
        ],
      },
      'bulkPrices',
    ],
    [{ bulkPrices: Array.from({ length: 4 }, (_, n) => ({ from: 10 + n, price: 90 - n })) }, 'bulkPrices'],
  ])('is refused where it cannot be: %j', async (wrong, field) => {
    const id = await add()
    const { status, body } = await save(id, wrong)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
    expect(await pricesOf(id)).toMatchObject({ price: 100, sale: null, bulkPrices: [], version: 1 })
  })

  test('is refused, and stays as it is, after another window has saved the product', async () => {
    const id = await add()
    const { version } = await pricesOf(id)
    expect((await form.edit(id, form.input({ name: 'Renamed', price: 100 }))).status).toBe(200)
    const late = await form.seller.post(`/private/product/${id}/prices`, {
      ...none,
      version,
      salePrice: 80,
      saleEnds: inMs(day),
    })
    expect([late.status, (await pricesOf(id)).sale]).toEqual([409, null])
    const { version: loaded } = await form.formOf(id)
    await saved(id, { salePrice: 80, saleEnds: inMs(day) })
    expect((await form.edit(id, { ...form.input({ price: 100 }), version: loaded })).status).toBe(409)
  })

  test('the form of the product keeps the price outside of the sale, which has to stay above sale and bulk prices, and within the MRP', async () => {
    const id = await add(100, { mrp: 150 })
    await saved(id, { salePrice: 80, saleEnds: inMs(day), bulkPrices: [{ from: 10, price: 90 }] })
    expect(await form.formOf(id)).toMatchObject({ price: 100 })
    expect((await form.edit(id, form.input({ price: 120 }))).status).toBe(200)
    expect(await detail(id)).toMatchObject({ price: 80 })
    expect(await pricesOf(id)).toMatchObject({ price: 120, sale: { price: 80 } })
    for (const wrong of [{ price: 80 }, { price: 90 }, { price: 160 }, { price: 120, mrp: 110 }]) {
      const { status, body } = await form.edit(id, form.input(wrong))
      expect([wrong, status, Object.keys(body.fields ?? {})]).toEqual([wrong, 400, ['price']])
    }
    expect(await pricesOf(id)).toMatchObject({ price: 120, mrp: 150 })
  })

  test('a sale that is taken away gives the price back at once', async () => {
    const id = await add()
    await saved(id, { salePrice: 80, saleEnds: inMs(day) })
    expect(await detail(id)).toMatchObject({ price: 80, was: 100 })
    await saved(id, none)
    expect(await detail(id)).toMatchObject({ price: 100, was: null, sale: null })
    expect(await pricesOf(id)).toMatchObject({ price: 100, sale: null })
  })
})

describe('the lowest price in 30 days', () => {
  test('stands beside the sale, in lists, page and data for search engines, with the day until which it holds', async () => {
    const id = await add()
    await saved(id, { salePrice: 80, saleEnds: inMs(day) })
    expect(await listed(id)).toMatchObject({ price: 80, was: 100 })
    expect(await detail(id)).toMatchObject({ price: 80, was: 100, sale: { lowest: 100 } })
    const buyer = await customerWithCart(shop, [{ id }])
    expect(await cartOf(buyer)).toMatchObject([{ price: 80, was: 100 }])
    await buyer.post(`/private/wishlist/add/${id}`)
    expect((await buyer.get('/private/wishlist/get')).body).toMatchObject([{ price: 80, was: 100 }])
    const page = await (await fetch(`${shop.url}/product/${id}`)).text()
    for (const words of ['₹80', 'Lowest price in 30 days: ₹100', 'You save ₹20 (20 %)', 'Sale price until '])
      expect(page).toContain(words)
    expect(page).toMatch(/"price":"80\.00".{0,60}"priceValidUntil":"\d{4}-\d\d-\d\d"/)
  })

  test('a price that was raised for the sale is no saving', async () => {
    const id = await add()
    expect((await form.edit(id, form.input({ price: 200 }))).status).toBe(200)
    await agePrices(id, 29)
    await saved(id, { salePrice: 99, saleEnds: inMs(day) })
    expect(await detail(id)).toMatchObject({ price: 99, was: 100, sale: { lowest: 100 } })
    await saved(id, { salePrice: 100, saleEnds: inMs(day) })
    // The sale at 99 was a price of these days, too.
    expect(await detail(id)).toMatchObject({ price: 100, was: null, sale: { lowest: 99 } })
    const page = await (await fetch(`${shop.url}/product/${id}`)).text()
    expect(page).toContain('Lowest price in 30 days: ₹99')
    expect(page).not.toContain('You save')
  })

  test('a lower price counts for 30 days after its end', async () => {
    const id = await add()
    expect((await form.edit(id, form.input({ price: 70 }))).status).toBe(200)
    expect((await form.edit(id, form.input({ price: 100 }))).status).toBe(200)
    await agePrices(id, 29)
    await saved(id, { salePrice: 80, saleEnds: inMs(day) })
    expect(await detail(id)).toMatchObject({ was: null, sale: { lowest: 70 } })
    await saved(id, none)
    await agePrices(id, 31)
    await saved(id, { salePrice: 80, saleEnds: inMs(day) })
    expect(await detail(id)).toMatchObject({ was: 100, sale: { lowest: 100 } })
  })

  test('a product that is not 30 days old claims nothing, also not against its MRP', async () => {
    const id = await add(29, { mrp: 150 })
    await saved(id, { salePrice: 80, saleEnds: inMs(day) })
    expect(await detail(id)).toMatchObject({ price: 80, was: null, sale: { lowest: null } })
    expect(await (await fetch(`${shop.url}/product/${id}`)).text()).not.toContain('You save')
  })

  test('a longer sale at the same price keeps its begin and its lowest price', async () => {
    const id = await add()
    await saved(id, { salePrice: 80, saleEnds: inMs(day) })
    const { sale } = await pricesOf(id)
    await saved(id, { salePrice: 80, saleBegins: sale.begins, saleEnds: inMs(2 * day) })
    expect(await pricesOf(id)).toMatchObject({ sale: { begins: sale.begins, lowest: 100 } })
  })
})

describe('begin and end', () => {
  test('pages, lists and what is charged follow within a second or two', async () => {
    const id = await add()
    const page = async () => (await fetch(`${shop.url}/product/${id}`)).text()
    await saved(id, { salePrice: 80, saleBegins: inMs(4_000), saleEnds: inMs(8_000) })
    expect(await page()).not.toContain('Lowest price')
    expect(await listed(id)).toMatchObject({ price: 100, was: null })
    await eventually(page, (html) => html.includes('Lowest price'))
    expect(await listed(id)).toMatchObject({ price: 80, was: 100 })
    await eventually(page, (html) => !html.includes('Lowest price'))
    expect(await listed(id)).toMatchObject({ price: 100, was: null })
    expect(await pricesOf(id)).toMatchObject({ price: 100, sale: null })
  })

  test('a cart is charged by the clock before any job or timer has written the price', async () => {
    const id = await add()
    await saved(id, { salePrice: 80, saleBegins: inMs(day), saleEnds: inMs(2 * day) })
    const buyer = await customerWithCart(shop, [{ id }])
    const price = async () => (await cartOf(buyer))[0]?.price
    expect(await price()).toBe(100)
    // It has begun, and nothing was written.
    await agePrices(id, 1.5)
    expect([await price(), (await detail(id)).price]).toEqual([80, 100])
    expect((await startPaying(buyer)).status).toBe(200)
    await timer()
    expect((await detail(id)).price).toBe(80)
    // It has ended, and nothing was written.
    await agePrices(id, 1)
    expect([await price(), (await detail(id)).price]).toEqual([100, 80])
    expect(await cartOf(buyer)).toMatchObject([{ was: null }])
    expect((await buyer.get('/private/order/payment/8000')).status).toBe(409)
    await timer()
    expect(await detail(id)).toMatchObject({ price: 100, was: null, sale: null })
    // The sale itself is removed a little later, and twice does no harm.
    await agePrices(id, 1)
    await Promise.all([timer(), timer()])
    const [row] = await shop.db.query(
      sql`select price_paise, regular_paise, sale_paise from product where id = ${id}`,
    )
    expect(row).toEqual({ price_paise: 10_000, regular_paise: null, sale_paise: null })
  })

  test('an open checkout keeps its price after the end, and a payment long after its hold goes back', async () => {
    const id = await add()
    await saved(id, { salePrice: 80, saleEnds: inMs(day) })
    const [inTime, late] = [await customerWithCart(shop, [{ id }]), await customerWithCart(shop, [{ id }])]
    const [first, second] = [await startPaying(inTime), await startPaying(late)]
    await agePrices(id, 2)
    await verify(inTime, await pay(shop, first.body))
    expect((await ordersOf(inTime))[0]).toMatchObject({ status: 'pending', amount: 80 })
    await ageCheckouts(shop, 60, late.email)
    await pay(shop, second.body)
    const [order] = await eventually(
      () => ordersOf(late),
      (orders) => orders.length > 0,
    )
    expect(order.status).toBe('refunded')
  })

  test(
    '20 buyers who check out around the end are each charged the price of the moment at which it was frozen',
    nightly(
      'Twenty buyers and an end of a sale. That what is charged follows its begin and end is proved above each time.',
    ),
    async () => {
      const id = await add()
      const buyers = await manyCustomersWithCart(shop, 20, { id })
      const endsAt = Date.now() + 4_000
      await saved(id, { salePrice: 80, saleEnds: new Date(endsAt).toISOString() })
      const answers = await Promise.all(
        buyers.map(async (buyer, n) => {
          await new Promise((resolve) => setTimeout(resolve, endsAt - Date.now() - 1_500 + 150 * n))
          const cart = await cartOf(buyer)
          const answer = await buyer.get(`/private/order/payment/${Math.round((cart[0]?.price ?? 0) * 100)}`)
          return answer.status
        }),
      )
      const frozen = await shop.db.query<{ paise: number; inSale: boolean }>(sql`
      select l.price_paise as paise, c.created_at < ${new Date(endsAt)} as "inSale"
      from checkout c join checkout_line l on l.checkout_id = c.id where l.product_id = ${id}`)
      expect(frozen.filter(({ paise, inSale }) => paise !== (inSale ? 8_000 : 10_000))).toEqual([])
      // Nobody is charged another price than they saw: a cart of before the end is refused behind it.
      expect(answers.filter((status) => status === 200)).toHaveLength(frozen.length)
      expect(answers.filter((status) => status !== 200 && status !== 409)).toEqual([])
      expect(new Set(frozen.map(({ inSale }) => inSale))).toEqual(new Set([true, false]))
    },
  )
})

describe('bulk prices', () => {
  const bulkPrices = [
    { from: 10, price: 90 },
    { from: 50, price: 75 },
  ]

  test('follow the pieces in cart, payment and order; fewer pieces cost the single price again', async () => {
    const id = await add()
    await saved(id, { bulkPrices })
    expect(await detail(id)).toMatchObject({ price: 100, bulkPrices })
    expect(await (await fetch(`${shop.url}/product/${id}`)).text()).toContain(
      '10 or more: ₹90 each · 50 or more: ₹75 each',
    )
    const buyer = await customerWithCart(shop, [{ id }])
    for (const [quantity, price] of [
      [9, 100],
      [50, 75],
      [12, 90],
    ] as const) {
      await putInCart(buyer, id, quantity)
      expect((await cartOf(buyer))[0]).toMatchObject({
        quantity,
        price,
        prices: [{ from: 1, price: 100 }, ...bulkPrices],
      })
    }
    expect((await buyer.get('/private/order/payment/100000')).status).toBe(409)
    const { body: orderId } = await startPaying(buyer)
    await verify(buyer, await pay(shop, orderId))
    expect((await ordersOf(buyer))[0]).toMatchObject({ quantity: 12, amount: 1_080 })
    // What is cancelled was bought at this price. Nobody keeps a few pieces at the price of many.
    const [{ id: order }] = await ordersOf(buyer)
    const cancel = (units?: number) => cancelPieces({ buyer, orderId: order }, { units })
    expect(await cancel(3)).toMatchObject({
      status: 400,
      body: { fields: { units: expect.stringContaining('at least 10') } },
    })
    expect((await cancel(2)).status).toBe(200)
    expect((await ordersOf(buyer))[0].cancellation).toMatchObject({ cancelledUnits: 2, cancelledAmount: 180 })
    expect((await cancel(1)).status).toBe(400)
    expect((await cancel()).status).toBe(200)
  })

  test('in a sale the lower price holds', async () => {
    const id = await add()
    await saved(id, { bulkPrices, salePrice: 80, saleEnds: inMs(day) })
    expect((await detail(id)).bulkPrices).toEqual([{ from: 50, price: 75 }])
    const buyer = await customerWithCart(shop, [{ id }], 10)
    expect((await cartOf(buyer))[0]).toMatchObject({ price: 80 })
    await putInCart(buyer, id, 50)
    expect((await cartOf(buyer))[0]).toMatchObject({ price: 75 })
    // At the price of a bulk price that holds for one piece, too, a few may be kept.
    await saved(id, { bulkPrices, salePrice: 75, saleEnds: inMs(day) })
    const { body: payment } = await startPaying(buyer)
    await verify(buyer, await pay(shop, payment))
    await saved(id, { bulkPrices })
    const [{ id: orderId }] = await ordersOf(buyer)
    expect((await cancelPieces({ buyer, orderId }, { units: 49 })).status).toBe(200)
  })
})

test('a deleted product has no prices to set, and another seller finds none', async () => {
  const id = await add()
  expect((await form.seller.delete(`/private/product/delete/${id}`)).status).toBe(200)
  expect((await form.seller.get(`/private/product/${id}/prices`)).status).toBe(404)
  expect((await form.seller.post(`/private/product/${id}/prices`, { ...none, version: 1 })).status).toBe(404)
})
