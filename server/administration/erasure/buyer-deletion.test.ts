/** A buyer deletes their account: nothing of them is left but what the law keeps. */
import { buffer } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually, ordersOf, pay, startPaying, verify } from '../../../tests/setup/buying.ts'
import { ageConfirmedLogin, endHolds, endRateLimits } from '../../../tests/setup/clock.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { type Admin, addAdmin, auditOf, logIn, password } from '../../../tests/setup/people.ts'
import { uploadedPhoto } from '../../../tests/setup/pictures.ts'
import { addProduct, putInCart } from '../../../tests/setup/products.ts'
import { received, sellDelivered, untilReturn } from '../../../tests/setup/returns.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sweepCheckouts } from '../../buying/checkout/sweep-checkouts.ts'
import { listParcels } from '../../fulfilment/disputes/evidence-queries.ts'
import type { Db, Queryable } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { removeUnusedPictures } from '../../platform/media/remove-unused.ts'
import { enforceRetention } from '../retention/enforce-retention.ts'
import { makeArchive } from './archive.ts'
import { deleteAccount, deleteDueAccounts } from './delete-account.ts'
import {
  untilMailSays,
  endDeletionWait,
  tablesWith,
  filesWith,
  keptByLaw,
  customerNamed,
  leaversHome,
  askForDeletion,
  archiveOf,
} from '../../../tests/setup/leaving.ts'

let shop: TestShop
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop({ courier: true, env: { TRUST_PROXY: 'true' } })
  admin = await addAdmin(shop)
})
afterAll(() => shop.stop())

