/** Coupons in cart and checkout, and who may make them: over HTTP. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  buy,
  cartOf,
  create,
  eventually,
  ordersOf,
  pay,
  startPaying,
  verify,
} from '../../../tests/setup/buying.ts'
import type { TestClient } from '../../../tests/setup/client.ts'
import { ageCheckouts, endHolds } from '../../../tests/setup/clock.ts'
import { addSellersCoupon, addShopsCoupon, chooseCoupon, couponInput } from '../../../tests/setup/coupons.ts'
import { manyCustomersWithCart } from '../../../tests/setup/crowd.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import { addAdmin, type Admin } from '../../../tests/setup/people.ts'
import { addProduct, addSubcategory, customerWithCart, putInCart } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo } from '../../../tests/setup/settling.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { sweepCheckouts } from '../checkout/sweep-checkouts.ts'

let shop: TestShop
let seller: Seller
let other: Seller
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop()
  seller = await addSeller(shop)
  other = await addSeller(shop)
  admin = await addAdmin(shop)
})
afterEach(async () => {
  expect(await brokenInvariants(shop.db)).toEqual([])
  const wrong = await shop.db.query(sql`
    select code from coupon k where uses <> (select count(*) from checkout c where c.coupon_id = k.id
      and c.state in ('open', 'completed'))`)
  expect(wrong).toEqual([])
})
afterAll(() => shop.stop())

let made = 0
const newCode = () => `CODE${(made += 1)}`
const inCart = async (buyer: TestClient) => (await buyer.get('/private/cart/coupon')).body
const usesOf = async (code: string) =>
  (await shop.db.query<{ uses: number }>(sql`select uses from coupon where code = ${code}`))[0]?.uses

test('the cart shows what a coupon saves by line and in all, and follows the quantities', async () => {
  const soap = await addProduct(shop, { seller, pricePaise: 33_333 })
  const comb = await addProduct(shop, { seller: other, pricePaise: 50_000 })
  const buyer = await customerWithCart(shop, [soap, comb])
  expect(await inCart(buyer)).toBeNull()
  const code = newCode()
  await addSellersCoupon(seller, code, { percent: 15 })
  const { body } = await buyer.post('/private/cart/coupon', { code: ` ${code.toLowerCase()} ` })
  // 15 % of ₹333.33 are ₹49.9995. The other seller's comb has no discount.
  expect(body).toEqual({ code, problem: null, saving: 50, lines: [{ productId: soap.id, saving: 50 }] })
  await buyer.post('/private/cart/edit', { id: soap.id, quantity: 2 })
  expect(await inCart(buyer)).toMatchObject({ saving: 100 })
  expect((await buyer.delete('/private/cart/coupon')).status).toBe(200)
  expect(await inCart(buyer)).toBeNull()
})

test('a coupon that does not fit says what is missing, and an unknown code is refused at its field', async () => {
  const product = await addProduct(shop, { seller, pricePaise: 30_000 })
  const buyer = await customerWithCart(shop, [product])
  const problemOf = async (more: object, by = seller) => {
    const code = newCode()
    await addSellersCoupon(by, code, more)
    return (await buyer.post('/private/cart/coupon', { code })).body.problem
  }
  expect(await problemOf({ minimum: 450.5 })).toBe('Add products for ₹150.50 more to use this coupon.')
  expect(await problemOf({ startsOn: '2090-12-01', endsOn: '2090-12-31' })).toBe(
    'This coupon begins on Fri, 1 Dec.',
  )
  expect(await problemOf({ startsOn: dayAgo(3), endsOn: dayAgo(1) })).toBe('This coupon is over.')
  expect(await problemOf({}, other)).toBe('This coupon is for none of the products in your cart.')
  const { categoryId } = await addSubcategory(shop, 'Lamps')
  expect(await problemOf({ categoryId })).toBe('This coupon is for none of the products in your cart.')
  // The last one that was entered stays chosen, and the checkout says the same.
  expect((await buyer.post('/private/order/check', await cartOf(buyer))).body).toEqual({
    status: 'false',
    msg: 'This coupon is for none of the products in your cart.',
  })
  const unknown = await buyer.post('/private/cart/coupon', { code: 'NOSUCHCODE' })
  expect([unknown.status, unknown.body.fields]).toEqual([
    400,
    { code: 'There is no such coupon. Please look at its code again.' },
  ])
})

test('the amount to pay is the discounted one, frozen by line, and the order says so', async () => {
  const products = [11_111, 11_112, 11_112].map((pricePaise) => addProduct(shop, { seller, pricePaise }))
  const buyer = await customerWithCart(shop, await Promise.all(products))
  const code = newCode()
  await addSellersCoupon(seller, code)
  const saving = await chooseCoupon(buyer, code)
  expect(saving).toBe(3_334)
  const whole = await startPaying(buyer)
  expect([whole.status, (whole.body as any).msg]).toEqual([
    409,
    'Prices have changed. Please review your cart.',
  ])
  const { status, body: orders } = await buy(shop, buyer, saving)
  expect(status).toBe(200)
  expect(orders.map((one: any) => [one.amount, one.coupon.discount]).toSorted()).toEqual([
    [100, 11.11],
    [100, 11.12],
    [100.01, 11.11],
  ])
  expect(orders[0].coupon).toMatchObject({ code, byShop: 0 })
  const mails = await shop.mail(buyer.email)
  expect(mails.at(-1)?.text).toContain(`Coupon ${code}`)
  expect(mails.at(-1)?.text).toContain('−₹33.34')
  // The next cart begins without one.
  expect(await inCart(buyer)).toBeNull()
})

test('a coupon of the shop that an administrator stops fits no cart', async () => {
  const buyer = await customerWithCart(shop, [await addProduct(shop, { seller })])
  const code = newCode()
  await addShopsCoupon(admin, code)
  await chooseCoupon(buyer, code)
  const { body: coupons } = await admin.get('/public/admin/coupons')
  const { id } = coupons.find((one: any) => one.code === code)
  expect((await admin.post(`/public/admin/coupons/${id}/stop`)).status).toBe(200)
  expect(await inCart(buyer)).toMatchObject({ problem: 'This coupon is not valid any more.' })
  expect((await admin.post(`/public/admin/coupons/${id}/stop`)).status).toBe(409)
})

test('a coupon that its seller stops meanwhile is refused, and nothing is held or charged', async () => {
  const product = await addProduct(shop, { seller, units: 3 })
  const buyer = await customerWithCart(shop, [product])
  const code = newCode()
  await addSellersCoupon(seller, code)
  const saving = await chooseCoupon(buyer, code)
  const { body: coupons } = await seller.get('/private/seller/coupons')
  const { id } = coupons.find((one: any) => one.code === code)
  expect((await other.post(`/private/seller/coupons/${id}/stop`)).status).toBe(404)
  expect((await seller.post(`/private/seller/coupons/${id}/stop`)).status).toBe(200)
  const refused = await startPaying(buyer, saving)
  expect([refused.status, (refused.body as any).msg]).toEqual([409, 'This coupon is not valid any more.'])
  const checkouts = await shop.db.query(sql`
    select from checkout c join account a on a.id = c.customer_id where a.email = ${buyer.email}`)
  expect(checkouts).toEqual([])
})

test(
  '50 buyers race for the last use: exactly one has it, and the others pay nothing',
  {
    ...nightly(
      'Fifty log-ins. The last use is refused to a second buyer in the test of late payments each time.',
    ),
    timeout: 180_000,
  },
  async () => {
    const product = await addProduct(shop, { seller, units: 100 })
    const buyers = await manyCustomersWithCart(shop, 50, product)
    const code = newCode()
    await addSellersCoupon(seller, code, { totalUses: 1 })
    for (const buyer of buyers) await chooseCoupon(buyer, code)
    const started = await Promise.all(buyers.map((buyer) => startPaying(buyer, 1_490)))
    expect(started.filter(({ status }) => status === 200)).toHaveLength(1)
    const words = started.filter(({ status }) => status !== 200).map(({ body }) => (body as any).msg)
    expect(words).toEqual(Array.from({ length: 49 }, () => 'This coupon is used up.'))
    expect(await usesOf(code)).toBe(1)
  },
)

test('once a person holds against two tabs, and after the purchase the coupon says so', async () => {
  const [one, two] = [await addProduct(shop, { seller }), await addProduct(shop, { seller })]
  const buyer = await customerWithCart(shop, [one])
  const code = newCode()
  await addSellersCoupon(seller, code, { once: true })
  await chooseCoupon(buyer, code)
  const tabs = await Promise.all([startPaying(buyer, 1_490), startPaying(buyer, 1_490)])
  expect(new Set(tabs.map(({ body }) => body)).size).toBe(1)
  expect(await usesOf(code)).toBe(1)
  const items = await cartOf(buyer)
  await verify(buyer, await pay(shop, tabs[0]?.body ?? ''))
  expect((await create(buyer, items)).status).toBe(200)
  await putInCart(buyer, two.id)
  const again = await buyer.post('/private/cart/coupon', { code })
  expect(again.body.problem).toBe('You have used this coupon already.')
  const refused = await startPaying(buyer, 1_490)
  expect([refused.status, (refused.body as any).msg]).toEqual([409, 'You have used this coupon already.'])
})

test('a coupon for the first order only', async () => {
  const product = await addProduct(shop, { seller })
  const buyer = await customerWithCart(shop, [product])
  const code = newCode()
  await addSellersCoupon(seller, code, { firstOrder: true })
  expect((await buy(shop, buyer, await chooseCoupon(buyer, code))).status).toBe(200)
  await putInCart(buyer, product.id)
  const { body } = await buyer.post('/private/cart/coupon', { code })
  expect(body.problem).toBe('This coupon is for a first order only.')
})

test('a use is free again when the hold ends; a late payment has it if it is still free, else its money back', async () => {
  const product = await addProduct(shop, { seller, units: 50 })
  const code = newCode()
  await addSellersCoupon(seller, code, { totalUses: 1 })
  const [late, quick] = [await customerWithCart(shop, [product]), await customerWithCart(shop, [product])]
  await chooseCoupon(late, code)
  await chooseCoupon(quick, code)
  const { body: lateOrder } = await startPaying(late, 1_490)
  expect((await startPaying(quick, 1_490)).status).toBe(409)
  await endHolds(shop)
  await sweepCheckouts(shop.running.shop)
  expect(await usesOf(code)).toBe(0)
  const { body: quickOrder, status } = await startPaying(quick, 1_490)
  expect(status).toBe(200)
  // The bank confirms the first one now, while the other buyer holds the use.
  await pay(shop, lateOrder)
  const [refunded] = await eventually(
    () => ordersOf(late),
    (orders) => orders.length === 1,
  )
  expect(refunded).toMatchObject({ status: 'refunded', amount: 134.1, coupon: { code, discount: 14.9 } })
  const mails = await shop.mail(late.email)
  expect(mails.at(-1)?.text).toContain('your coupon was used for another purchase')
  await endHolds(shop)
  await sweepCheckouts(shop.running.shop)
  // Nobody has it meanwhile.
  await pay(shop, quickOrder)
  const [order] = await eventually(
    () => ordersOf(quick),
    (orders) => orders.length === 1,
  )
  expect(order).toMatchObject({ status: 'pending', amount: 134.1 })
  expect(await usesOf(code)).toBe(1)
})

/** A buyer left an attempt with 90 % off unpaid two months ago. */
async function unpaidWithCoupon(code: string) {
  const product = await addProduct(shop, { seller, pricePaise: 10_000 })
  const buyer = await customerWithCart(shop, [product])
  await addSellersCoupon(seller, code, { percent: 90 })
  await chooseCoupon(buyer, code)
  const { body: order } = await startPaying(buyer, 9_000)
  await ageCheckouts(shop, 60 * 24 * 60, buyer.email)
  return { buyer, order }
}

