/** Complaints of whoever has no session: by the link in a mail, of which strangers can use up none for others. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk, tokenIn, visitor, words } from '../../../tests/setup/complaints.ts'
import { anotherNetwork, proofFor } from '../../../tests/setup/guesses.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import { type Admin, addAdmin } from '../../../tests/setup/people.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let buyer: Customer
let admin: Admin
let onDesk: Desk['onDesk']
let fromDesk: Desk['fromDesk']
let write: Desk['write']
let resetLimits: Desk['resetLimits']
beforeAll(async () => {
  shop = await startTestShop()
  buyer = await shop.customer()
  admin = await addAdmin(shop)
  ;({ onDesk, fromDesk, write, resetLimits } = openDesk(shop, admin))
})
afterAll(() => shop.stop())

test('a visitor reads and answers by the link in the mail, which has none of what was typed', async () => {
  const body = visitor()
  const made = await shop.client().post('/public/complaints', body)
  expect(made.status).toBe(200)
  const { number } = made.body
  await untilMailed(shop, body.email, `Your complaint ${number}`)
  const [mail] = await shop.mail(body.email)
  expect(`${mail?.text}${mail?.subject}`).not.toMatch(/compostable|A Visitor/)
  const token = tokenIn(mail?.text ?? '')
  expect((await fromDesk(number)).by).toBe('visitor-not-seen')
  const stranger = shop.client()
  const shown = await stranger.post('/public/complaints/read', { token })
  expect(shown.body).toMatchObject({ number, state: 'open', messages: [{ by: 'you', words: body.words }] })
  expect((await fromDesk(number)).by).toBe('visitor')
  await write(number, 'answer', 'We have asked for the certificate.')
  await untilMailed(shop, body.email, 'We have answered your complaint')
  // The first link still leads there, and so does the one of the answer; a number leads nowhere, nor does another token.
  const links = (await shop.mail(body.email)).map(({ text }) => tokenIn(text))
  expect(new Set(links).size).toBe(2)
  for (const one of links)
    expect((await stranger.post('/public/complaints/reply', { token: one, words: 'And?' })).status).toBe(200)
  expect((await stranger.post('/public/complaints/read', { token: 'x'.repeat(43) })).status).toBe(404)
  const stored = await shop.db.query(sql`select from complaint_link where token_hash = ${Buffer.from(token)}`)
  expect(stored).toEqual([])
  await write(number, 'solve', 'The seller has withdrawn the statement.')
  const rated = await stranger.post('/public/complaints/satisfied', { token, satisfied: true })
  expect(rated.status).toBe(200)
  expect((await fromDesk(number)).satisfied).toBe(true)
  await resetLimits()
})

test(
  'nobody uses up the complaints of an address: beyond three a proof of work is asked for, and no more mail goes there',
  nightly('Proofs of work. codes.test.ts asks for one each time.'),
  async () => {
    const name = `many-${crypto.randomUUID()}`
    const make = (tag: string, proof = {}) =>
      shop
        .client()
        .post('/public/complaints', { ...visitor(), email: `${name}${tag}@visitors.hariyali.test` }, proof)
    // However it is spelt, it is one mailbox.
    for (const tag of ['', '+a', '+b']) expect((await make(tag)).body).toMatchObject({ mailed: true })
    const refused = await make('+c')
    expect(refused.status).toBe(429)
    const proven = await make('+c', await proofFor(refused))
    expect(proven).toMatchObject({ status: 200, body: { mailed: false } })
    const another = await make('+d')
    expect((await make('+d', await proofFor(another))).status).toBe(200)
    expect(await shop.mailSoFar(`${name}+c@visitors.hariyali.test`)).toEqual([])
    // Nobody may be behind it: it is closed without a word, which is possible as long as nobody has opened the link.
    const { number } = proven.body
    expect((await write(number, 'dismiss', 'Made by a machine.')).status).toBe(200)
    expect(await onDesk(number)).toMatchObject({ state: 'closed', dueAt: null })
    const read = await make('+e', await proofFor(await make('+e')))
    await shop.db.query(sql`update complaint set link_opened_at = now() where number = ${read.body.number}`)
    expect((await write(read.body.number, 'dismiss', 'No.')).status).toBe(409)
    expect(await shop.mailSoFar(`${name}+c@visitors.hariyali.test`)).toEqual([])
    await resetLimits()
  },
)

test('a stranger gets ten mails a day at most about complaints that somebody makes with their address', async () => {
  const name = `bombed-${crypto.randomUUID()}`
  const addresses = ['', '+a', '+b'].map((tag) => `${name}${tag}@visitors.hariyali.test`)
  const made: { email: string; number: string }[] = []
  for (const email of addresses) {
    const { body } = await shop.client().post('/public/complaints', { ...visitor(), email })
    made.push({ email, number: body.number })
  }
  for (const one of made)
    for (let n = 0; n < 3; n += 1) {
      await shop.db.query(sql`delete from rate_limit where key like 'complaint-link:%'`)
      expect((await shop.client().post('/public/complaints/link', one)).status).toBe(200)
    }
  const links = async () =>
    (
      await shop.db.query<{ count: number }>(sql`
        select count(*)::int as count from complaint_link l join complaint c on c.id = l.complaint_id
        where c.email = any(${addresses})`)
    )[0]?.count
  // Each mail has a link of its own.
  expect(await links()).toBe(10)
  // Who has opened the link gets more of them.
  await shop.db.query(sql`update complaint set link_opened_at = now() where number = ${made[2]!.number}`)
  await resetLinksOf(made[2]!.number)
  expect((await shop.client().post('/public/complaints/link', made[2]!)).status).toBe(200)
  expect(await links()).toBe(11)
  await resetLimits()
})

test('whose address it is gets their links, whatever strangers have asked for', async () => {
  const { email } = buyer
  const used = (hits: number) =>
    shop.db.query(sql`update rate_limit set hits = ${hits} where key like 'complaint-strangers-mail:%:%'`)
  const { number } = (await shop.client().post('/public/complaints', { ...visitor(), email })).body
  const links = async () =>
    (
      await shop.db.query(sql`
        select from complaint_link l join complaint c on c.id = l.complaint_id where c.number = ${number}`)
    ).length
  await used(10)
  const ask = (who = shop.client()) => who.post('/public/complaints/link', { email, number })
  await ask()
  expect(await links()).toBe(1)
  await ask(await shop.customer())
  expect(await links()).toBe(1)
  await shop.db.query(sql`delete from rate_limit where key like 'complaint-link%'`)
  // Logged in with this address.
  await ask(buyer)
  expect(await links()).toBe(2)

  // Another complaint with this address. Once its link is opened, its mails do not count.
  await used(9)
  const second = (await shop.client().post('/public/complaints', { ...visitor(), email })).body
  expect(second.mailed).toBe(true)
  await shop.db.query(sql`delete from rate_limit where key like 'complaint-link%'`)
  await ask()
  expect(await links()).toBe(2)
  await used(10)
  await untilMailed(shop, email, `Your complaint ${second.number}`)
  const mail = (await shop.mailSoFar(email)).find(({ subject }) => subject.includes(second.number))
  expect(
    (await shop.client().post('/public/complaints/read', { token: tokenIn(mail?.text ?? '') })).status,
  ).toBe(200)
  await shop.db.query(sql`delete from rate_limit where key like 'complaint-link%'`)
  await ask()
  expect(await links()).toBe(3)
  await resetLimits()
})

test('a stranger uses up the mails of an address in their own network only, up to a number for all', async () => {
  const { email } = visitor()
  const { config } = shop.running.shop
  const from = async (address: string) => {
    const made = await shop
      .client()
      .post('/public/complaints', { ...visitor(), email }, { 'x-forwarded-for': address })
    expect(made.status).toBe(200)
    await shop.db.query(sql`delete from rate_limit where key like 'complaint-made:%'`)
    return made.body.mailed as boolean
  }
  const [stranger, owner, third] = [anotherNetwork(), anotherNetwork(), anotherNetwork()]
  config.trustProxy = true
  try {
    for (const mailed of [true, true, true, false, false]) expect(await from(stranger)).toBe(mailed)
    await shop.db.query(sql`
      update rate_limit set hits = 10 where key like 'complaint-strangers-mail:%:%' and right(key, ${stranger.length}) = ${stranger}`)
    await shop.db.query(sql`delete from rate_limit where key like 'complaint-mail:%'`)
    expect(await from(stranger)).toBe(false)
    expect(await from(owner)).toBe(true)
    await shop.db.query(sql`
      update rate_limit set hits = 50 where key like 'complaint-strangers-mail:%' and key not like 'complaint-strangers-mail:%:%'`)
    expect(await from(third)).toBe(false)
  } finally {
    config.trustProxy = false
    await resetLimits()
  }
})

const resetLinksOf = (number: string) =>
  shop.db.query(sql`
    delete from rate_limit where key like 'complaint-link:%'
      or key = (select 'complaint-link-mail:' || id from complaint where number = ${number})`)

test('who opens the link of a complaint that was dismissed meanwhile writes, and it is open again', async () => {
  const body = visitor()
  const { number } = (await shop.client().post('/public/complaints', body)).body
  await untilMailed(shop, body.email, `Your complaint ${number}`)
  const token = tokenIn((await shop.mail(body.email))[0]?.text ?? '')
  expect((await write(number, 'dismiss', 'Nobody is behind it.')).status).toBe(200)
  const stranger = shop.client()
  const shown = (await stranger.post('/public/complaints/read', { token })).body
  expect(shown).toMatchObject({ state: 'closed', answerable: true })
  const reply = () => stranger.post('/public/complaints/reply', { token, words: 'Somebody is.' })
  expect((await reply()).status).toBe(200)
  expect(await onDesk(number)).toMatchObject({ state: 'open', dueAt: expect.any(String) })
  expect((await write(number, 'solve', 'It is withdrawn.')).status).toBe(200)
  expect((await reply()).status).toBe(200)
  await write(number, 'solve', 'Once more.')
  expect((await reply()).status).toBe(409)
  await resetLimits()
})

test('who is suspended reads and answers their complaint by a link that they ask for', async () => {
  const account = await shop.customer()
  const { number } = (await account.post('/private/complaints', { category: 'account', words })).body
  const [row] = await shop.db.query<{ id: string }>(
    sql`select id from account where email = ${account.email}`,
  )
  const suspended = await admin.post(`/public/admin/accounts/${row?.id}/suspend`, { reason: 'A test.' })
  expect(suspended.status).toBe(200)
  expect((await account.get(`/private/complaints/${number}`)).status).toBe(401)
  // Complaints that strangers make with the address do not use up its links.
  for (let made = 0; made < 3; made += 1)
    expect(
      (await shop.client().post('/public/complaints', { ...visitor(), email: account.email })).status,
    ).toBe(200)
  const linkTo = (email: string) => shop.client().post('/public/complaints/link', { number, email })
  const [right, wrong] = [await linkTo(account.email), await linkTo('nobody@visitors.hariyali.test')]
  expect([right.status, wrong.status, wrong.body.msg]).toEqual([200, 200, right.body.msg])
  await untilMailed(shop, account.email, `The link to your complaint ${number}`)
  const mail = (await shop.mail(account.email)).find(({ subject }) => subject.startsWith('The link'))
  const token = tokenIn(mail?.text ?? '')
  const stranger = shop.client()
  expect((await stranger.post('/public/complaints/read', { token })).body).toMatchObject({ number })
  expect((await stranger.post('/public/complaints/reply', { token, words: 'Why?' })).status).toBe(200)
  expect((await fromDesk(number)).by).toBe('account')
  await write(number, 'answer', 'Because of this.')
  await untilMailed(shop, account.email, 'We have answered your complaint')
  const answer = (await shop.mail(account.email)).find(({ subject }) => subject.includes('We have answered'))
  expect(
    (await stranger.post('/public/complaints/read', { token: tokenIn(answer?.text ?? '') })).status,
  ).toBe(200)
  await resetLimits()
})
