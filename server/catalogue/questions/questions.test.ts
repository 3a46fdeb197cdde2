import { afterAll, beforeAll, expect, test } from 'vitest'
import { questionLimits } from '../../../contract/question-words.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import type { Answer, TestClient } from '../../../tests/setup/client.ts'
import { subjectsOf, untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { type Admin, addAdmin, auditOf } from '../../../tests/setup/people.ts'
import { addProduct } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { deleteOldQuestions } from './list-questions.ts'

let shop: TestShop
let seller: Seller
let admin: Admin
let customer: Customer
let visitor: TestClient
beforeAll(async () => {
  shop = await startTestShop()
  seller = await addSeller(shop)
  admin = await addAdmin(shop)
  customer = await shop.customer()
  visitor = shop.client()
})
afterAll(() => shop.stop())

const newProduct = async () => (await addProduct(shop, { seller })).id
const ask = (who: TestClient, productId: string, words = 'Is it soft?') =>
  who.post(`/private/question/product/${productId}`, { words })
const form = async (who: TestClient, productId: string) =>
  (await who.get(`/private/question/product/${productId}`)).body
const shown = async (productId: string) => (await visitor.get(`/public/product/${productId}/questions`)).body
const answer = (who: TestClient, id: string, words = 'Very soft.', no = 0) =>
  who.post(`/private/question/${id}/answer`, { words, no })
const decline = (who: TestClient, id: string) => who.post(`/private/question/${id}/decline`)
const report = (who: TestClient, id: string, about: 'question' | 'answer', words = '') =>
  who.post(`/private/question/${id}/report`, { about, reason: 'abusive', words })
const takeDown = (id: string, part: 'question' | 'answer', no: number) =>
  admin.post(`/public/admin/questions/${id}/take-down`, { part, no, reason: 'abusive', note: 'It insults.' })
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)
const openOf = async (who: TestClient, productId: string) =>
  (await who.get('/private/seller-questions?limit=200')).body.filter(
    (one: any) => one.product.id === productId,
  )
const waiting = async (id: string) =>
  (await admin.get('/public/admin/questions')).body.find((one: any) => one.id === id)

/** A question of the customer, as the seller's list has it. */
async function asked(productId: string, words = 'Is it soft?', who: TestClient = customer): Promise<string> {
  expect((await ask(who, productId, words)).status).toBe(200)
  return (await form(who, productId)).own.find((one: any) => one.words === words).id
}

test('a customer asks, the seller answers by mail, and only then everybody reads both, without a name', async () => {
  const productId = await newProduct()
  const words = 'Is it <script>xss()</script> soft?'
  expect((await ask(visitor, productId, words)).status).toBe(401)
  expect((await ask(seller, productId, words)).status).toBe(403)
  const id = await asked(productId, words)
  await untilMailed(shop, seller.email, 'A question about')
  expect((await shop.mail(seller.email)).at(0)?.html).not.toContain('<script>xss')
  expect(await form(customer, productId)).toMatchObject({
    refusal: null,
    own: [{ id, words, state: 'open' }],
  })
  expect(await shown(productId)).toEqual([])
  expect(await openOf(seller, productId)).toMatchObject([{ id, words, answer: null }])

  const other = await addSeller(shop)
  for (const refused of [
    await answer(other, id),
    await decline(other, id),
    await report(other, id, 'question'),
  ])
    expect(refused.status).toBe(404)
  const stranger = await shop.customer('stranger')
  expect((await stranger.get(`/private/question/${id}`)).status).toBe(404)
  expect((await answer(customer, id)).status).toBe(403)

  expect((await answer(seller, id, 'Yes, <b>very</b>.')).status).toBe(200)
  await untilMailed(shop, customer.email, 'An answer to your question')
  const page = await visitor.get(`/public/product/${productId}/questions`)
  expect(page.body).toEqual([
    {
      id,
      at: expect.any(String),
      words,
      answer: { words: 'Yes, <b>very</b>.', at: expect.any(String) },
    },
  ])
  expect(page.headers.get('x-total-count')).toBe('1')
  expect((await stranger.get(`/private/question/${id}`)).status).toBe(200)
  expect(await openOf(seller, productId)).toEqual([])
  expect((await seller.get('/private/seller-questions?show=answered')).body).toMatchObject([{ id }])
})

