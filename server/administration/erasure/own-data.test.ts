/** A person downloads what the shop has of them, and deletes their account: nothing of them is left but what the law keeps. */
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually, ordersOf, pay, startPaying, verify } from '../../../tests/setup/buying.ts'
import { ageConfirmedLogin, endHolds, endRateLimits } from '../../../tests/setup/clock.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import {
  type Admin,
  addAdmin,
  adminPassword,
  auditOf,
  browserAt,
  logIn,
  password,
  verify as verifyEmail,
} from '../../../tests/setup/people.ts'
import { jpeg, upload, uploaded, uploadedPhoto } from '../../../tests/setup/pictures.ts'
import { addProduct, addSubcategory, productInput, putInCart } from '../../../tests/setup/products.ts'
import { received, sellDelivered, untilReturn } from '../../../tests/setup/returns.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, registerSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo, delivered, settle } from '../../../tests/setup/settling.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sweepCheckouts } from '../../buying/checkout/sweep-checkouts.ts'
import { makeComplaint } from '../../fulfilment/complaints/make-complaint.ts'
import { listParcels } from '../../fulfilment/disputes/evidence-queries.ts'
import { sendMessage } from '../../fulfilment/order-messages/write-message.ts'
import { markPayoutFailed, markPayoutPaid, payAgain } from '../../money/settlements/pay.ts'
import { issueShopDocuments } from '../../money/shop-documents/issue-documents.ts'
import { addAddress } from '../../people/addresses/addresses.ts'
import { eraseAgain, noteErased, readErased } from '../../platform/backup/erased-accounts.ts'
import { dayAfterMonth, dayOf } from '../../platform/calendar.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { markDropped } from '../../platform/media/queries.ts'
import { removeUnusedPictures } from '../../platform/media/remove-unused.ts'
import { enforceRetention } from '../retention/enforce-retention.ts'
import { zipped } from './archive.ts'
import { deleteAccount, deleteDueAccounts } from './delete-account.ts'
import { personalRows } from './personal-rows.ts'

let shop: TestShop
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop({ courier: true, env: { TRUST_PROXY: 'true' } })
  admin = await addAdmin(shop)
})
afterAll(() => shop.stop())

const idOf = async (email: string) =>
  (await shop.db.query<{ id: string }>(sql`select id from account where email = ${email}`))[0]?.id ?? ''

const mailed = (email: string, words: string) =>
  eventually(
    () => shop.mailSoFar(email),
    (all) => all.some(({ text }) => text.includes(words)),
  )

/** The seven days pass. */
const endWait = (id: string) =>
  shop.db.query(sql`update account set deletion_due_at = now() - interval '1 second' where id = ${id}`)

/** Which tables have one of these strings anywhere, as text. */
async function tablesWith(strings: readonly string[]): Promise<string[]> {
  const tables = await shop.db.query<{ name: string }>(sql`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind = 'r' order by 1`)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await shop.db.execute(
      `select 1 from ${name} x where x::text ilike any(select '%' || s || '%' from unnest($1::text[]) s) limit 1`,
      [strings],
    )
    if (rows.length > 0) found.push(name.replace('public.', ''))
  }
  return found
}

/** Files of the data folder with one of these strings. The stand-ins of outside providers have a folder of their own in it. */
const filesWith = (strings: readonly string[]): string[] =>
  readdirSync(shop.running.shop.config.dataDir, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !file.parentPath.endsWith('/sandbox'))
    .map((file) => path.join(file.parentPath, file.name))
    .filter((file) => {
      const bytes = readFileSync(file)
      return strings.some((text) => bytes.includes(text))
    })

/** The tables that the page names as kept by law, or with something left. */
const lawful = (side: 'buyer' | 'seller') =>
  Object.entries(personalRows).flatMap(([table, rules]) =>
    rules.some(({ of, deletion }) => (of === side || of === 'both') && deletion.does === 'kept')
      ? [table]
      : [],
  )