describe('a buyer who has lived here', () => {
  const strings = ['zubaida', 'qureshimark', '9123456701', 'jacaranda', 'nilgirinote', 'nilofarbanu']
  let buyer: Customer & { id: string }
  let seller: Seller
  let reviewed: string
  let archive: Record<string, Uint8Array>

  beforeAll(async () => {
    seller = await addSeller(shop)
    buyer = await customerNamed(shop, 'zubaida@leaving.test', 'Zubaida', 'Qureshimark', '9123456701')
    await buyer.post('/private/address/add', leaversHome)
    const sale = await sellDelivered(shop, seller, { buyer })
    reviewed = sale.productId
    const words = `So says Zubaida of Jacaranda Walk, call 9123456701.`
    const [order] = await ordersOf(buyer)
    const written = await buyer.post(`/private/review/order/${order.id}`, {
      stars: 4,
      words,
      imageUrls: [],
      anonymous: false,
    })
    expect(written.status, JSON.stringify(written.body)).toBe(200)
    const second = await sellDelivered(shop, seller, { buyer })
    const returned = await received(shop, seller, second, { words, photos: [await uploadedPhoto(buyer)] })
    await seller.post(`/private/returns/${returned}/refund`, { restock: false })
    await untilReturn(shop, returned, 'refunded')
    const complaint = await buyer.post('/private/complaints', { category: 'other', words })
    expect(complaint.status).toBe(200)
    for (const asked of ['Is it soft?', 'Does it come to Zubaida in Jacaranda Walk?'])
      expect((await buyer.post(`/private/question/product/${reviewed}`, { words: asked })).status).toBe(200)
    const [{ id: question }] = (await seller.get<any>('/private/seller-questions')).body
    const answered = await seller.post(`/private/question/${question}/answer`, { words: 'Very.', no: 0 })
    expect(answered.status).toBe(200)
    for (const who of [buyer, seller])
      expect((await who.post(`/private/order-messages/${order.id}`, { words })).status).toBe(200)
    // Not paid, and paid late.
    await putInCart(buyer, (await addProduct(shop, { seller })).id)
    await startPaying(buyer)
    await endHolds(shop)
    await sweepCheckouts(shop.running.shop)
    await shop.db.query(
      sql`update checkout set state = 'abandoned', next_check_at = null where customer_id = ${buyer.id} and state = 'expired'`,
    )
    await shop.db.query(sql`
      update orders set note_to_seller = 'nilgirinote', recipient_name = 'Nilofarbanu', recipient_mobile = '9123456701' where customer_id = ${buyer.id}`)
    await buyer.post(`/private/wishlist/add/${reviewed}`)
    // Written by the team about a return, by its id.
    await shop.db.query(sql`
      insert into audit_entry (id, act, to_kind, to_id, to_name, note)
      values (${newId()}, 'return-decided', 'return', ${returned}, ${second.orderId}, 'ZUBAIDA QURESHIMARK called from +919123456701 for Nilofarbanu.')`)
    await shop.client().post('/auth/login', { email: buyer.email, password: 'not-this-one' })
  })

  test('reads what stands open before the account can be deleted, and needs a recent login', async () => {
    await ageConfirmedLogin(shop, buyer.id)
    expect(await askForDeletion(buyer)).toMatchObject({
      status: 403,
      body: { fields: { recentLogin: expect.any(String) } },
    })
    expect((await buyer.get('/private/own-data/archive')).status).toBe(403)
    await buyer.post('/private/session/confirm', { password })
    const [{ number }] = (await shop.db.query<{ number: string }>(
      sql`select number from complaint where account_id = ${buyer.id}`,
    )) as [{ number: string }]
    expect((await askForDeletion(buyer)).body.msg).toContain(number)
    expect((await buyer.get('/private/own-data')).body.open.join()).toContain(number)
    await shop.db.query(sql`
      update complaint set state = 'closed', answered_at = now(), solved_at = now(), closed_at = now() where account_id = ${buyer.id}`)
    await eventually(
      async () => (await buyer.get('/private/own-data')).body.open,
      (open) => open.length === 0,
    )
  })

  test('downloads all of it as JSON and as a page, without secrets and without what is about others', async () => {
    archive = unzipSync(await archiveOf(shop, buyer.email))
    const read = (file: string) => Buffer.from(archive[file] ?? []).toString('utf8')
    const of = (table: string): any[] => JSON.parse(read(`data/${table}.json`))
    expect(of('customer')).toEqual([
      { account_id: buyer.id, first_name: 'Zubaida', last_name: 'Qureshimark', mobile: '9123456701' },
    ])
    expect(of('address')).toMatchObject([{ street: leaversHome.street }])
    expect(of('orders')).toHaveLength(2)
    expect(of('tax_document')[0]).toMatchObject({ buyer_name: 'Zubaida Qureshimark' })
    expect(
      of('consent')
        .map(({ kind }) => kind)
        .toSorted((a, b) => (a < b ? -1 : 1)),
    ).toEqual(['privacy', 'terms'])
    expect(Object.keys(archive)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^texts\/terms-.*txt$/)]),
    )
    expect(read('your-data.html')).toContain('Qureshimark')
    expect(Object.keys(archive).at(-1)).toBe('your-data.html')
    const all = Object.values(archive)
      .map((bytes) => Buffer.from(bytes).toString('utf8'))
      .join('')
    expect(all).not.toMatch(/password_hash|token_hash|argon2|_sealed/)
  })

  test('downloads it as it was at one moment, whatever changes meanwhile', async () => {
    const { shop: whole } = shop.running
    const move = (street: string) =>
      whole.db.query(sql`update address set street = ${street} where customer_id = ${buyer.id}`)
    const watched = <Runs extends Queryable>(runs: Runs): Runs => ({
      ...runs,
      async execute(text: string, values?: unknown[]) {
        const done = await runs.execute(text, values)
        if (text.includes('from account ')) await move('Elsewhere Lane')
        return done
      },
    })
    const db = {
      ...watched(whole.db),
      transaction: ((work, options) =>
        whole.db.transaction((tx) => work(watched(tx)), options)) as Db['transaction'],
    }
    const { pieces } = await makeArchive({ ...whole, db } as typeof whole, buyer.id)
    const files = unzipSync(new Uint8Array(await buffer(pieces)))
    for (const file of ['data/address.json', 'your-data.html']) {
      const text = Buffer.from(files[file] ?? []).toString('utf8')
      expect([file, text.includes(leaversHome.street), text.includes('Elsewhere')]).toEqual([
        file,
        true,
        false,
      ])
    }
    await move(leaversHome.street)
  })

  test('is told when it happens, buys nothing until then, and can undo it', async () => {
    const asked = await askForDeletion(buyer)
    expect(asked).toMatchObject({
      status: 200,
      body: { msg: expect.stringContaining('will be deleted after') },
    })
    expect((await askForDeletion(buyer)).status).toBe(409)
    expect((await buyer.get('/private/own-data')).body.deletion).toMatchObject({
      undoable: true,
      keepReviews: false,
    })
    await untilMailSays(shop, buyer.email, 'will be deleted')
    expect(await startPaying(buyer)).toMatchObject({
      status: 409,
      body: { msg: expect.stringContaining('deleted') },
    })
    expect(await deleteAccount(shop.running.shop, buyer.id)).toBe(false)
    await logIn(buyer, buyer.email)
    expect((await buyer.post('/private/own-data/deletion/undo')).status).toBe(200)
    expect((await buyer.post('/private/own-data/deletion/undo')).status).toBe(409)
    expect((await buyer.get('/private/own-data')).body.deletion).toBe(null)
  })

  test('leaves no string in any table or file but those that the law keeps, also when a run is killed', async () => {
    expect((await askForDeletion(buyer)).status).toBe(200)
    await endDeletionWait(shop, buyer.id)
    const before = await tablesWith(shop, strings)
    expect(before).toEqual(
      expect.arrayContaining([
        'account',
        'address',
        'audit_entry',
        'checkout',
        'complaint',
        'customer',
        'order_message',
        'orders',
        'question',
        'review',
        'return_request',
        'shipment',
        'tax_document',
      ]),
    )
    // Killed before the commit.
    const { shop: whole } = shop.running
    const dying = {
      ...whole,
      db: {
        ...whole.db,
        transaction: (work: any, options: any) =>
          whole.db.transaction(async (tx) => {
            await work(tx)
            throw new Error('killed')
          }, options),
      },
    }
    await expect(deleteAccount(dying as never, buyer.id)).rejects.toThrow('killed')
    expect(await tablesWith(shop, strings)).toEqual(before)
    await Promise.all([deleteDueAccounts(whole), deleteDueAccounts(whole)])
    const left = await tablesWith(shop, strings)
    expect(keptByLaw('buyer')).toEqual(expect.arrayContaining(left))
    expect(left).toEqual(['dispute_proof', 'tax_document'])
    await shop.db.query(sql`update picture set uploaded_at = now() - interval '2 days' where used_at is null`)
    await removeUnusedPictures(whole)
    expect(filesWith(shop, strings)).toEqual([])
    expect(
      await shop.db.query(sql`select count(*)::int as count from picture where uploaded_by = ${buyer.id}`),
    ).toEqual([{ count: 0 }])
    expect(await brokenInvariants(shop.db)).toEqual([])
    expect((await shop.db.query(sql`select from review where product_id = ${reviewed}`)).length).toBe(0)
    expect(
      await shop.db.query(
        sql`select customer_id as asker, words from question where product_id = ${reviewed}`,
      ),
    ).toEqual([{ asker: null, words: 'Is it soft?' }])
  })

  test('cannot log in, and is a pseudonym in the audit and for the seller', async () => {
    expect((await buyer.get('/private/me')).status).toBe(401)
    expect((await shop.client().post('/auth/login', { email: buyer.email, password })).status).toBe(400)
    const entries = await auditOf(admin, { q: `deleted-${buyer.id}` })
    expect(entries.map(({ act }) => act)).toEqual(
      expect.arrayContaining(['account-deleted', 'deletion-asked', 'login']),
    )
    expect(entries.map(({ act }) => act)).toContain('login-failed')
    expect(
      entries.filter(
        ({ by, ip }) =>
          by?.name !== 'shop' && !(ip === null && [`deleted-${buyer.id}`, undefined].includes(by?.name)),
      ),
    ).toEqual([])
    await untilMailSays(shop, buyer.email, 'is deleted')
    await expect(
      shop.db.query(sql`update account set email = 'back@leaving.test' where id = ${buyer.id}`),
    ).rejects.toMatchObject({
      constraint: 'account_stays_deleted',
    })
    await expect(
      shop.db.query(sql`update audit_entry set by_name = 'somebody' where to_id = ${buyer.id}`),
    ).rejects.toThrow('never changed')
    await expect(
      shop.db.query(
        sql`update audit_entry set by_name = ${`deleted-${buyer.id}`} where by_id = ${seller.id}`,
      ),
    ).rejects.toThrow('never changed')
  })

  test('has a proof of delivery that only the bank gets, while it may dispute the payment', async () => {
    const [order] = await shop.db.query<{ id: string }>(
      sql`select id from orders where customer_id = ${buyer.id} order by id limit 1`,
    )
    const [parcel] = await listParcels(shop.db, [order?.id ?? ''])
    expect(parcel?.address).toContain('Nilofarbanu, 77 Jacaranda Walk, Jaipur')
    await shop.db.query(sql`update dispute_proof set until = now() - interval '1 second'`)
    await enforceRetention(shop.running.shop)
    expect(await tablesWith(shop, strings)).toEqual(['tax_document'])
  })

  test('signs up again with the same e-mail as somebody new, who sees nothing of before', async () => {
    await endRateLimits(shop)
    const again = await customerNamed(shop, buyer.email, 'New', 'Person', '9000000001')
    expect(again.id).not.toBe(buyer.id)
    expect(await ordersOf(again)).toEqual([])
    expect((await again.get('/private/address/get')).body).toEqual([])
    expect((await again.get('/private/complaints')).body).toEqual([])
  })
})