test.each([
  ['over', true],
  ['over, and no sweep has closed the checkout', false],
  ['stopped', true],
])('weeks later an old attempt does not buy with a coupon that is %s', async (words, sweeps) => {
  const code = newCode()
  const { buyer, order } = await unpaidWithCoupon(code)
  if (sweeps) await sweepCheckouts(shop.running.shop)
  await shop.db.query(
    words === 'stopped'
      ? sql`update coupon set stopped_at = now() where code = ${code}`
      : sql`update coupon set starts_at = starts_at - interval '60 days', ends_at = now() - interval '1 day' where code = ${code}`,
  )
  await pay(shop, order)
  const [refunded] = await eventually(
    () => ordersOf(buyer),
    (orders) => orders.length === 1,
  )
  expect(refunded).toMatchObject({ status: 'refunded', amount: 10 })
  expect(await usesOf(code)).toBe(0)
})

test('weeks later the same attempt buys while its coupon is valid', async () => {
  const { buyer, order } = await unpaidWithCoupon(newCode())
  await sweepCheckouts(shop.running.shop)
  await pay(shop, order)
  const [bought] = await eventually(
    () => ordersOf(buyer),
    (orders) => orders.length === 1,
  )
  expect(bought).toMatchObject({ status: 'pending', amount: 10 })
})

