/** The money of discounted orders, to the paisa: who bears what is cancelled, returned or refunded (docs/money.md, "Coupons"). */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { addSellersCoupon, addSharedCoupon, addShopsCoupon } from '../../../tests/setup/coupons.ts'
import { cancelPieces } from '../../../tests/setup/cancelling.ts'
import { balancesOf } from '../../../tests/setup/disputes.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addAdmin, type Admin } from '../../../tests/setup/people.ts'
import { customerWithCart } from '../../../tests/setup/products.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { carryBack, courierSays, takeBack } from '../../../tests/setup/settling.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import { singleRow } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

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
  await addSellersCoupon(seller, 'SELLER10')
  await addShopsCoupon(admin, 'SHOP10')
  await addSharedCoupon(admin, seller, 'HALF10')
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

/** Three pieces of ₹149.00 each: ₹447.00, of which a tenth are ₹44.70. */
const sold = (coupon: string) =>
  sellOne(shop, seller, { pricePaise: 14_900, quantity: 3, units: 10, buyer, coupon })
async function rowsOf(orderId: string) {
  return singleRow(
    await shop.db.query<any>(sql`
      select o.amount_paise as paid, o.seller_discount_paise as "bySeller", o.shop_discount_paise as "byShop",
        o.offer_back_paise as back, o.refunded_paise as refunded, t.gross_paise as gross,
        (select s.gross_paise from order_sale s where s.order_id = o.id) as sale, p.id as "paymentId",
        (select json_build_object('gross', d.gross_paise, 'discount', d.discount_paise, 'shop', d.shop_discount_paise)
          from tax_document d where d.order_id = o.id and d.kind = 'invoice') as invoice,
        (select json_agg(d.gross_paise order by d.no) from tax_document d where d.order_id = o.id and d.kind = 'credit-note') as notes,
        (select json_agg(d.shop_discount_paise order by d.no)
          from tax_document d where d.order_id = o.id and d.kind = 'credit-note') as "notesByShop"
      from orders o join order_tax t on t.order_id = o.id join payment p on p.checkout_id = o.checkout_id and p.outcome = 'order'
      where o.id = ${orderId}`),
  )
}
const balances = async (orderId: string) => balancesOf(shop, (await rowsOf(orderId)).paymentId)

test('what the seller bears comes off before tax, and the sale is the discounted price', async () => {
  const { orderId } = await sold('SELLER10')
  expect(await rowsOf(orderId)).toMatchObject({ paid: 40_230, bySeller: 4_470, byShop: 0, gross: 40_230 })
  await courierSays(shop, orderId, 'shipped')
  expect(await rowsOf(orderId)).toMatchObject({
    sale: 40_230,
    invoice: { gross: 40_230, discount: 4_470, shop: 0 },
  })
  expect(await balances(orderId)).not.toHaveProperty('offers')
})

test('what the shop bears is its cost, and the sale is the whole price', async () => {
  const { orderId } = await sold('SHOP10')
  expect(await balances(orderId)).toEqual({ provider: 40_230, buyer: -44_700, offers: 4_470 })
  await courierSays(shop, orderId, 'shipped')
  expect(await rowsOf(orderId)).toMatchObject({
    paid: 40_230,
    byShop: 4_470,
    sale: 44_700,
    invoice: { gross: 44_700, discount: 0, shop: 4_470 },
  })
  const now = await balances(orderId)
  expect(now).toMatchObject({ provider: 40_230, offers: 4_470 })
  expect(now).not.toHaveProperty('buyer')
})

