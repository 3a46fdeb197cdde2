/** A seller deletes their account: what has to end first, and what is left. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, ordersOf, startPaying } from '../../../tests/setup/buying.ts'
import { endHolds } from '../../../tests/setup/clock.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { type Admin, addAdmin } from '../../../tests/setup/people.ts'
import { jpeg, upload, uploaded } from '../../../tests/setup/pictures.ts'
import { addSubcategory, productInput, putInCart } from '../../../tests/setup/products.ts'
import { sellDelivered } from '../../../tests/setup/returns.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, registerSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo, delivered, settle } from '../../../tests/setup/settling.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sweepCheckouts } from '../../buying/checkout/sweep-checkouts.ts'
import { sendMessage } from '../../fulfilment/order-messages/write-message.ts'
import { markPayoutFailed, markPayoutPaid, payAgain } from '../../money/settlements/pay.ts'
import { issueShopDocuments } from '../../money/shop-documents/issue-documents.ts'
import { dayAfterMonth, dayOf } from '../../platform/calendar.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { markDropped } from '../../platform/media/queries.ts'
import { removeUnusedPictures } from '../../platform/media/remove-unused.ts'
import { enforceRetention } from '../retention/enforce-retention.ts'
import { deleteAccount, deleteDueAccounts } from './delete-account.ts'
import {
  endDeletionWait,
  tablesWith,
  filesWith,
  keptByLaw,
  customerNamed,
  leaversHome,
  askForDeletion,
} from '../../../tests/setup/leaving.ts'

let shop: TestShop
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop({ courier: true, env: { TRUST_PROXY: 'true' } })
  admin = await addAdmin(shop)
})
afterAll(() => shop.stop())

test('what a seller writes while their buyer is deleted goes with it, or is refused', async () => {
  const seller = await addSeller(shop)
  const buyer = await customerNamed(shop, 'written@leaving.test', 'Written', 'About', '9000000011')
  await buyer.post('/private/address/add', leaversHome)
  const { orderId } = await sellDelivered(shop, seller, { buyer })
  expect((await askForDeletion(buyer)).status).toBe(200)
  await endDeletionWait(shop, buyer.id)
  const { shop: whole } = shop.running
  const messages = () => shop.db.query(sql`select words from order_message where order_id = ${orderId}`)
  let deletion: Promise<boolean> | undefined
  // The deletion begins while a message is written.
  const slow = {
    ...whole,
    db: {
      ...whole.db,
      transaction: (work: any, options: any) =>
        whole.db.transaction(async (tx) => {
          const done = await work(tx)
          deletion ??= deleteAccount(whole, buyer.id)
          await sleep(300)
          return done
        }, options),
    },
  }
  const write = (as: typeof whole, words: string) =>
    sendMessage(as, { accountId: seller.id, role: 'SELLER' }, orderId, words)
  await write(slow as never, 'Dear Written, it is on its way.')
  expect(await deletion).toBe(true)
  expect(await messages()).toEqual([])
  await expect(write(whole, 'Are you there?')).rejects.toMatchObject({ code: 'conflict' })
  await expect(
    shop.db.query(sql`
      insert into order_message (id, order_id, seller_id, by, words) values (${newId()}, ${orderId}, ${seller.id}, 'seller', 'Late.')`),
  ).rejects.toMatchObject({ constraint: 'account_stays_deleted' })
})

test('a picture that others show stays when one of its sellers, or its review, goes', async () => {
  const [leaver, stays] = [await addSeller(shop), await addSeller(shop)]
  const file = await jpeg()
  const subcategory = await addSubcategory(shop, 'Shared pictures')
  const images: string[] = []
  for (const seller of [leaver, stays]) {
    images.push((await upload(seller, file)).body.secure_url, await uploaded(seller))
    const input = productInput(subcategory, images.slice(-2))
    expect((await seller.post('/private/product/add', input)).status).toBe(200)
  }
  const [shared, own] = images as [string, string]
  expect(images[2]).toBe(shared)
  const keyOf = (address: string) => /u-[0-9a-f]+/.exec(address)?.[0] ?? ''
  expect(await shop.db.transaction((tx) => markDropped(tx, [keyOf(shared)]))).toEqual([])
  await askForDeletion(leaver)
  await endDeletionWait(shop, leaver.id)
  await deleteDueAccounts(shop.running.shop)
  await removeUnusedPictures(shop.running.shop)
  const { pictures } = shop.running.shop
  await eventually(
    () => pictures.has(keyOf(own)),
    (there) => !there,
  )
  expect((await fetch(shared)).status).toBe(200)
})

describe('a seller who has sold here', () => {
  const strings = ['kadambari', 'tamarind', 'vasundhara', '9223456702', '998877665544']
  let seller: Seller
  let buyer: Customer
  let productId: string

  beforeAll(async () => {
    seller = await registerSeller(shop, {
      companyName: 'Kadambari Weaves',
      street: '9 Tamarind Street',
      fullName: 'Vasundhara Keralgi',
      mobileNo: '9223456702',
      accountNo: '998877665544',
    })
    const sale = await sellOne(shop, seller, { pricePaise: 14_900 })
    ;({ buyer, productId } = sale)
    await delivered(shop, sale.orderId, 1)
  })
  const state = async () => (await seller.get('/private/own-data')).body

  test('reads what has to end first: returns, money, invoices of fees', async () => {
    const refused = await askForDeletion(seller)
    expect(refused.status).toBe(409)
    expect(refused.body.msg).toMatch(/may still return.*not paid out.*not invoiced|not invoiced/s)
    await shop.db.query(
      sql`update orders set delivery_date = delivery_date - interval '30 days' where seller_id = ${seller.id}`,
    )
    await settle(shop, dayAgo(2))
    expect((await state()).open.join()).toContain('payout')
    for (const { id } of await shop.db.query<{ id: string }>(
      sql`select id from payout where seller_id = ${seller.id}`,
    ))
      await markPayoutPaid(shop.running.shop, id, 'HDFCN00000000004711')
    await issueShopDocuments(shop.running.shop, dayAfterMonth(dayOf(new Date()).slice(0, 7)))
    expect((await state()).open).toEqual([])
  })

  /** As settlements leave it, which pay no less than a rupee: not in what the next one pays. */
  async function owe(key: string, paise: number) {
    await shop.db.query(sql`
      with e as (insert into journal_entry (key, kind, posting_count) values (${key}, 'test', 2) returning id)
      insert into posting (entry_id, line_no, account, seller_id, amount_paise)
      select e.id, 1, 'seller_payable', ${seller.id}::uuid, ${paise}::bigint from e
      union all select e.id, 2, 'claims', null, -${paise}::bigint from e`)
    await shop.db.query(sql`delete from unsettled_entry where seller_id = ${seller.id}`)
  }

  test('asks while others pay and complain, and with less than a rupee left; the deletion waits for them', async () => {
    await owe('test:rest', -99)
    const other = await customerNamed(shop, 'pays@leaving.test', 'Still', 'Pays', '9000000009')
    await other.post('/private/address/add', leaversHome)
    await putInCart(other, productId)
    expect((await startPaying(other)).status).toBe(200)
    const [order] = await ordersOf(buyer)
    const complaint = { category: 'product', words: 'It broke.' }
    expect((await buyer.post('/private/complaints', { ...complaint, order: order.number })).status).toBe(200)
    expect((await other.post('/private/complaints', { ...complaint, product: productId })).status).toBe(200)
    expect((await askForDeletion(seller)).status).toBe(200)
    expect((await state()).open).toEqual([])
    expect((await state()).meanwhile).toEqual([
      expect.stringContaining('wait for your answer'),
      expect.stringContaining('is paying'),
    ])
    await endDeletionWait(shop, seller.id)
    expect(await deleteAccount(shop.running.shop, seller.id)).toBe(false)
    await endHolds(shop)
    await sweepCheckouts(shop.running.shop)
    await shop.db.query(
      sql`update complaint set seller_answered_at = now() where seller_id = ${seller.id} and seller_answer_by is not null`,
    )
    expect(await state()).toMatchObject({ open: [], meanwhile: [] })
    await owe('test:no-rest', 99)
    expect((await seller.post('/private/own-data/deletion/undo')).status).toBe(200)
  })

  test('is off sale at once, and on sale again where they keep the account', async () => {
    const seen = async () => (await shop.client().get(`/public/product/${productId}`)).status
    expect(await seen()).toBe(200)
    expect((await askForDeletion(seller)).status).toBe(200)
    expect(await seen()).toBe(404)
    expect((await buyer.post('/private/cart/add', { id: productId, quantity: 1 })).status).not.toBe(200)
    expect((await seller.post('/private/own-data/deletion/undo')).status).toBe(200)
    expect(await seen()).toBe(200)
  })

  test('leaves only what the law keeps; orders, ledger and payouts stay right', async () => {
    expect((await askForDeletion(seller)).status).toBe(200)
    await endDeletionWait(shop, seller.id)
    await deleteDueAccounts(shop.running.shop)
    await enforceRetention(shop.running.shop)
    const left = await tablesWith(shop, strings)
    expect(keptByLaw('seller')).toEqual(expect.arrayContaining(left))
    expect(left).toEqual(['seller_identity', 'seller_payee', 'shop_document', 'tax_document'])
    expect(filesWith(shop, strings)).toEqual([])
    expect(await brokenInvariants(shop.db)).toEqual([])
    expect(JSON.stringify(await ordersOf(buyer))).toContain('@deleted.invalid')
    expect(await shop.db.query(sql`select state from payout where seller_id = ${seller.id}`)).toEqual([
      { state: 'paid' },
    ])
  })

  test('is paid what a bank sends back later, to the account that stays for it', async () => {
    const { shop: whole } = shop.running
    const [{ id, run }] = (await shop.db.query<{ id: string; run: string }>(sql`
      select p.id, s.run_id as run from payout p join settlement s on s.id = p.settlement_id where p.seller_id = ${seller.id}`)) as [
      { id: string; run: string },
    ]
    await markPayoutFailed(whole, id, 'The bank sent it back.')
    const again = await payAgain(whole, id, 'bank')
    const file = await admin.post(`/public/admin/settlement-runs/${run}/bank-file`, {})
    // Whose account number nothing opens is in no file.
    expect(file).toMatchObject({ status: 200, body: { payouts: 1 } })
    await markPayoutPaid(whole, again, 'HDFCN00000000004712')
    expect(await brokenInvariants(shop.db)).toEqual([])
  })

  test('is known to the administrator when they come back and owe the shop', async () => {
    const cameBack = async () =>
      (await admin.get('/public/admin/money-exceptions')).body.filter(
        ({ kind }: any) => kind === 'seller-came-back',
      )
    const [{ gst }] = (await shop.db.query<{ gst: string }>(
      sql`select gstin as gst from seller_identity where seller_id = ${seller.id}`,
    )) as [{ gst: string }]
    const again = await registerSeller(shop, { companyName: 'Vetiver Weaves', GSTNumber: gst })
    expect(await cameBack()).toEqual([])
    await owe('test:came-to-light', 50_000)
    expect(await cameBack()).toMatchObject([{ seller: 'Vetiver Weaves', amount: -500 }])
    await owe('test:claimed', -50_000)
    expect(await cameBack()).toEqual([])
    expect(again.id).not.toBe(seller.id)
  })
})