test('of two answers at once one is stored; it is changed as it was read, for a day', async () => {
  const id = await asked(await newProduct())
  const both = await Promise.all([answer(seller, id, 'Yes.'), answer(seller, id, 'No.')])
  expect(statuses(both)).toEqual([200, 409])
  const now = async () => (await seller.get(`/private/question/${id}`)).body
  const first = (await now()).answer.words
  expect((await answer(seller, id, 'Perhaps.')).status).toBe(409)
  expect((await now()).answer).toMatchObject({ words: first, no: 1 })
  expect((await answer(seller, id, 'Perhaps.', 1)).status).toBe(200)
  expect(await now()).toMatchObject({ changeable: true, answer: { words: 'Perhaps.', no: 2 } })
  await untilMailed(shop, customer.email, 'A changed answer')
  await shop.db.query(sql`
    update question set answered_at = now() - ${questionLimits.changeHours} * interval '1 hour' where id = ${id}`)
  expect((await answer(seller, id, 'Never.', 2)).status).toBe(409)
  expect(await now()).toMatchObject({ changeable: false, answer: { words: 'Perhaps.' } })
})

test('however often an answer is changed, the asker gets the first one and one change by mail', async () => {
  const who = await shop.customer()
  const productId = await newProduct()
  const id = await asked(productId, 'Is it soft?', who)
  for (let no = 0; no < 9; no += 1)
    expect((await answer(seller, id, `Soft: ${no} of 9.`, no)).status).toBe(200)
  const unsent = sql`
    select from pgboss.job where name = 'send-notice' and state in ('created', 'retry', 'active') and start_after <= now()`
  await eventually(
    () => shop.db.query(unsent),
    (jobs) => jobs.length === 0,
  )
  const subjects = await subjectsOf(shop, who.email)
  const about = (words: string) => subjects.filter((subject) => subject.startsWith(words)).length
  expect([about('An answer'), about('A changed answer')]).toEqual([1, 1])
  expect(await shown(productId)).toMatchObject([{ answer: { words: 'Soft: 8 of 9.' } }])
})

test('two clicks ask once, and nobody has more open questions than the limits', async () => {
  const who = await shop.customer()
  const productId = await newProduct()
  const twice = await Promise.all([ask(who, productId), ask(who, productId)])
  expect(statuses(twice)).toEqual([200, 200])
  expect((await form(who, productId)).own).toHaveLength(1)
  const more = await Promise.all([1, 2, 3].map((n) => ask(who, productId, `Is it soft ${n}?`)))
  expect(statuses(more)).toEqual([200, 409, 409])
  expect((await form(who, productId)).refusal).toContain('wait for an answer')
  const [{ id }] = (await form(who, productId)).own
  expect((await answer(seller, id)).status).toBe(200)
  expect((await form(who, productId)).refusal).toBeNull()

  const [{ account }] = (await shop.db.query<{ account: string }>(
    sql`select id as account from account where email = ${who.email}`,
  )) as [{ account: string }]
  const other = await newProduct()
  await shop.db.query(sql`
    insert into question (id, product_id, seller_id, edition, customer_id, words)
    select uuidv7(), ${other}, ${seller.id}, 1, ${account}, 'n' from generate_series(2, ${questionLimits.open})`)
  expect((await ask(who, await newProduct())).status).toBe(409)
})

test.each([
  ['an address', 'Write to me@example.test please'],
  ['a phone number', 'Call me: 98765 43210'],
  ['a link', 'Like https://elsewhere.test?'],
  ['invisible characters', 'a\u202eb'],
  ['too many characters', 'x'.repeat(questionLimits.length + 1)],
  ['nothing', '   '],
])('a question with %s is refused at its field', async (_what, words) => {
  expect(await ask(customer, await newProduct(), words)).toMatchObject({
    status: 400,
    body: { fields: { words: expect.any(String) } },
  })
})

