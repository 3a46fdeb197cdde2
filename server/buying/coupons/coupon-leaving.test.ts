/** Coupons whose buyer or seller deletes their account, and coupons of a shop that is restored from a backup. */
// @module-tag nightly: Deletions, a backup and a restore. The rules of each are proved in the files of deletions and of coupons.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buy, eventually, ordersOf, pay, startPaying, verify } from '../../../tests/setup/buying.ts'
import { cancelPieces } from '../../../tests/setup/cancelling.ts'
import { endRateLimits } from '../../../tests/setup/clock.ts'
import { createClient, type TestClient } from '../../../tests/setup/client.ts'
import { addSellersCoupon, addSharedCoupon, chooseCoupon } from '../../../tests/setup/coupons.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import {
  accountIdOf,
  askForDeletion,
  customerNamed,
  endDeletionWait,
  leaversHome,
} from '../../../tests/setup/leaving.ts'
import { addAdmin, type Admin, adminPassword, logIn } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart, putInCart } from '../../../tests/setup/products.ts'
import { backUp, restore, type RestoredShop } from '../../../tests/setup/restored-shop.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo, delivered, settle } from '../../../tests/setup/settling.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { deleteDueAccounts } from '../../administration/erasure/delete-account.ts'
import { markPayoutPaid } from '../../money/settlements/pay.ts'
import { issueShopDocuments } from '../../money/shop-documents/issue-documents.ts'
import { dayAfterMonth, dayOf } from '../../platform/calendar.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop)
})
afterAll(() => shop.stop())

const usesOf = async (code: string, db: Queryable = shop.db) =>
  (await db.query<{ uses: number }>(sql`select uses from coupon where code = ${code}`))[0]?.uses
const choose = (buyer: Customer, code: string) => buyer.post('/private/cart/coupon', { code })
const refundPart = (orderId: string, left: number) =>
  admin.post(`/public/admin/orders/${orderId}/refund-part`, {
    amount: 13.41,
    bears: 'seller',
    left,
    note: 'One was chipped.',
  })
async function leave(who: TestClient & { email: string }): Promise<void> {
  expect((await askForDeletion(who)).status).toBe(200)
  const id = await accountIdOf(shop, who.email)
  await endDeletionWait(shop, id)
  await deleteDueAccounts(shop.running.shop)
  expect(await shop.db.query(sql`select from account where id = ${id} and deleted_at is null`)).toEqual([])
}
/** Three pieces of ₹149.00 less a tenth: ₹402.30. */
const sold = (seller: Seller, buyer: Customer, coupon: string) =>
  sellOne(shop, seller, { pricePaise: 14_900, quantity: 3, units: 10, buyer, coupon })

