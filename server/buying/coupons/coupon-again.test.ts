/** Coupons whose purchase came to nothing, the days of India, and what sellers and forms are told. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buy, cartOf, eventually, ordersOf, startPaying } from '../../../tests/setup/buying.ts'
import { manyCustomersWithCart } from '../../../tests/setup/crowd.ts'
import { cancelPieces } from '../../../tests/setup/cancelling.ts'
import { addSellersCoupon, addShopsCoupon, chooseCoupon, couponInput } from '../../../tests/setup/coupons.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addAdmin, type Admin } from '../../../tests/setup/people.ts'
import { asked, decideReturn, postReturn } from '../../../tests/setup/returns.ts'
import { delivered } from '../../../tests/setup/settling.ts'
import { addProduct, customerWithCart, putInCart } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { addDays, dayOf } from '../../platform/calendar.ts'
import { singleRow } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let seller: Seller
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop()
  seller = await addSeller(shop)
  admin = await addAdmin(shop)
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

async function buyWith(buyer: Customer, code: string, pieces = 1): Promise<string[]> {
  for (let i = 0; i < pieces; i += 1)
    await putInCart(buyer, (await addProduct(shop, { seller, units: 9 })).id, 1)
  expect((await buy(shop, buyer, await chooseCoupon(buyer, code))).status).toBe(200)
  return (await ordersOf(buyer)).slice(0, pieces).map(({ id }) => id)
}
const choose = async (buyer: Customer, code: string) =>
  (await buyer.post('/private/cart/coupon', { code })).body.problem
const usedUp = 'This coupon is used up.'
const usesOf = async (code: string) =>
  singleRow(await shop.db.query<{ uses: number }>(sql`select uses from coupon where code = ${code}`)).uses

test.for(['the seller', 'the buyer'])(
  'a coupon for once and for a first order can be used again after %s cancelled all of its purchase',
  async (who) => {
    const code = who === 'the seller' ? 'AGAIN' : 'AGAIN2'
    await addSellersCoupon(seller, code, { once: true, firstOrder: true, totalUses: 1 })
    const buyer = await customerWithCart(shop, [])
    const orders = await buyWith(buyer, code, 2)
    const used = 'You have used this coupon already.'
    for (const orderId of orders) {
      await putInCart(buyer, (await addProduct(shop, { seller })).id, 1)
      expect(await choose(buyer, code)).toBe(used)
      const { status } =
        who === 'the seller'
          ? await seller.post(`/private/order/cannot-deliver/${orderId}`, { units: 1, reason: 'damaged' })
          : await cancelPieces({ buyer, orderId })
      expect(status).toBe(200)
    }
    // Its only use is free for this buyer, and taken again.
    expect(await choose(buyer, code)).toBeNull()
    const saving = await chooseCoupon(buyer, code)
    expect((await buy(shop, buyer, saving)).status).toBe(200)
    expect(await usesOf(code)).toBe(1)
    await putInCart(buyer, (await addProduct(shop, { seller })).id, 1)
    expect(await choose(buyer, code)).toBe(used)
  },
)

test('a use that was cancelled is free for other buyers, and its buyer has it no more', async () => {
  await addSellersCoupon(seller, 'OTHERS', { once: true, totalUses: 1 })
  // One of the orders has no discount: its cancellation frees the use as well.
  const first = await customerWithCart(shop, [await addProduct(shop)])
  await buyWith(first, 'OTHERS')
  const orders = (await ordersOf(first))
    .toSorted((a, b) => Number(b.coupon !== null) - Number(a.coupon !== null))
    .map(({ id }) => id)
  const second = await customerWithCart(shop, [await addProduct(shop, { seller })])
  expect((await cancelPieces({ buyer: first, orderId: orders[0] })).status).toBe(200)
  expect(await choose(second, 'OTHERS')).toBe(usedUp)
  expect((await cancelPieces({ buyer: first, orderId: orders[1] })).status).toBe(200)
  await eventually(
    () => choose(second, 'OTHERS'),
    (problem) => problem === null,
  )
  expect((await buy(shop, second, await chooseCoupon(second, 'OTHERS'))).status).toBe(200)
  expect(await usesOf('OTHERS')).toBe(1)
  await putInCart(first, (await addProduct(shop, { seller })).id, 1)
  expect(await choose(first, 'OTHERS')).toBe(usedUp)
})

test(
  'uses that are cancelled while many buy are taken again, each once',
  {
    ...nightly('Thirty buyers. That a cancelled use is free for one other buyer is proved above each time.'),
    timeout: 180_000,
  },
  async () => {
    const uses = 5
    await addSellersCoupon(seller, 'RACE', { once: true, totalUses: uses })
    const first = await Promise.all(Array.from({ length: uses }, () => customerWithCart(shop, [])))
    const bought = await Promise.all(
      first.map(async (buyer) => ({ buyer, orderId: (await buyWith(buyer, 'RACE'))[0]! })),
    )
    const product = await addProduct(shop, { seller, units: 100 })
    const others = await manyCustomersWithCart(shop, 25, product)
    for (const buyer of others) await buyer.post('/private/cart/coupon', { code: 'RACE' })
    const cancelled = Promise.all(bought.map((one) => cancelPieces(one)))
    const have = new Set<Customer>()
    await eventually(
      async () => {
        const waiting = others.filter((buyer) => !have.has(buyer))
        const started = await Promise.all(waiting.map((buyer) => startPaying(buyer, 1_490)))
        started.forEach(({ status }, i) => status === 200 && have.add(waiting[i]!))
        return { have: have.size, free: uses - (await usesOf('RACE')) }
      },
      (now) => now.have === uses && now.free === 0,
    )
    expect((await cancelled).map(({ status }) => status)).toEqual(bought.map(() => 200))
    const left = others.filter((buyer) => !have.has(buyer))
    const more = await Promise.all(left.map((buyer) => startPaying(buyer, 1_490)))
    expect(more.filter(({ status }) => status === 200)).toEqual([])
    expect(await usesOf('RACE')).toBe(uses)
  },
)

test('a use stays where goods were delivered and returned, and is free where they did not come', async () => {
  for (const code of ['RETURNED', 'NOTCOME']) await addSellersCoupon(seller, code, { once: true })
  const buyer = await customerWithCart(shop, [])
  const [returned = ''] = await buyWith(buyer, 'RETURNED')
  const [missed = ''] = await buyWith(buyer, 'NOTCOME')
  for (const orderId of [returned, missed]) await delivered(shop, orderId)
  const id = await asked(buyer, returned)
  expect((await postReturn(seller, id, 'dispute', { note: 'It is used.' })).status).toBe(200)
  expect((await decideReturn(admin, id, 'refund')).status).toBe(200)
  const words = 'Nobody rang.'
  expect((await buyer.post(`/private/order/${missed}/not-received`, { words })).status).toBe(200)
  const [claim] = (await admin.get('/public/admin/not-received')).body
  const decided = { decision: 'refund', note: 'The courier has no signature.' }
  expect((await admin.post(`/public/admin/not-received/${claim.id}/decide`, decided)).status).toBe(200)
  expect(
    await shop.db.query(
      sql`select from orders where id in (${returned}, ${missed}) and refunded_paise < amount_paise`,
    ),
  ).toEqual([])
  await eventually(
    () => usesOf('NOTCOME'),
    (uses) => uses === 0,
  )
  expect(await usesOf('RETURNED')).toBe(1)
  await putInCart(buyer, (await addProduct(shop, { seller })).id, 1)
  expect(await choose(buyer, 'RETURNED')).toBe('You have used this coupon already.')
  expect(await choose(buyer, 'NOTCOME')).toBeNull()
})

test('two tabs use a coupon that is free again once', async () => {
  await addSellersCoupon(seller, 'TABS', { once: true, totalUses: 1 })
  const buyer = await customerWithCart(shop, [])
  const [orderId = ''] = await buyWith(buyer, 'TABS')
  await cancelPieces({ buyer, orderId })
  await putInCart(buyer, (await addProduct(shop, { seller, units: 9 })).id, 1)
  const saving = await chooseCoupon(buyer, 'TABS')
  await Promise.all([startPaying(buyer, saving), startPaying(buyer, saving)])
  expect((await cartOf(buyer)).length).toBe(1)
  expect(await usesOf('TABS')).toBe(1)
})

test('its days begin and end at midnight in India', async () => {
  const today = dayOf(new Date())
  await addSellersCoupon(seller, 'TODAY', { startsOn: today, endsOn: today })
  await addSellersCoupon(seller, 'TOMORROW', { startsOn: addDays(today, 1), endsOn: addDays(today, 1) })
  const [from, to] = [new Date(`${today}T00:00:00+05:30`), new Date(`${addDays(today, 1)}T00:00:00+05:30`)]
  const read = await shop.db.query<{ from: Date; to: Date }>(sql`
    select starts_at as "from", ends_at as "to" from coupon where code in ('TODAY', 'TOMORROW') order by starts_at`)
  expect(read[0]).toEqual({ from, to })
  expect(read[1]?.from).toEqual(to)
  const buyer = await customerWithCart(shop, [await addProduct(shop, { seller })])
  expect(await choose(buyer, 'TODAY')).toBeNull()
  expect(await choose(buyer, 'TOMORROW')).toMatch(/^This coupon begins on /)
  const listed = (await seller.get('/private/seller/coupons')).body
  expect(listed.find(({ code }: { code: string }) => code === 'TODAY')).toMatchObject({
    startsOn: today,
    endsOn: today,
  })
})

test('a seller who is asked to bear a part is told by mail, and nobody else', async () => {
  await addShopsCoupon(admin, 'ALONE', { sellerEmail: seller.email })
  await addShopsCoupon(admin, 'SHARED', { sellerEmail: seller.email, sellerShare: 33.33 })
  const mails = await eventually(
    async () =>
      (await shop.mailSoFar(seller.email)).filter(({ subject }) => subject.includes('share a coupon')),
    (arrived) => arrived.length > 0,
  )
  expect(mails).toHaveLength(1)
  for (const words of ['SHARED', '10 %', '33.33 % of it', '/seller-coupons'])
    expect(mails[0]?.text).toContain(words)
})

test('what is no number of a coupon is refused with words for its field', async () => {
  for (const [field, more, words] of [
    ['percent', { percent: true }, 'The percentage must be a whole number from 1 to 99.'],
    ['percent', { percent: 10.5 }, 'The percentage must be a whole number from 1 to 99.'],
    ['percent', { percent: 'ten' }, 'The percentage must be a whole number from 1 to 99.'],
    [
      'amount',
      { kind: 'amount', percent: undefined, amount: 'a lot' },
      'The amount must be between ₹1 and ₹10,00,000.',
    ],
    ['minimum', { minimum: null }, 'The minimum must be between ₹0 and ₹10,00,000.'],
    ['categoryId', { categoryId: 'soap' }, 'Please choose a category.'],
    ['totalUses', { totalUses: [] }, 'Please say how often it can be used.'],
  ] as const) {
    const answer = await seller.post('/private/seller/coupons', couponInput('TRUE1', more))
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: words } } })
  }
})