test('a question that is declined is shown to nobody else, and is over', async () => {
  const productId = await newProduct()
  const id = await asked(productId, 'Where is my parcel?')
  expect((await decline(seller, id)).status).toBe(200)
  await untilMailed(shop, customer.email, 'is not answered')
  expect((await form(customer, productId)).own).toMatchObject([{ state: 'declined' }])
  expect((await answer(seller, id)).status).toBe(409)
  expect(await shown(productId)).toEqual([])
  expect(await openOf(seller, productId)).toEqual([])
  const answered = await asked(productId)
  const both = await Promise.all([answer(seller, answered), decline(seller, answered)])
  expect(statuses(both)).toEqual([200, 409])
})

test('what is reported waits for a person, who keeps it or takes it down as they have read it', async () => {
  const productId = await newProduct()
  const id = await asked(productId)
  const reader = await shop.customer('reader')
  expect((await report(reader, id, 'question')).status).toBe(404)
  expect((await report(seller, id, 'answer')).status).toBe(409)
  expect((await report(customer, id, 'question')).status).toBe(409)
  expect((await answer(seller, id, 'You fool.')).status).toBe(200)
  expect((await report(seller, id, 'answer')).status).toBe(409)
  expect((await report(reader, id, 'answer', 'It insults me.')).status).toBe(200)
  expect((await report(reader, id, 'answer')).status).toBe(409)
  const read = await waiting(id)
  expect(read).toMatchObject({ reports: [{ about: 'answer', words: 'It insults me.', by: 'customer' }] })
  // Nobody changes what waits for a decision.
  expect((await answer(seller, id, 'You genius.', 1)).status).toBe(409)
  expect((await report(seller, id, 'question')).status).toBe(200)
  const keep = (version: number) => admin.post(`/public/admin/questions/${id}/keep`, { version })
  expect((await keep(read.version)).status).toBe(409)
  expect((await keep((await waiting(id)).version)).status).toBe(200)
  expect(await waiting(id)).toBeUndefined()
  // Who reported it cannot do so twice: what is changed afterwards waits again.
  expect((await answer(seller, id, 'You donkey.', 1)).status).toBe(200)
  expect(await waiting(id)).toMatchObject({ waits: true })

  expect(await shown(productId)).toHaveLength(1)
  expect((await takeDown(id, 'answer', 1)).status).toBe(409)
  expect((await takeDown(id, 'answer', 2)).status).toBe(200)
  expect((await takeDown(id, 'answer', 2)).status).toBe(409)
  await untilMailed(shop, seller.email, 'Your answer about')
  expect(await shown(productId)).toEqual([])
  expect((await form(customer, productId)).own).toMatchObject([
    { state: 'removed', removed: { part: 'answer', reason: 'abusive' } },
  ])
  expect((await answer(seller, id, 'Sorry.', 2)).status).toBe(409)
  expect((await auditOf(admin, { act: 'question-removed' }))[0]).toMatchObject({
    to: { id },
    note: expect.stringContaining('It insults.'),
  })
  const other = await asked(productId, 'Fools, are they soft?')
  expect((await takeDown(other, 'question', 0)).status).toBe(200)
  await untilMailed(shop, customer.email, 'Your question about')
  expect((await answer(seller, other)).status).toBe(409)
})