test('of two attempts with coupons for a first order one buys, whichever is paid first', async () => {
  const products = [await addProduct(shop, { seller }), await addProduct(shop, { seller })] as const
  const buyer = await customerWithCart(shop, [products[0]])
  const attempt = async () => {
    const code = newCode()
    await addSellersCoupon(seller, code, { firstOrder: true })
    await chooseCoupon(buyer, code)
    return (await startPaying(buyer, 1_490)).body
  }
  const replaced = await attempt()
  const { body: cart } = await buyer.get('/private/cart/get')
  await buyer.delete(`/private/cart/remove/${cart[0].cartItemId}`)
  await putInCart(buyer, products[1].id)
  const open = await attempt()
  await pay(shop, replaced)
  await eventually(
    () => ordersOf(buyer),
    (orders) => orders.length === 1,
  )
  await pay(shop, open)
  const orders = await eventually(
    () => ordersOf(buyer),
    (found) => found.length === 2,
  )
  expect(orders.map(({ status }) => status)).toEqual(['pending', 'refunded'])
})

test('a new attempt gives the use of the earlier one back', async () => {
  const product = await addProduct(shop, { seller })
  const buyer = await customerWithCart(shop, [product])
  const [first, second] = [newCode(), newCode()]
  for (const code of [first, second]) await addSellersCoupon(seller, code, { totalUses: 1, once: true })
  await chooseCoupon(buyer, first)
  expect((await startPaying(buyer, 1_490)).status).toBe(200)
  await chooseCoupon(buyer, second)
  expect((await startPaying(buyer, 1_490)).status).toBe(200)
  expect([await usesOf(first), await usesOf(second)]).toEqual([0, 1])
  await putInCart(buyer, product.id)
  await buyer.post('/private/cart/edit', { id: product.id, quantity: 2 })
  expect((await startPaying(buyer, 2_980)).status).toBe(200)
  expect(await usesOf(second)).toBe(1)
  await ageCheckouts(shop, 60, buyer.email)
  await sweepCheckouts(shop.running.shop)
  expect(await usesOf(second)).toBe(0)
})