test('a buyer who leaves takes no use back, and their order is settled and refunded with its coupon', async () => {
  const seller = await addSeller(shop)
  await addSellersCoupon(seller, 'LEAVER', { once: true, totalUses: 2 })
  const buyer = await customerNamed(shop, 'coupon@leaving.test', 'Uses', 'Coupons', '9000000021')
  await buyer.post('/private/address/add', leaversHome)
  const { orderId } = await sold(seller, buyer, 'LEAVER')
  expect((await askForDeletion(buyer)).body.msg).toContain('Orders that are not finished')
  await delivered(shop, orderId, 30)
  // Chosen again for the cart: it goes with it.
  await putInCart(buyer, (await addProduct(shop, { seller })).id)
  await choose(buyer, 'LEAVER')
  await leave(buyer)
  expect(await usesOf('LEAVER')).toBe(1)

  const run = await settle(shop, dayAgo(2))
  expect(
    await shop.db.query(
      sql`select gross_paise as gross from settlement where run_id = ${run} and seller_id = ${seller.id}`,
    ),
  ).toEqual([{ gross: 40_230 }])
  expect((await refundPart(orderId, 402.3)).status).toBe(200)
  await endRateLimits(shop)
  // Whoever comes back with the same address is somebody new.
  const again = await customerNamed(shop, buyer.email, 'New', 'Person', '9000000022')
  await again.post('/private/address/add', leaversHome)
  await sold(seller, again, 'LEAVER')
  const last = await customerWithCart(shop, [await addProduct(shop, { seller })])
  expect((await choose(last, 'LEAVER')).body.problem).toBe('This coupon is used up.')
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test('a seller who leaves stops their coupons; orders with them keep their discount', async () => {
  const seller = await addSeller(shop)
  await addSellersCoupon(seller, 'OWNLEFT')
  await addSharedCoupon(admin, seller, 'HALFLEFT')
  const buyer = await customerWithCart(shop, [])
  const orders = [await sold(seller, buyer, 'OWNLEFT'), await sold(seller, buyer, 'HALFLEFT')]
  expect((await askForDeletion(seller)).body.msg).toContain('Orders that are not finished')
  for (const { orderId } of orders) await delivered(shop, orderId, 30)
  await settle(shop, dayAgo(1))
  for (const { id } of await shop.db.query<{ id: string }>(
    sql`select id from payout where seller_id = ${seller.id}`,
  ))
    await markPayoutPaid(shop.running.shop, id, 'HDFCN00000000004911')
  await issueShopDocuments(shop.running.shop, dayAfterMonth(dayOf(new Date()).slice(0, 7)))

  // Off sale while they may come back: the coupon is for nothing in the cart.
  await putInCart(buyer, orders[0]!.productId)
  expect((await askForDeletion(seller)).status).toBe(200)
  for (const code of ['OWNLEFT', 'HALFLEFT'])
    expect((await choose(buyer, code)).body.problem).toBe(
      'This coupon is for none of the products in your cart.',
    )
  expect((await seller.post('/private/own-data/deletion/undo')).status).toBe(200)
  expect((await choose(buyer, 'OWNLEFT')).body.problem).toBeNull()

  await leave(seller)
  for (const code of ['OWNLEFT', 'HALFLEFT']) expect((await choose(buyer, code)).status).toBe(400)
  const { body: listed } = await admin.get('/public/admin/coupons?show=all')
  expect(
    listed
      .filter(({ code }: any) => code.endsWith('LEFT'))
      .map(({ code, state, uses }: any) => [code, state, uses]),
  ).toEqual([
    ['HALFLEFT', 'stopped', 1],
    ['OWNLEFT', 'stopped', 1],
  ])
  const cards = await ordersOf(buyer)
  expect(cards.map(({ amount, coupon }: any) => [amount, coupon.code])).toEqual([
    [402.3, 'HALFLEFT'],
    [402.3, 'OWNLEFT'],
  ])
  for (const { orderId } of orders) expect((await refundPart(orderId, 402.3)).status).toBe(200)
  expect(await brokenInvariants(shop.db)).toEqual([])
})

describe('a shop restored from a backup', () => {
  let restored: RestoredShop
  afterAll(() => restored.stop())

  test('counts each use that the payments of its buyers prove, once', async () => {
    const seller = await addSeller(shop)
    for (const code of ['PAIDLATE', 'UNKNOWN', 'CANCELLED'])
      await addSellersCoupon(seller, code, { once: true, totalUses: 1 })
    const buyers = () =>
      Promise.all(
        [1, 2, 3, 4].map(async () => customerWithCart(shop, [await addProduct(shop, { seller, units: 9 })])),
      )
    const [late, unknown, cancels, other] = (await buyers()) as [Customer, Customer, Customer, Customer]
    const { body: lateOrder } = await startPaying(late, await chooseCoupon(late, 'PAIDLATE'))
    expect((await buy(shop, cancels, await chooseCoupon(cancels, 'CANCELLED'))).status).toBe(200)
    const [{ id: orderId }] = await ordersOf(cancels)
    const archive = await backUp(shop)

    // What the backup lacks: a payment, a whole purchase, and a cancellation.
    await verify(late, await pay(shop, lateOrder))
    expect((await buy(shop, unknown, await chooseCoupon(unknown, 'UNKNOWN'))).status).toBe(200)
    expect((await cancelPieces({ buyer: cancels, orderId })).status).toBe(200)
    await eventually(
      () => usesOf('CANCELLED'),
      (uses) => uses === 0,
    )

    restored = await restore(shop, archive)
    const { db } = restored
    async function again<Person extends { email: string }>(person: Person, secret?: string): Promise<Person> {
      const client = createClient(shop.url)
      await logIn(client, person.email, secret)
      return Object.assign(client, { ...person, ...client })
    }
    const [boss, payer, canceller, next] = await Promise.all([
      again(admin, adminPassword),
      again(late),
      again(cancels),
      again(other),
    ])
    expect([
      await usesOf('PAIDLATE', db),
      await usesOf('UNKNOWN', db),
      await usesOf('CANCELLED', db),
    ]).toEqual([1, 0, 1])
    expect((await boss.post('/public/admin/hold/reconciliation')).status).toBe(200)
    await eventually(
      async () => (await boss.get('/public/admin/hold')).body,
      ({ reconciliation }) => reconciliation === 'done',
    )
    expect(await ordersOf(payer)).toMatchObject([{ status: 'pending', coupon: { code: 'PAIDLATE' } }])
    expect((await boss.get('/public/admin/unmatched-payments')).body).toHaveLength(1)
    const released = await boss.post('/public/admin/hold/release', { note: 'Done.', entered: true })
    expect(released.status).toBe(200)
    expect((await choose(next, 'PAIDLATE')).body.problem).toBe('This coupon is used up.')

    // The refund that the provider made is found, and the use is free once the order is cancelled again.
    expect((await cancelPieces({ buyer: canceller, orderId })).status).toBe(200)
    await eventually(
      () => usesOf('CANCELLED', db),
      (uses) => uses === 0,
    )
    for (const code of ['UNKNOWN', 'CANCELLED']) {
      expect((await startPaying(next, await chooseCoupon(next, code))).status).toBe(200)
      expect(await usesOf(code, db)).toBe(1)
    }
    await eventually(
      () => brokenInvariants(db),
      (broken) => broken.length === 0,
    )
  }, 120_000)
})
