/** Complaints of buyers: answered by desk and seller in time, opened again once, read by nobody else. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { complaintMessagesMax } from '../../../contract/complaint-words.ts'
import { buy, eventually } from '../../../tests/setup/buying.ts'
import type { TestClient } from '../../../tests/setup/client.ts'
import { type Desk, desk, openDesk, visitor, words } from '../../../tests/setup/complaints.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { type Admin, addAdmin, auditOf, signupBody } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { watchComplaints } from './watch-clocks.ts'

let shop: TestShop
let seller: Seller
let buyer: Customer
let admin: Admin
let order: { id: string; number: string }
let onDesk: Desk['onDesk']
let fromDesk: Desk['fromDesk']
let write: Desk['write']
let resetLimits: Desk['resetLimits']
beforeAll(async () => {
  shop = await startTestShop()
  seller = await addSeller(shop)
  admin = await addAdmin(shop)
  ;({ onDesk, fromDesk, write, resetLimits } = openDesk(shop, admin))
  const product = await addProduct(shop, { seller })
  buyer = await customerWithCart(shop, [product])
  ;[order] = (await buy(shop, buyer)).body
})
afterAll(() => shop.stop())

const make = async (more: object = {}) =>
  (await buyer.post('/private/complaints', { category: 'order', words, order: order.number, ...more })).body
    .number as string
const read = async (number: string, who: TestClient = buyer) =>
  (await who.get(`/private/complaints/${number}`)).body

test('an order’s complaint is acknowledged, answered by desk and seller, solved, opened again once, and closed', async () => {
  const number = await make()
  expect(number).toMatch(/^C-[34679CDFGHJKMNPQRTVWXY]{4}-[34679CDFGHJKMNPQRTVWXY]{4}$/)
  const shown = await read(number)
  expect(shown).toMatchObject({ number, state: 'open', order: order.number, answerable: true })
  const made = Date.parse(shown.createdAt)
  expect(Date.parse(shown.answerBy) - made).toBe(48 * 3_600_000)
  expect(Date.parse(shown.decideBy) - made).toBe(28 * 24 * 3_600_000)
  await untilMailed(shop, buyer.email, `Your complaint ${number}`)
  await untilMailed(shop, seller.email, `A complaint needs your answer (${number})`)

  // The seller reads the complaint and not who made it, and answers the desk alone.
  const asked = await seller.get('/private/seller-complaints')
  expect(asked.body[0]).toMatchObject({ number, answerable: true, messages: [{ by: 'person', words }] })
  expect(JSON.stringify(asked.body)).not.toContain(buyer.email)
  const answer = { words: 'It left me whole.' }
  expect((await seller.post(`/private/seller-complaints/${shown.id}/answer`, answer)).status).toBe(200)
  expect(await onDesk(number)).toMatchObject({
    sellersAnswer: 'given',
    due: 'later',
    seller: expect.any(String),
  })
  expect((await write(number, 'note', 'The seller denies it.')).status).toBe(200)
  expect((await write(number, 'ask', 'Do you have a photo?')).status).toBe(200)
  await untilMailed(shop, buyer.email, 'We need to know more about your complaint')
  const waiting = await read(number)
  expect(waiting.state).toBe('waiting')
  expect(waiting.messages.map((one: any) => one.words)).toEqual([words, 'Do you have a photo?'])

  const reply = (text: string) => buyer.post(`/private/complaints/${shown.id}/reply`, { words: text })
  expect((await reply('No, it is gone.')).status).toBe(200)
  expect((await read(number)).state).toBe('open')
  expect((await write(number, 'solve', 'The seller sends a new one.')).status).toBe(200)
  await untilMailed(shop, buyer.email, 'Your complaint is solved')
  expect(JSON.stringify(await shop.mail(buyer.email))).not.toContain('denies')
  const rate = () => buyer.post(`/private/complaints/${shown.id}/satisfied`, { satisfied: false })
  expect((await rate()).status).toBe(200)
  expect((await rate()).status).toBe(409)
  expect((await reply('It did not come.')).status).toBe(200)
  expect(await read(number)).toMatchObject({ state: 'open', satisfied: null, reopenUntil: null })
  expect((await write(number, 'solve', 'Now it is refunded.')).status).toBe(200)
  // Its mail promises no second time.
  const [mail] = await eventually(
    async () =>
      (await shop.mailSoFar(buyer.email)).filter(({ text }) => text.includes('Now it is refunded.')),
    (all) => all.length === 1,
  )
  expect(mail?.text).not.toContain('open the complaint again')
  expect((await reply('Once more.')).status).toBe(409)

  // On the order's page, and closed by the timer.
  const page = (await buyer.get(`/private/order/page/${order.number}`)).body
  expect(page.complaints[0]).toMatchObject({ number, state: 'solved', answer: 'Now it is refunded.' })
  await shop.db.query(
    sql`update complaint set solved_at = now() - interval '15 days' where number = ${number}`,
  )
  await watchComplaints(shop.running.shop)
  expect(await read(number)).toMatchObject({ state: 'closed', answerable: false })
  const acts = (await auditOf(admin, {}))
    .filter(({ to }: any) => to?.name === number)
    .map(({ act }: any) => act)
  for (const act of ['made', 'seller-answered', 'written', 'replied', 'rated', 'reopened', 'closed'])
    expect(acts).toContain(`complaint-${act}`)
  const [month] = (await admin.get('/public/admin/complaint-figures')).body
  expect(month).toMatchObject({ received: 1, answeredInTime: 1, open: 0 })
})

test('the seller reads what a buyer complains of without their telephone number', async () => {
  const number = await make({ words: 'It broke. Call me: (98765) 43210, or asha @ gmail.com.' })
  const { messages } = (await seller.get('/private/seller-complaints')).body.find(
    (one: any) => one.number === number,
  )
  expect(messages[0].words).toBe('It broke. Call me: ([phone number hidden], or [email address hidden].')
  expect((await read(number)).words).toContain('43210')
})

test('a complaint that waits for its maker for a month ends, one that is forgotten closes, and an erased account leaves no name', async () => {
  const account = await shop.customer()
  const make = async () =>
    (await account.post('/private/complaints', { category: 'other', words })).body.number as string
  const [asked, forgotten, erased] = [await make(), await make(), await make()]
  expect((await write(asked, 'ask', 'Which one?')).status).toBe(200)
  await shop.db.query(sql`update complaint_message set created_at = created_at - interval '31 days'
    where complaint_id = (select id from complaint where number = ${asked})`)
  await shop.db.query(
    sql`update complaint set decide_by = now() - interval '13 months' where number = ${forgotten}`,
  )
  await watchComplaints(shop.running.shop)
  await untilMailed(shop, account.email, 'We have not heard from you')
  expect(await read(asked, account)).toMatchObject({ state: 'solved', answerable: true })
  expect(await read(forgotten, account)).toMatchObject({ state: 'closed' })
  await untilMailed(shop, account.email, `Your complaint ${forgotten} is closed`)
  // What erasing an account does.
  await shop.db.query(sql`delete from account where email = ${account.email}`)
  expect((await admin.get(`${desk}?q=${account.email}&show=all`)).body).toEqual([])
  expect(await onDesk(erased)).toMatchObject({ state: 'closed', name: 'Erased account', email: '' })
  expect((await write(erased, 'answer', 'Hello?')).status).toBe(409)
  // An account that was never verified has proven no address: it takes no visitor's complaint with it.
  const body = visitor()
  const { number } = (await shop.client().post('/public/complaints', body)).body
  expect((await shop.client().post('/auth/customer/signup', signupBody(body.email))).status).toBe(200)
  await shop.db.query(sql`delete from account where email = ${body.email}`)
  expect(await onDesk(number)).toMatchObject({ state: 'open', email: body.email })
  await resetLimits()
})

test('a clock that is over leads the queue, and reminds every administrator of the desk once a day', async () => {
  const late = await make({ category: 'payment', order: undefined })
  const soon = await make({ category: 'privacy', order: undefined })
  await shop.db.query(sql`
    update complaint set answer_by = now() - interval '1 hour' where number = ${late}`)
  await shop.db.query(sql`
    update complaint set answer_by = now() + interval '1 hour' where number = ${soon}`)
  const due = (await admin.get(`${desk}?show=due`)).body
  expect(due.map((one: any) => [one.number, one.due])).toEqual([
    [late, 'late'],
    [soon, 'soon'],
  ])
  const [first, second] = [
    await admin.get(`${desk}?limit=1`),
    await admin.get(`${desk}?show=due&category=privacy`),
  ]
  expect(first.body[0].number).toBe(late)
  expect(second.body.map((one: any) => one.number)).toEqual([soon])
  const next = /cursor=([\w-]+)/.exec(first.headers.get('link') ?? '')?.[1]
  expect((await admin.get(`${desk}?limit=1&cursor=${next}`)).body[0].number).toBe(soon)
  const broken = Buffer.from(`2026-02-31T00:00:00.000000Z|${first.body[0].id}`).toString('base64url')
  expect((await admin.get(`${desk}?cursor=${broken}`)).status).toBe(400)
  await Promise.all([watchComplaints(shop.running.shop), watchComplaints(shop.running.shop)])
  await untilMailed(shop, admin.email, 'Complaints need answers today')
  const reminders = (await shop.mail(admin.email)).filter(({ subject }) =>
    subject.startsWith('Complaints need'),
  )
  expect(reminders).toHaveLength(1)
  await write(late, 'solve', 'The money is on its way.')
  expect((await onDesk(late)).dueAt).toBeNull()
  await resetLimits()
})

test('who has written as much as one may silences nobody else, and a solved complaint opens again all the same', async () => {
  const number = await make()
  const { id } = await read(number)
  const fill = (kind: string) =>
    shop.db.query(sql`
      insert into complaint_message (id, complaint_id, kind, words) select gen_random_uuid(), ${id}, ${kind}, 'More.'
      from generate_series(1, ${complaintMessagesMax})`)
  const reply = async () => (await buyer.post(`/private/complaints/${id}/reply`, { words: 'And?' })).status
  const sellers = async () =>
    (await seller.get('/private/seller-complaints')).body.find((one: any) => one.number === number)
  expect([(await read(number)).full, (await sellers()).full]).toEqual([false, false])
  const answer = async () =>
    (await seller.post(`/private/seller-complaints/${id}/answer`, { words: 'It left.' })).status
  await fill('seller')
  expect([await reply(), await answer()]).toEqual([200, 409])
  await fill('person')
  const refused = await buyer.post(`/private/complaints/${id}/reply`, { words: 'And?' })
  expect(refused).toMatchObject({ status: 409, body: { msg: expect.stringContaining('as many messages') } })
  // Both see it before they write.
  expect(await read(number)).toMatchObject({ state: 'open', answerable: false, full: true })
  expect(await sellers()).toMatchObject({ answerable: true, full: true })
  expect((await write(number, 'solve', 'It is refunded.')).status).toBe(200)
  expect(await read(number)).toMatchObject({ state: 'solved', answerable: true, full: false })
  expect([await reply(), await reply()]).toEqual([200, 409])
  expect((await read(number)).state).toBe('open')
  await resetLimits()
})

test('nobody else reads or writes a complaint', async () => {
  const number = await make({ category: 'seller' })
  const { id } = await read(number)
  const other = await shop.customer('other')
  const otherSeller = await addSeller(shop)
  expect((await other.get(`/private/complaints/${number}`)).status).toBe(404)
  expect((await other.post(`/private/complaints/${id}/reply`, { words })).status).toBe(404)
  expect((await other.post(`/private/complaints/${id}/satisfied`, { satisfied: true })).status).toBe(404)
  expect((await other.get('/private/complaints')).body).toEqual([])
  const notTheirs = await other.post('/private/complaints', { category: 'order', words, order: order.number })
  expect(notTheirs.status).toBe(404)
  // A complaint about a seller is the desk's until the desk asks them.
  const answer = { words: 'I did not.' }
  const sellersList = async (who: Seller) =>
    (await who.get('/private/seller-complaints')).body.map((one: any) => one.number)
  expect(await sellersList(seller)).not.toContain(number)
  expect((await seller.post(`/private/seller-complaints/${id}/answer`, answer)).status).toBe(404)
  expect((await seller.get(`/private/complaints/${number}`)).status).toBe(404)
  expect((await read(number)).sellerAsked).toBe(false)
  await write(number, 'ask-seller', 'What do you say?')
  expect((await read(number)).sellerAsked).toBe(true)
  expect(await sellersList(seller)).toContain(number)
  expect(await sellersList(otherSeller)).toEqual([])
  expect((await otherSeller.post(`/private/seller-complaints/${id}/answer`, answer)).status).toBe(404)
  const finance = await addAdmin(shop, undefined, ['finance'])
  for (const path of [desk, `/public/admin/complaints/${id}`, '/public/admin/complaint-figures'])
    expect((await finance.get(path)).status).toBe(403)
  await resetLimits()
})

test('of two answers at once one is stored and sent, and who wrote the other reads it first', async () => {
  const number = await make()
  const { id, messages } = await fromDesk(number)
  const colleague = await addAdmin(shop, undefined, ['support'])
  const seen = messages.at(-1).id
  const both = await Promise.all(
    [admin, colleague].map((who, i) =>
      who.post(`/public/admin/complaints/${id}/write`, { act: 'answer', words: `Answer ${i}`, seen }),
    ),
  )
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await read(number)).messages).toHaveLength(2)
  // Nor is an answer sent that does not know what the person wrote meanwhile.
  const now = (await fromDesk(number)).messages.at(-1).id
  await buyer.post(`/private/complaints/${id}/reply`, { words: 'One thing more.' })
  expect(
    (await admin.post(`/public/admin/complaints/${id}/write`, { act: 'solve', words: 'Done.', seen: now }))
      .status,
  ).toBe(409)
  const assigned = await admin.post(`/public/admin/complaints/${id}/assign`, { to: colleague.id })
  expect(assigned.status).toBe(200)
  expect((await colleague.get(`${desk}?mine=yes`)).body.map((one: any) => one.number)).toEqual([number])
  expect(
    (await colleague.post(`/public/admin/complaints/${id}/escalate`, { note: 'The seller is silent.' }))
      .status,
  ).toBe(200)
  await untilMailed(shop, admin.email, `Complaint ${number} is put before you`)
  // Every server on the way keeps the id of a mail.
  for (const { messageId } of await shop.mail(admin.email)) expect(messageId).toMatch(/^<[^@]+@[^@]+>$/)
  expect((await fromDesk(number)).escalated).toBe(true)
})

test('the contact form makes no complaint unless a setting says so', async () => {
  expect((await shop.client().get('/public/settings')).body.contactFormToDesk).toBe(false)
})