test('a coupon of the shop that a seller shares is valid once they have agreed', async () => {
  const product = await addProduct(shop, { seller, pricePaise: 10_000 })
  const buyer = await customerWithCart(shop, [product])
  const code = newCode()
  await addShopsCoupon(admin, code, { sellerEmail: seller.email, sellerShare: 33.33, percent: 10 })
  expect((await buyer.post('/private/cart/coupon', { code })).status).toBe(400)
  const { body: coupons } = await seller.get('/private/seller/coupons')
  const asked = coupons.find((one: any) => one.code === code)
  expect(asked).toMatchObject({ state: 'asked', madeBy: 'shop', sellerShare: 33.33 })
  const answer = (who: TestClient, accept: boolean) =>
    who.post(`/private/seller/coupons/${asked.id}/answer`, { accept })
  expect((await answer(other, true)).status).toBe(404)
  expect((await answer(seller, true)).status).toBe(200)
  expect((await answer(seller, false)).status).toBe(409)
  const { body: orders } = await buy(shop, buyer, await chooseCoupon(buyer, code))
  expect(orders[0]).toMatchObject({ amount: 90, coupon: { discount: 10, byShop: 6.67 } })
  const declined = newCode()
  await addShopsCoupon(admin, declined, { sellerEmail: seller.email, sellerShare: 50 })
  const { id } = (await seller.get('/private/seller/coupons')).body.find((one: any) => one.code === declined)
  await seller.post(`/private/seller/coupons/${id}/answer`, { accept: false })
  expect((await buyer.post('/private/cart/coupon', { code: declined })).status).toBe(400)
  const { body: all } = await admin.get('/public/admin/coupons')
  expect(all.map((one: any) => [one.code, one.state])).toEqual(
    expect.arrayContaining([
      [declined, 'declined'],
      [code, 'valid'],
    ]),
  )
})