test('parts of an order borne by both are cancelled, returned and refunded to the paisa', async () => {
  const { orderId } = await sold('HALF10')
  const rows = await rowsOf(orderId)
  expect(rows).toMatchObject({ paid: 40_230, bySeller: 2_235, byShop: 2_235, gross: 42_465 })
  expect(await balances(orderId)).toEqual({ provider: 40_230, buyer: -42_465, offers: 2_235 })
  // One of three pieces: ₹134.10 for the buyer and ₹7.45 for the shop.
  expect((await cancelPieces({ buyer, orderId }, { units: 1 })).status).toBe(200)
  expect(await rowsOf(orderId)).toMatchObject({ refunded: 13_410, back: 745 })
  expect(await balances(orderId)).toMatchObject({ buyer: -28_310, offers: 1_490 })
  await courierSays(shop, orderId, 'shipped')
  expect(await rowsOf(orderId)).toMatchObject({
    sale: 28_310,
    invoice: { gross: 28_310, discount: 1_490, shop: 1_490 },
  })
  await courierSays(shop, orderId, 'delivered')
  await takeBack(shop, orderId, { units: 1, cause: 'returned' })
  expect(await rowsOf(orderId)).toMatchObject({ refunded: 26_820, back: 1_490, notes: [14_155] })
  // Half of what is left, ₹67.05, borne by the seller, with the half of the shop's part: ₹3.73.
  await takeBack(shop, orderId, { paise: 6_705, bears: 'seller' })
  expect(await rowsOf(orderId)).toMatchObject({ refunded: 33_525, back: 1_863, notes: [14_155, 7_078] })
  await takeBack(shop, orderId, { units: 1, cause: 'returned' })
  expect(await rowsOf(orderId)).toMatchObject({
    refunded: 40_230,
    back: 2_235,
    notes: [14_155, 7_078, 7_077],
    // The credit notes say who had paid what they give back.
    notesByShop: [745, 373, 372],
  })
  const end = await balances(orderId)
  expect(end).not.toHaveProperty('buyer')
  expect(end).not.toHaveProperty('offers')
  expect(end).not.toHaveProperty('claims')
})

test('goodwill of the shop takes its part of the discount with it, and returns after it give it back', async () => {
  const { orderId } = await sold('SHOP10')
  await courierSays(shop, orderId, 'shipped')
  // A third of ₹402.30: ₹14.90 of the offer become claims.
  await takeBack(shop, orderId, { paise: 13_410, bears: 'shop' })
  expect(await balances(orderId)).toMatchObject({ claims: 14_900, offers: 2_980 })
  await takeBack(shop, orderId, { units: 3, cause: 'returned' })
  expect(await rowsOf(orderId)).toMatchObject({ notes: [44_700], notesByShop: [4_470] })
  const end = await balances(orderId)
  for (const account of ['buyer', 'offers', 'claims']) expect(end).not.toHaveProperty(account)
})

test('the seller is told that the shop’s part goes back with what the buyer gets', async () => {
  const { orderId } = await sold('SHOP10')
  await courierSays(shop, orderId, 'shipped')
  const { status } = await admin.post(`/public/admin/orders/${orderId}/refund-part`, {
    amount: 134.1,
    bears: 'seller',
    left: 402.3,
    note: 'One was chipped.',
  })
  expect(status).toBe(200)
  expect(await rowsOf(orderId)).toMatchObject({ notes: [14_900], notesByShop: [1_490] })
  const mails = await eventually(
    async () =>
      (await shop.mailSoFar(seller.email)).filter(({ subject }) => subject.includes('A refund for')),
    (arrived) => arrived.length > 0,
  )
  expect(mails[0]?.text).toContain(
    'refunded ₹134.10 of an order to its buyer. It is taken from what you get for this order, with the part that the shop had paid for the buyer;',
  )
})

test('a way back that the buyer pays leaves nothing on the account of offers', async () => {
  const { orderId } = await sold('SHOP10')
  await courierSays(shop, orderId, 'shipped')
  await courierSays(shop, orderId, 'delivered')
  await carryBack(shop, orderId)
  await takeBack(shop, orderId, { units: 3, cause: 'returned', wayBack: { paise: 5_000, paidBy: 'buyer' } })
  expect(await rowsOf(orderId)).toMatchObject({ refunded: 34_330, back: 4_470, notes: [44_700] })
  const end = await balances(orderId)
  for (const account of ['buyer', 'offers', 'claims']) expect(end).not.toHaveProperty(account)
})