async function customerNamed(
  email: string,
  first: string,
  last: string,
  mobile: string,
): Promise<Customer & { id: string }> {
  const browser = browserAt(shop)
  const codes = async () =>
    (await shop.mailSoFar(email)).flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
  const before = (await codes()).length
  const signedUp = { firstName: first, lastName: last, email, mobile, password }
  expect((await browser.post('/auth/customer/signup', signedUp)).status).toBe(200)
  await verifyEmail(browser, email, (await eventually(codes, (all) => all.length > before))[0]!)
  await logIn(browser, email)
  return Object.assign(browser, { email, password, id: await idOf(email) })
}

const live = { street: '77 Jacaranda Walk', city: 'Jaipur', state: 'Rajasthan', pinCode: '302001' }
const ask = (who: { post: Customer['post'] }, keepReviews = false) =>
  who.post('/private/own-data/deletion', { keepReviews })

describe('a buyer who has lived here', () => {
  const strings = ['zubaida', 'qureshimark', '9123456701', 'jacaranda', 'nilgirinote', 'nilofarbanu']
  let buyer: Customer & { id: string }
  let seller: Seller
  let reviewed: string
  let archive: Record<string, Uint8Array>

  beforeAll(async () => {
    seller = await addSeller(shop)
    buyer = await customerNamed('zubaida@leaving.test', 'Zubaida', 'Qureshimark', '9123456701')
    await buyer.post('/private/address/add', live)
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
    expect(await ask(buyer)).toMatchObject({
      status: 403,
      body: { fields: { recentLogin: expect.any(String) } },
    })
    expect((await buyer.get('/private/own-data/archive')).status).toBe(403)
    await buyer.post('/private/session/confirm', { password })
    const [{ number }] = (await shop.db.query<{ number: string }>(
      sql`select number from complaint where account_id = ${buyer.id}`,
    )) as [{ number: string }]
    expect((await ask(buyer)).body.msg).toContain(number)
    expect((await buyer.get('/private/own-data')).body.open.join()).toContain(number)
    await shop.db.query(sql`
      update complaint set state = 'closed', answered_at = now(), solved_at = now(), closed_at = now() where account_id = ${buyer.id}`)
    await eventually(
      async () => (await buyer.get('/private/own-data')).body.open,
      (open) => open.length === 0,
    )
  })

  test('downloads all of it as JSON and as a page, without secrets and without what is about others', async () => {
    archive = unzipSync(await archiveOf(buyer.email))
    const read = (file: string) => Buffer.from(archive[file] ?? []).toString('utf8')
    const of = (table: string): any[] => JSON.parse(read(`data/${table}.json`))
    expect(of('customer')).toEqual([
      { account_id: buyer.id, first_name: 'Zubaida', last_name: 'Qureshimark', mobile: '9123456701' },
    ])
    expect(of('address')).toMatchObject([{ street: live.street }])
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

  test('is told when it happens, buys nothing until then, and can undo it', async () => {
    const asked = await ask(buyer)
    expect(asked).toMatchObject({
      status: 200,
      body: { msg: expect.stringContaining('will be deleted after') },
    })
    expect((await ask(buyer)).status).toBe(409)
    expect((await buyer.get('/private/own-data')).body.deletion).toMatchObject({
      undoable: true,
      keepReviews: false,
    })
    await mailed(buyer.email, 'will be deleted')
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
    expect((await ask(buyer)).status).toBe(200)
    await endWait(buyer.id)
    const before = await tablesWith(strings)
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
    expect(await tablesWith(strings)).toEqual(before)
    await Promise.all([deleteDueAccounts(whole), deleteDueAccounts(whole)])
    const left = await tablesWith(strings)
    expect(lawful('buyer')).toEqual(expect.arrayContaining(left))
    expect(left).toEqual(['dispute_proof', 'tax_document'])
    await shop.db.query(sql`update picture set uploaded_at = now() - interval '2 days' where used_at is null`)
    await removeUnusedPictures(whole)
    expect(filesWith(strings)).toEqual([])
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
    await mailed(buyer.email, 'is deleted')
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
    expect(await tablesWith(strings)).toEqual(['tax_document'])
  })

  test('signs up again with the same e-mail as somebody new, who sees nothing of before', async () => {
    await endRateLimits(shop)
    const again = await customerNamed(buyer.email, 'New', 'Person', '9000000001')
    expect(again.id).not.toBe(buyer.id)
    expect(await ordersOf(again)).toEqual([])
    expect((await again.get('/private/address/get')).body).toEqual([])
    expect((await again.get('/private/complaints')).body).toEqual([])
  })
})

/** The cookie of a new session: the client of tests reads text. */
async function headersOf(email: string, secret = password): Promise<Record<string, string>> {
  const origin = new URL(shop.url).origin
  const response = await fetch(`${shop.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email, password: secret }),
  })
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return { cookie, origin, 'sec-fetch-site': 'same-origin' }
}

async function archiveOf(email: string): Promise<Uint8Array> {
  const response = await fetch(`${shop.url}/api/v1/private/own-data/archive`, {
    headers: await headersOf(email),
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  return new Uint8Array(await response.arrayBuffer())
}

test(
  'a purchase against a deletion: an order and no deletion, or a deletion and the money back',
  nightly('A race in rounds. That who leaves buys nothing is proved beside it each time.'),
  async () => {
    const { id: product } = await addProduct(shop, { units: 1_000 })
    const { shop: whole } = shop.running
    const all = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => {
        const buyer = await customerNamed(`race-${n}@leaving.test`, 'Race', 'Runner', '9000000002')
        await buyer.post('/private/address/add', live)
        await putInCart(buyer, product)
        return { buyer, order: (await startPaying(buyer)).body }
      }),
    )
    // An open checkout stands in the way. Once its hold is over the two can meet.
    expect((await ask(all[0]!.buyer)).body.msg).toContain('being paid')
    await endHolds(shop)
    await sweepCheckouts(whole)
    const answers = await Promise.all(
      all.map(({ buyer, order }) =>
        Promise.all([ask(buyer), pay(shop, order).then((paid) => verify(buyer, paid))]),
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

test('of two requests to delete, and of two to undo, one is carried out; after the wait it is undone or deleted', async () => {
  const buyer = await customerNamed('twice@leaving.test', 'Twice', 'Asked', '9000000003')
  const statuses = async (calls: Promise<{ status: number }>[]) =>
    (await Promise.all(calls)).map(({ status }) => status).toSorted((a, b) => a - b)
  expect(await statuses([ask(buyer), ask(buyer)])).toEqual([200, 409])
  const undo = () => buyer.post('/private/own-data/deletion/undo')
  expect(await statuses([undo(), undo()])).toEqual([200, 409])
  await ask(buyer)
  await endWait(buyer.id)
  const { shop: whole } = shop.running
  const [undone, ...done] = await Promise.all([
    undo(),
    deleteAccount(whole, buyer.id),
    deleteAccount(whole, buyer.id),
  ])
  expect([200, 404, 401]).toContain(undone.status)
  expect(done.filter(Boolean)).toEqual(undone.status === 200 ? [] : [true])
})

test('a suspended account is deleted only if an administrator asks since, and they can undo it', async () => {
  const buyer = await customerNamed('evidence@leaving.test', 'Evi', 'Dence', '9000000007')
  const { shop: whole } = shop.running
  const due = async () => (await endWait(buyer.id), deleteAccount(whole, buyer.id))
  const post = (what: string, body: object) => admin.post(`/public/admin/accounts/${buyer.id}/${what}`, body)
  const reason = 'By letter.'
  expect((await ask(buyer)).status).toBe(200)
  expect((await post('suspend', { reason: 'Fraud.' })).status).toBe(200)
  expect(await due()).toBe(false)
  await deleteDueAccounts(whole)
  expect(await idOf(buyer.email)).toBe(buyer.id)
  expect((await post('keep', { reason })).status).toBe(200)
  expect((await post('keep', { reason })).status).toBe(409)
  expect((await auditOf(admin, { q: buyer.email }))[0]).toMatchObject({
    act: 'deletion-undone',
    note: reason,
  })
  expect((await post('delete', { reason, keepReviews: false })).status).toBe(200)
  // Suspended again meanwhile: asked for again, it goes on; once more it is known already.
  await shop.db.query(sql`update account set suspended_at = clock_timestamp() where id = ${buyer.id}`)
  expect(await due()).toBe(false)
  expect((await post('delete', { reason, keepReviews: false })).status).toBe(200)
  expect((await post('delete', { reason, keepReviews: false })).status).toBe(409)
  expect(await due()).toBe(true)
})

const complainAs = async (email: string) => {
  const made = await shop
    .client()
    .post('/public/complaints', { name: 'A Visitor', email, category: 'other', words: 'It is late.' })
  expect(made.status).toBe(200)
  return made.body.number as string
}

test('nobody blocks a deletion by complaints with the address of its owner, which are forgotten with the account', async () => {
  await endRateLimits(shop)
  for (const [who, email] of [
    [await customerNamed('blocked@leaving.test', 'Blocked', 'Never', '9000000013'), 'blocked@leaving.test'],
    [await addSeller(shop), undefined],
  ] as const) {
    const address = email ?? (who as Seller).email
    await complainAs(address)
    expect((await who.get('/private/own-data')).body.open).toEqual([])
    expect((await ask(who)).status).toBe(200)
    await complainAs(address.replace('@', '+tag@'))
    const { id } = who as { id: string }
    await endWait(id)
    expect(await deleteAccount(shop.running.shop, id)).toBe(true)
    expect(
      await shop.db.query(sql`select from complaint where email like ${`${address.split('@')[0]}%`}`),
    ).toEqual([])
  }
})

test('whose deletion is put off is told what has to end first, once', async () => {
  await endRateLimits(shop)
  const buyer = await customerNamed('putoff@leaving.test', 'Put', 'Off', '9000000014')
  expect((await ask(buyer)).status).toBe(200)
  const number = await complainAs(buyer.email)
  await mailed(buyer.email, number)
  const token = (await shop.mailSoFar(buyer.email))
    .flatMap(({ text }) => /complaints\/C-[\w-]+#([\w-]{43})/.exec(text)?.[1] ?? [])
    .at(-1)
  expect((await shop.client().post('/public/complaints/read', { token })).status).toBe(200)
  await endWait(buyer.id)
  for (let run = 0; run < 2; run += 1) expect(await deleteAccount(shop.running.shop, buyer.id)).toBe(false)
  await mailed(buyer.email, `Complaints that are open: ${number}`)
  const [{ hits }] = (await shop.db.query<{ hits: number }>(
    sql`select hits from rate_limit where key = ${`deletion-put-off:${buyer.id}`}`,
  )) as [{ hits: number }]
  expect(hits).toBe(2)
  const told = (await shop.mailSoFar(buyer.email)).filter(({ subject }) =>
    subject.includes('not deleted yet'),
  )
  expect(told).toHaveLength(1)
  expect(await idOf(buyer.email)).toBe(buyer.id)
})

test('nobody takes the address that an account gets when it is deleted', async () => {
  const buyer = await customerNamed('taken@leaving.test', 'Taken', 'Never', '9000000015')
  const email = `deleted-${buyer.id}@Deleted.invalid`
  const signedUp = { firstName: 'A', lastName: 'Squatter', email, mobile: '9000000016', password }
  expect(await shop.client().post('/auth/customer/signup', signedUp)).toMatchObject({
    status: 400,
    body: { fields: { email: 'Email address is invalid.' } },
  })
  await expect(
    shop.db.query(sql`update account set email = ${email.toLowerCase()} where email = ${admin.email}`),
  ).rejects.toMatchObject({ constraint: 'account_of_nobody' })
  expect((await ask(buyer)).status).toBe(200)
  await endWait(buyer.id)
  expect(await deleteAccount(shop.running.shop, buyer.id)).toBe(true)
})

test('a seller’s archive has the decisions that they were told, and nothing of reports and of what was found right', async () => {
  const seller = await addSeller(shop)
  const [hidden, right] = [await addProduct(shop, { seller }), await addProduct(shop, { seller })]
  for (const { id } of [hidden, right]) {
    const report = { reason: 'unsafe', words: 'It burns.' }
    expect((await browserAt(shop).post(`/public/product/${id}/report`, report)).status).toBe(200)
  }
  const admin = await addAdmin(shop, undefined, ['catalogue'])
  const decide = async (id: string, decision: object) => {
    const [{ version, decided }] = (await admin.get(`/public/admin/listings?q=${id}`)).body
    return admin.post(`/public/admin/listings/${id}/decide`, { ...decision, version, decided })
  }
  const keep = { act: 'keep', note: 'A rival wrote this.' }
  expect((await decide(right.id, keep)).status).toBe(200)
  expect((await decide(hidden.id, { act: 'hide', reason: 'unsafe', note: 'It has no fuse.' })).status).toBe(
    200,
  )
  for (const { id } of [hidden, right])
    await (
      await shop.customer()
    ).post(`/public/product/${id}/report`, { reason: 'unsafe', words: 'It burns.' })
  const archive = unzipSync(await archiveOf(seller.email))
  const rows = (table: string) =>
    JSON.parse(Buffer.from(archive[`data/${table}.json`] ?? []).toString('utf8'))
  const listing = { product_id: hidden.id, state: 'hidden', reason: 'unsafe', note: 'It has no fuse.' }
  expect(rows('moderated_listing')).toEqual([
    { ...listing, decided_at: expect.any(String), appeal: null, appealed_at: null },
  ])
  expect(rows('moderation_decision')).toMatchObject([{ act: 'hide', note: 'It has no fuse.' }])
})

test('a seller’s archive has no word about their buyers, in any case of letters', async () => {
  const seller = await addSeller(shop)
  const buyer = await customerNamed('bought@leaving.test', 'Zuniquename', 'Qlastname', '9012345678')
  await buyer.post('/private/address/add', { ...live, street: '3 Xanthic Row', city: 'Zcityname' })
  const { orderId } = await sellDelivered(shop, seller, { buyer })
  await shop.db.query(
    sql`update orders set recipient_name = 'Yrecipient', recipient_mobile = '9012345679' where id = ${orderId}`,
  )
  const archive = Object.entries(unzipSync(await archiveOf(seller.email)))
  const texts = archive.map(([file, bytes]) => `${file} ${Buffer.from(bytes).toString('utf8')}`).join('')
  expect(texts).toContain(orderId)
  expect(texts).not.toMatch(/zuniquename|qlastname|yrecipient|xanthic|zcityname|901234567|302001|bought@/i)
})

test('what was written while an account was deleted is refused', async () => {
  const buyer = await customerNamed('late@leaving.test', 'Late', 'Writer', '9000000008')
  const { shop: whole } = shop.running
  await ask(buyer)
  await endWait(buyer.id)
  const late = () => addAddress(whole, buyer.id, live)
  const complain = () =>
    makeComplaint(
      whole,
      { accountId: buyer.id, role: 'CUSTOMER' },
      { category: 'other', words: 'From 77 Jacaranda Walk.' },
    )
  const writes: Promise<unknown>[] = []
  // All wait behind the deletion, which commits only then.
  const slow = {
    ...whole,
    db: {
      ...whole.db,
      transaction: (work: any, options: any) =>
        whole.db.transaction(async (tx) => {
          const done = await work(tx)
          writes.push(...[late(), complain()].map((one) => one.catch((error: unknown) => error)))
          await sleep(200)
          return done
        }, options),
    },
  }
  expect(await deleteAccount(slow as never, buyer.id)).toBe(true)
  const refused = { constraint: 'account_stays_deleted' }
  expect(await Promise.all(writes)).toMatchObject([refused, refused])
  await expect(
    shop.db.query(sql`update customer set first_name = 'Late' where account_id = ${buyer.id}`),
  ).rejects.toMatchObject(refused)
  await expect(
    shop.db.query(sql`
      insert into session (token_hash, account_id, expires_at) values ('x', ${buyer.id}, now() + interval '1 day')`),
  ).rejects.toMatchObject(refused)
})

test('what a seller writes while their buyer is deleted goes with it, or is refused', async () => {
  const seller = await addSeller(shop)
  const buyer = await customerNamed('written@leaving.test', 'Written', 'About', '9000000011')
  await buyer.post('/private/address/add', live)
  const { orderId } = await sellDelivered(shop, seller, { buyer })
  expect((await ask(buyer)).status).toBe(200)
  await endWait(buyer.id)
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

test('a deletion that was noted for restores and then called off deletes nobody after a restore', async () => {
  const buyer = await customerNamed('undone@leaving.test', 'Undone', 'Again', '9000000012')
  await ask(buyer)
  await endWait(buyer.id)
  const { shop: whole } = shop.running
  // Killed between the note and the commit.
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
  const noted = async () =>
    ((await readErased(whole.config.dataDir, { noneDeleted: false })) ?? []).filter(
      ({ id }) => id === buyer.id,
    )
  expect(await noted()).toEqual([{ id: buyer.id, keepsReviews: false }])
  expect((await buyer.post('/private/own-data/deletion/undo')).status).toBe(200)
  expect(await noted()).toEqual([])
  // Asked for again, and carried out.
  await ask(buyer, true)
  await endWait(buyer.id)
  expect(await deleteAccount(whole, buyer.id)).toBe(true)
  expect(await noted()).toEqual([{ id: buyer.id, keepsReviews: true }])
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
  await ask(leaver)
  await endWait(leaver.id)
  await deleteDueAccounts(shop.running.shop)
  await removeUnusedPictures(shop.running.shop)
  const { pictures } = shop.running.shop
  await eventually(
    () => pictures.has(keyOf(own)),
    (there) => !there,
  )
  expect((await fetch(shared)).status).toBe(200)
})

test('reviews stay without a name if their author says so', async () => {
  const buyer = await customerNamed('stays@leaving.test', 'Stays', 'Here', '9000000004')
  await buyer.post('/private/address/add', live)
  const { productId } = await sellDelivered(shop, await addSeller(shop), { buyer })
  const [order] = await ordersOf(buyer)
  await buyer.post(`/private/review/order/${order.id}`, {
    stars: 5,
    words: 'Very good.',
    imageUrls: [],
    anonymous: false,
  })
  expect((await ask(buyer, true)).status).toBe(200)
  await endWait(buyer.id)
  await deleteDueAccounts(shop.running.shop)
  const { body } = await shop.client().get<any>(`/public/product/${productId}/reviews`)
  expect(JSON.stringify(body)).toContain('Very good.')
  expect(JSON.stringify(body)).not.toContain('Stays')
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test('who sold and who sends back read their own end of each parcel, and nothing of the other end', async () => {
  const seller = await addSeller(shop, { street: '5 Moringa Yard' })
  const buyer = await customerNamed('sender@leaving.test', 'Sender', 'Backward', '9000000007')
  await buyer.post('/private/address/add', { ...live, street: '3 Cardamom Lane' })
  const sale = await sellDelivered(shop, seller, { buyer })
  await received(shop, seller, sale)
  for (const [whose, own, others] of [
    [seller, 'Moringa', 'Cardamom'],
    [buyer, 'Cardamom', 'Moringa'],
  ] as const) {
    const file = unzipSync(await archiveOf(whose.email))['data/shipment.json']
    const parcels = JSON.parse(Buffer.from(file ?? []).toString('utf8'))
    expect(parcels.map(({ kind }: any) => kind).toSorted()).toEqual(['forward', 'return'])
    for (const parcel of parcels) {
      expect(JSON.stringify(parcel.your_place)).toContain(own)
      expect(JSON.stringify(parcel)).not.toMatch(new RegExp(others))
    }
  }
})

test('an e-mail that begins with theirs is of somebody else: in calls, notes and the download', async () => {
  const leaver = await customerNamed('near@leaving.test', 'Near', 'Leaver', '9000000008')
  const other = await customerNamed('near@leaving.tests', 'Near', 'Other', '9000000009')
  const reinstate = async ({ id }: { id: string }) => {
    await admin.post(`/public/admin/accounts/${id}/suspend`, { reason: 'late parcels' })
    const { status, body } = await admin.post(`/public/admin/accounts/${id}/reinstate`, { reason: 'solved' })
    expect(status).toBe(202)
    return body.approvalId
  }
  await addAdmin(shop)
  const [own, others] = [await reinstate(leaver), await reinstate(other)]
  const archive = await (
    await fetch(`${shop.url}/api/v1/public/admin/accounts/${leaver.id}/archive`, {
      headers: await headersOf(admin.email, adminPassword),
    })
  ).arrayBuffer()
  const all = Object.entries(unzipSync(new Uint8Array(archive)))
  const texts = all.map(([file, bytes]) => `${file} ${Buffer.from(bytes).toString('utf8')}`).join('')
  expect(texts).toContain('data/approval.json')
  expect(texts).not.toContain(other.email)
  const reason = `Of ${leaver.email}, not of ${other.email}.`
  const asked = await admin.post(`/public/admin/accounts/${leaver.id}/delete`, { keepReviews: false, reason })
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  await endWait(leaver.id)
  await deleteDueAccounts(shop.running.shop)
  const states = await shop.db.query<{ id: string; state: string; name: string }>(sql`
    select id, state, facts->0->>'value' as name from approval where id in (${own}, ${others}) order by id`)
  expect(states).toEqual([
    { id: own, state: 'waiting', name: 'A deleted account' },
    { id: others, state: 'waiting', name: other.email },
  ])
  const [entry] = await auditOf(admin, { q: `deleted-${leaver.id}`, act: 'deletion-asked' })
  expect(entry.note).toBe(`Of deleted-${leaver.id}, not of ${other.email}.`)
})

test('an archive is sent while it is made', async () => {
  let sent = 0
  const sentBefore: number[] = []
  const files = async function* () {
    for (const file of ['a', 'b', 'c']) {
      sentBefore.push(sent)
      for (let n = 0; n < 10; n += 1) yield { file, text: randomBytes(50_000).toString('hex') }
    }
  }
  for await (const bytes of zipped(files())) sent += bytes.length
  expect(sentBefore[2]).toBeGreaterThan(800_000)
})

test('an administrator downloads and deletes on request, which the audit says; another duty may not', async () => {
  const buyer = await customerNamed('asked@leaving.test', 'Asked', 'Us', '9000000005')
  const catalogue = await addAdmin(shop, undefined, ['catalogue'])
  const support = await addAdmin(shop, undefined, ['support'])
  const remove = `/public/admin/accounts/${buyer.id}/delete`
  const body = { keepReviews: false, reason: 'By letter, with a copy of the passport.' }
  expect((await catalogue.post(remove, body)).status).toBe(403)
  expect((await support.get(`/public/admin/accounts/${buyer.id}/archive`)).status).toBe(200)
  await ageConfirmedLogin(shop, support.id)
  expect((await support.post(remove, body)).status).toBe(403)
  await support.post('/private/session/confirm', { password: adminPassword })
  expect((await support.post(remove, body)).status).toBe(200)
  await mailed(buyer.email, 'Our team was asked')
  const entries = await auditOf(admin, { q: buyer.email })
  expect(entries.slice(0, 2).map(({ act, by, note }) => [act, by.name, note])).toEqual([
    ['deletion-asked', support.email, body.reason],
    ['data-downloaded', support.email, null],
  ])
})

test('what a backup brings back is deleted again', async () => {
  const buyer = await customerNamed('restored@leaving.test', 'Restored', 'Again', '9000000006')
  const { config } = shop.running.shop
  // As its deletion had noted it, before the backup was restored.
  await noteErased(config.dataDir, { id: buyer.id, keepsReviews: true })
  const erased = (await readErased(config.dataDir, { noneDeleted: false })) ?? []
  expect(await eraseAgain(shop.db, shop.running.shop.secrets, erased)).toBe(1)
  expect((await shop.client().post('/auth/login', { email: buyer.email, password })).status).not.toBe(200)
  expect(
    (await admin.post(`/public/admin/accounts/${buyer.id}/keep`, { reason: 'They changed their mind.' }))
      .status,
  ).toBe(409)
  expect(await shop.db.query(sql`select keeps_reviews from account where id = ${buyer.id}`)).toEqual([
    { keeps_reviews: true },
  ])
  await deleteDueAccounts(shop.running.shop)
  expect(await tablesWith([buyer.email])).toEqual([])
  expect(await eraseAgain(shop.db, shop.running.shop.secrets, erased)).toBe(0)
  await expect(readErased(path.join(config.dataDir, 'nowhere'), { noneDeleted: false })).rejects.toThrow(
    'is missing',
  )
})

test('the notice and the page name every kind of data, how long it is kept, and what deletion does', async () => {
  const { body } = await shop.client().get<any[]>('/public/privacy-notice')
  expect(body.length).toBeGreaterThan(20)
  for (const line of body)
    expect([line.what, line.deletion, ...line.kept].every((words) => words.length > 3)).toBe(true)
  expect(body.find(({ what }) => what === 'Addresses')).toMatchObject({ of: 'buyer', deletion: 'Deleted.' })
  expect(body.find(({ what }) => what.startsWith('Invoices')).deletion).toContain('9 years')
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
    const refused = await ask(seller)
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
    const other = await customerNamed('pays@leaving.test', 'Still', 'Pays', '9000000009')
    await other.post('/private/address/add', live)
    await putInCart(other, productId)
    expect((await startPaying(other)).status).toBe(200)
    const [order] = await ordersOf(buyer)
    const complaint = { category: 'product', words: 'It broke.' }
    expect((await buyer.post('/private/complaints', { ...complaint, order: order.number })).status).toBe(200)
    expect((await other.post('/private/complaints', { ...complaint, product: productId })).status).toBe(200)
    expect((await ask(seller)).status).toBe(200)
    expect((await state()).open).toEqual([])
    expect((await state()).meanwhile).toEqual([
      expect.stringContaining('wait for your answer'),
      expect.stringContaining('is paying'),
    ])
    await endWait(seller.id)
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
    expect((await ask(seller)).status).toBe(200)
    expect(await seen()).toBe(404)
    expect((await buyer.post('/private/cart/add', { id: productId, quantity: 1 })).status).not.toBe(200)
    expect((await seller.post('/private/own-data/deletion/undo')).status).toBe(200)
    expect(await seen()).toBe(200)
  })

  test('leaves only what the law keeps; orders, ledger and payouts stay right', async () => {
    expect((await ask(seller)).status).toBe(200)
    await endWait(seller.id)
    await deleteDueAccounts(shop.running.shop)
    await enforceRetention(shop.running.shop)
    const left = await tablesWith(strings)
    expect(lawful('seller')).toEqual(expect.arrayContaining(left))
    expect(left).toEqual(['seller_identity', 'seller_payee', 'shop_document', 'tax_document'])
    expect(filesWith(strings)).toEqual([])
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