test('a share that would be stored as none is refused, and a seller who lists nothing is named', async () => {
  const fresh = await addSeller(shop, { companyName: 'Nothing Listed Yet' })
  const add = (code: string, sellerShare: number) =>
    admin.post('/public/admin/coupons', couponInput(code, { sellerEmail: fresh.email, sellerShare }))
  const { status, body } = await add(newCode(), 0.001)
  expect([status, body.fields]).toEqual([400, { sellerShare: 'The share may have two decimals at most.' }])
  const code = newCode()
  expect((await add(code, 0.01)).status).toBe(200)
  const { body: found } = await admin.get(`/public/admin/coupons?q=${code}`)
  expect(found.map((one: any) => [one.seller, one.state, one.sellerShare])).toEqual([
    ['Nothing Listed Yet', 'asked', 0.01],
  ])
})

test('a coupon that says too little, or has a code that is taken, is refused at its field', async () => {
  const code = newCode()
  await addSellersCoupon(seller, code)
  const add = async (more: object) => {
    const { status, body } = await other.post('/private/seller/coupons', couponInput(newCode(), more))
    return [status, Object.keys(body.fields ?? {})]
  }
  expect(await add({ code })).toEqual([409, ['code']])
  expect(await add({ code: 'AB' })).toEqual([400, ['code']])
  expect(await add({ percent: 100 })).toEqual([400, ['percent']])
  expect(await add({ kind: 'amount' })).toEqual([400, ['amount']])
  expect(await add({ endsOn: dayAgo(2) })).toEqual([400, ['endsOn']])
  expect(await add({ categoryId: 999_999 })).toEqual([404, ['categoryId']])
  expect(await add({ totalUses: 0 })).toEqual([400, ['totalUses']])
})

test('a seller has at most 100 coupons that are not over', async () => {
  const busy = await addSeller(shop)
  await shop.db.query(sql`
    insert into coupon (id, code, made_by, seller_id, kind, percent, total_uses, starts_at, ends_at, seller_share_bp)
    select uuidv7(), 'BUSY' || n, 'seller', ${busy.id}, 'percent', 5, 1, now(), now() + interval '1 day', 10000
    from generate_series(1, 100) n`)
  const { status } = await busy.post('/private/seller/coupons', couponInput(newCode()))
  expect(status).toBe(409)
  await shop.db.query(sql`update coupon set stopped_at = now() where code = 'BUSY1'`)
  expect((await busy.post('/private/seller/coupons', couponInput(newCode()))).status).toBe(200)
})