test('nothing is asked about what is not on sale, and the answers of a changed listing are shown no longer', async () => {
  const other = await addSeller(shop)
  const { id: productId } = await addProduct(shop, { seller: other })
  const id = await asked(productId)
  expect((await answer(other, id)).status).toBe(200)
  expect(await shown(productId)).toHaveLength(1)
  await shop.db.query(sql`update product set edition = edition + 1 where id = ${productId}`)
  expect(await shown(productId)).toEqual([])
  await shop.db.query(sql`update product set edition = edition - 1 where id = ${productId}`)
  expect(await shown(productId)).toHaveLength(1)
  expect((await admin.post(`/public/admin/accounts/${other.id}/suspend`, { reason: 'A test.' })).status).toBe(
    200,
  )
  expect(await shown(productId)).toEqual([])
  for (const refused of [
    await ask(customer, productId),
    await customer.get(`/private/question/product/${productId}`),
  ])
    expect(refused.status).toBe(404)
  const gone = await newProduct()
  const ofGone = await asked(gone)
  expect((await seller.delete(`/private/product/delete/${gone}`)).status).toBe(200)
  expect((await ask(customer, gone, 'And now?')).status).toBe(404)
  expect((await answer(seller, ofGone)).status).toBe(404)
  expect(await openOf(seller, gone)).toEqual([])
})

/** Answered and open questions, as years of customers leave them. */
async function addQuestions(productId: string, count: number, isAnswered: boolean): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId()).toSorted()
  await shop.db.query(sql`
    insert into question (id, product_id, seller_id, edition, words, answer, answered_at, answer_no)
    select i, p.id, p.seller_id, p.edition, 'Is it soft?', case when ${isAnswered} then 'Yes.' end,
      case when ${isAnswered} then now() end, case when ${isAnswered} then 1 else 0 end
    from product p, unnest(${ids}::uuid[]) as i where p.id = ${productId}`)
  return ids
}

async function walk(client: TestClient, path: string): Promise<string[]> {
  const found: string[] = []
  let next: string | undefined = path
  while (next !== undefined) {
    const { body, headers }: Answer = await client.get(next)
    found.push(...body.map((one: any) => one.id))
    next = /<[^>]*\/api\/v1([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  }
  return found
}

test('lists go on where a page ends: of everybody the newest first, of what a seller has to answer the oldest', async () => {
  const busy = await addSeller(shop)
  const { id: productId } = await addProduct(shop, { seller: busy })
  const answered = await addQuestions(productId, 5, true)
  const open = await addQuestions((await addProduct(shop, { seller: busy })).id, 5, false)
  expect(await walk(visitor, `/public/product/${productId}/questions?limit=2`)).toEqual(answered.toReversed())
  expect(await walk(busy, '/private/seller-questions?limit=2')).toEqual(open)
  expect(await walk(busy, '/private/seller-questions?show=answered&limit=2')).toEqual(answered.toReversed())
  const { headers } = await visitor.get(`/public/product/${productId}/questions?limit=2`)
  expect(headers.get('x-total-count')).toBe('5')
})

test('a page of questions is one statement, however many there are', async () => {
  const statementsOf = async (productId: string, limit: number) => {
    const before = shop.running.shop.db.statements()
    expect((await visitor.get(`/public/product/${productId}/questions?limit=${limit}`)).body).toHaveLength(
      limit,
    )
    return shop.running.shop.db.statements() - before
  }
  const productId = await newProduct()
  await addQuestions(productId, 300, true)
  for (const limit of [3, 4, 5]) expect(await statementsOf(productId, limit)).toBe(1)
})

test('after a year only what was answered is kept', async () => {
  const productId = await newProduct()
  const [answered] = await addQuestions(productId, 1, true)
  const [open] = await addQuestions(productId, 1, false)
  const kept = async () =>
    (
      await shop.db.query<{ id: string }>(
        sql`select id from question where product_id = ${productId} order by id`,
      )
    ).map(({ id }) => id)
  await shop.db.query(sql`
    update question set created_at = now() - interval '364 days' where product_id = ${productId}`)
  await deleteOldQuestions(shop.running.shop, 100)
  expect(await kept()).toEqual([answered, open])
  await shop.db.query(sql`
    update question set created_at = now() - interval '366 days' where product_id = ${productId}`)
  await deleteOldQuestions(shop.running.shop, 100)
  expect(await kept()).toEqual([answered])
})
