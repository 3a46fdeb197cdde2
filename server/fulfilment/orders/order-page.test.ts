// @module-tag nightly: The whole way of a parcel as one page. tracking.test.ts proves each step, and the card its words, each time.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buy, ordersOf } from '../../../tests/setup/buying.ts'
import { cancelPieces } from '../../../tests/setup/cancelling.ts'
import { moveParcel, sellBooked, untilParcel } from '../../../tests/setup/parcels.ts'
import { addProduct, customerWithCart, putInCart } from '../../../tests/setup/products.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import type { TestClient } from '../../../tests/setup/client.ts'
import { setDeleted } from '../../../tests/setup/change-product.ts'

let shop: TestShop
let seller: Seller
beforeAll(async () => {
  shop = await startTestShop({ courier: true })
  seller = await addSeller(shop)
})
afterAll(() => shop.stop())

const numberOf = async (buyer: TestClient, orderId: string): Promise<string> =>
  (await ordersOf(buyer)).find(({ id }) => id === orderId).number
const pageOf = (buyer: TestClient, number: string) => buyer.get(`/private/order/page/${number}`)
const titles = (page: { steps: { title: string }[] }) => page.steps.map(({ title }) => title)

describe('the page of an order', () => {
  test('tells the whole way of a parcel with places, a failed delivery with its reason and the next try', async () => {
    const { buyer, orderId, row } = await sellBooked(shop, seller)
    const number = await numberOf(buyer, orderId)
    for (const status of ['Shipped', 'In Transit', 'Out for Delivery'])
      await moveParcel(shop, orderId, { status })
    await moveParcel(shop, orderId, { code: 21 })
    const tried = (await pageOf(buyer, number)).body
    expect(tried).toMatchObject({ number })
    expect(titles(tried)).toEqual([
      'You ordered and paid',
      'The courier is booked',
      'Your parcel is on its way',
      'On the way',
      'Your parcel is out for delivery',
      'The courier could not deliver the parcel',
    ])
    expect(tried.steps.at(1).detail).toContain(`AWB number ${row.awb}`)
    const failed = tried.steps.at(-1)
    expect(failed).toMatchObject({ kind: 'problem', place: 'Jaipur' })
    expect(failed.detail).toMatch(
      /^The courier says: Undelivered: the recipient was not available\. It usually tries again on \w+, /,
    )
    expect(tried.proof).toBeNull()
    await moveParcel(shop, orderId, { status: 'Delivered' })
    await untilParcel(shop, orderId, ({ status }) => status === 'completed')
    const done = (await pageOf(buyer, number)).body
    expect(done.steps.at(-1)).toMatchObject({
      title: 'Your parcel is delivered',
      kind: 'end',
      place: 'Jaipur',
    })
    // The next try was the one that worked.
    expect(done.steps.at(-2).detail).toBe('The courier says: Undelivered: the recipient was not available.')
    expect(done.proof).toEqual({
      at: done.steps.at(-1).at,
      place: 'Jaipur',
      url: expect.stringContaining(`/dev/tracking/${row.awb}`),
    })
  })

  test('is what the mails say, which lead to it', async () => {
    const { buyer, orderId } = await sellBooked(shop, seller, { buyer: await customerWithCart(shop, []) })
    const number = await numberOf(buyer, orderId)
    await moveParcel(shop, orderId, { status: 'Shipped' })
    const [mail] = await shop.mail(buyer.email, 2)
    const { body } = await pageOf(buyer, number)
    const shipped = body.steps.at(-1)
    expect(mail?.text).toContain(shipped.title)
    expect(mail?.text).toContain(shipped.detail)
    expect(mail?.text).toContain(`/my-orders/${number}`)
  })

  test('has cancellations and refunds, and offers the product again while it is on sale', async () => {
    const sale = await sellOne(shop, seller, { quantity: 3, units: 9 })
    const number = await numberOf(sale.buyer, sale.orderId)
    expect((await cancelPieces(sale, { units: 1 })).status).toBe(200)
    const { body } = await pageOf(sale.buyer, number)
    expect(titles(body)).toEqual(
      expect.arrayContaining(['You cancelled 1 piece', expect.stringMatching(/^Refund of ₹/)]),
    )
    expect(body.buyAgain).toBe(sale.productId)
    await setDeleted(shop, sale.productId)
    expect((await pageOf(sale.buyer, number)).body.buyAgain).toBeNull()
  })

  test('names the other orders of the same parcel', async () => {
    const products = [await addProduct(shop, { seller }), await addProduct(shop, { seller })]
    const buyer = await customerWithCart(shop, [])
    for (const { id } of products) await putInCart(buyer, id)
    const [first, second] = (await buy(shop, buyer)).body
    const { body } = await pageOf(buyer, first.number)
    expect(body.together).toEqual([{ number: second.number, product: second.product.name }])
  })

  test('is not there for another customer, an unknown number, and what is no number; small letters are fine', async () => {
    const { buyer, orderId } = await sellOne(shop, seller)
    const number = await numberOf(buyer, orderId)
    const stranger = await shop.customer()
    expect((await pageOf(stranger, number)).status).toBe(404)
    expect((await pageOf(buyer, '7777-7777')).status).toBe(404)
    expect((await pageOf(buyer, 'x')).status).toBe(400)
    expect((await pageOf(buyer, number.toLowerCase())).body.id).toBe(orderId)
    expect((await pageOf(seller, number)).status).toBe(403)
  })
})