test('goods that the courier lost: the seller is compensated for the whole price', async () => {
  const { orderId } = await sold('SHOP10')
  await courierSays(shop, orderId, 'shipped')
  await takeBack(shop, orderId, { units: 3, cause: 'lost' })
  const end = await balances(orderId)
  for (const account of ['buyer', 'offers']) expect(end).not.toHaveProperty(account)
  // ₹447.00 less 10 % commission and its GST, TCS and TDS.
  expect(end.claims).toBe(44_700 - 4_470 - 805 - 189 - 45)
})

test('what the shop bears moves no paisa of the price of a piece, whatever is cancelled or returned', async () => {
  // A tenth of ₹298.66 are ₹29.87: half of what each pays is half a paisa too much for both.
  const two = (coupon: string) =>
    sellOne(shop, seller, { pricePaise: 14_933, quantity: 2, units: 10, buyer, coupon })
  const { orderId } = await two('SHOP10')
  expect((await cancelPieces({ buyer, orderId }, { units: 1 })).status).toBe(200)
  expect(await rowsOf(orderId)).toMatchObject({ refunded: 13_440, back: 1_493 })
  await courierSays(shop, orderId, 'shipped')
  expect(await rowsOf(orderId)).toMatchObject({
    sale: 14_933,
    invoice: { gross: 14_933, discount: 0, shop: 1_494 },
  })
  const returned = await two('SHOP10')
  await courierSays(shop, returned.orderId, 'shipped')
  await takeBack(shop, returned.orderId, { units: 1, cause: 'returned' })
  await takeBack(shop, returned.orderId, { units: 1, cause: 'returned' })
  expect(await rowsOf(returned.orderId)).toMatchObject({ back: 2_987, notes: [14_933, 14_933] })
  // Of what both bear, the invoice has the price of one piece less what its seller bears.
  const shared = await two('HALF10')
  expect((await cancelPieces({ buyer, orderId: shared.orderId }, { units: 1 })).status).toBe(200)
  await courierSays(shop, shared.orderId, 'shipped')
  const { invoice } = await rowsOf(shared.orderId)
  expect(invoice.gross + invoice.discount).toBe(14_933)
})

test(
  'a part of the shop that is smaller than the pieces goes back to the paisa',
  nightly('One more split. Parts of an order come back to the paisa above each time.'),
  async () => {
    // 1 paisa of 50, and then of 7 paise.
    for (const [percent, pricePaise] of [
      [1, 101],
      [50, 103],
    ] as const) {
      const code = `TINY${percent}`
      await addShopsCoupon(admin, code, { percent })
      const { orderId } = await sellOne(shop, seller, {
        pricePaise,
        quantity: 3,
        units: 10,
        buyer,
        coupon: code,
      })
      await courierSays(shop, orderId, 'shipped')
      for (let piece = 0; piece < 3; piece += 1) {
        await takeBack(shop, orderId, { units: 1, cause: 'returned' })
        expect(await brokenInvariants(shop.db)).toEqual([])
      }
      const end = await balances(orderId)
      for (const account of ['buyer', 'offers', 'claims']) expect(end).not.toHaveProperty(account)
    }
  },
)

test(
  'two presses for the last piece of a discounted order: one is refunded',
  nightly('A race with a coupon. cancel-order.test.ts counts what the caller saw each time.'),
  async () => {
    const { orderId } = await sold('HALF10')
    await cancelPieces({ buyer, orderId }, { units: 2 })
    const both = await Promise.all([
      cancelPieces({ buyer, orderId }, { units: 1 }),
      takeBack(shop, orderId, { units: 1, cause: 'undelivered' }).then(
        () => ({ status: 200 }),
        () => ({ status: 409 }),
      ),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await rowsOf(orderId)).toMatchObject({ refunded: 40_230, back: 2_235 })
    const end = await balances(orderId)
    for (const account of ['buyer', 'offers']) expect(end).not.toHaveProperty(account)
  },
)