test(
  'a purchase against a deletion: an order and no deletion, or a deletion and the money back',
  nightly('A race in rounds. That who leaves buys nothing is proved beside it each time.'),
  async () => {
    const { id: product } = await addProduct(shop, { units: 1_000 })
    const { shop: whole } = shop.running
    const all = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => {
        const buyer = await customerNamed(shop, `race-${n}@leaving.test`, 'Race', 'Runner', '9000000002')
        await buyer.post('/private/address/add', leaversHome)
        await putInCart(buyer, product)
        return { buyer, order: (await startPaying(buyer)).body }
      }),
    )
    // An open checkout stands in the way. Once its hold is over the two can meet.
    expect((await askForDeletion(all[0]!.buyer)).body.msg).toContain('being paid')
    await endHolds(shop)
    await sweepCheckouts(whole)
    const answers = await Promise.all(
      all.map(({ buyer, order }) =>
        Promise.all([askForDeletion(buyer), pay(shop, order).then((paid) => verify(buyer, paid))]),
      ),
    )
    for (const [n, [asked]] of answers.entries()) {
      const { buyer } = all[n]!
      const orders = await eventually(
        () =>
          shop.db.query<{ status: string }>(sql`select status from orders where customer_id = ${buyer.id}`),
        (rows) => rows.length === 1,
      )
      expect([
        [200, 'refunded'],
        [409, 'pending'],
        [409, 'processing'],
      ]).toContainEqual([asked.status, orders[0]!.status])
    }
    await deleteDueAccounts(whole)
    expect(await brokenInvariants(shop.db)).toEqual([])
  },
)

test('reviews stay without a name if their author says so', async () => {
  const buyer = await customerNamed(shop, 'stays@leaving.test', 'Stays', 'Here', '9000000004')
  await buyer.post('/private/address/add', leaversHome)
  const { productId } = await sellDelivered(shop, await addSeller(shop), { buyer })
  const [order] = await ordersOf(buyer)
  await buyer.post(`/private/review/order/${order.id}`, {
    stars: 5,
    words: 'Very good.',
    imageUrls: [],
    anonymous: false,
  })
  expect((await askForDeletion(buyer, true)).status).toBe(200)
  await endDeletionWait(shop, buyer.id)
  await deleteDueAccounts(shop.running.shop)
  const { body } = await shop.client().get<any>(`/public/product/${productId}/reviews`)
  expect(JSON.stringify(body)).toContain('Very good.')
  expect(JSON.stringify(body)).not.toContain('Stays')
  expect(await brokenInvariants(shop.db)).toEqual([])
})
