/** A rehearsal shop, in which not everything is real, has a notice everywhere. */
// @module-tag nightly: It starts a dozen shops with other settings. The notice is no rule of a shop that is open.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { hashPassword } from '../../people/identity/passwords.ts'
import { newId } from '../db/ids.ts'
import { sql } from '../db/sql.ts'
import { readAdminPaths } from '../../administration/paths.ts'

const words = 'Rehearsal: payments, parcels and e-mails are not real.'
const production = { NODE_ENV: 'production', ADMIN_SECOND_FACTOR: 'optional' }
const keys = {
  RAZORPAY_KEY_ID: 'rzp_test_00000000000000',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'secret',
}
const courier = {
  SHIPROCKET_EMAIL: 'api@shop.example',
  SHIPROCKET_PASSWORD: 'secret',
  SHIPROCKET_WEBHOOK_TOKEN: 'secret',
}
const mail = { SMTP_URL: 'smtp://127.0.0.1:9' }

let shop: TestShop
let open: TestShop
beforeAll(async () => {
  shop = await startTestShop({ pages: true, env: { ...production, REHEARSAL: 'true' } })
  open = await startTestShop({ pages: true })
})
afterAll(async () => {
  await shop.stop()
  await open.stop()
})

const linesIn = (html: string) => [...html.matchAll(/<aside aria-label="About this shop"[^>]*>.*?<\/aside>/g)]
const publicPages = ['/', '/terms-and-conditions', '/search/soap', '/login', '/register', '/register-seller']
const privatePages = ['/cart', '/wishlist', '/my-orders', '/profile', '/seller-dashboard', '/manage-orders']
const otherPages = [
  '/nowhere',
  '/product/0191d7a0-0000-7000-8000-000000000001',
  '/products/category/x',
  '/api/docs',
]

test.each([...publicPages, ...privatePages, ...otherPages])(
  '%s says in a rehearsal that it is one, once and before anything else, and nothing of it in another shop',
  async (path) => {
    // The second response of a public page is the cached one.
    for (const _ of [1, 2]) {
      const { body } = await shop.client().get<string>(path)
      expect(linesIn(body).map(([line]) => line.replace(/<[^>]+>/g, ''))).toEqual([words])
      expect(body.replace(/[^]*<body[^>]*>\s*/, '')).toMatch(/^<aside/)
    }
    const { body } = await open.client().get<string>(path)
    expect(body).not.toContain('Rehearsal')
    expect(body).not.toContain('About this shop')
  },
)

test("the document of the administrator's pages has the notice, and the settings tell it to the pages", async () => {
  for (const [one, said] of [
    [shop, words],
    [open, null],
  ] as const) {
    const email = 'boss@shop.example'
    await one.db.query(sql`
      insert into account (id, email, role, password_hash, email_verified_at)
      values (${newId()}, ${email}, 'ADMIN', ${await hashPassword('an administrator')}, now())`)
    const boss = one.client()
    expect((await boss.post('/auth/login', { email, password: 'an administrator' })).status).toBe(200)
    const { overview } = await readAdminPaths(one.db)
    const { body } = await boss.get<string>(`/${overview}`)
    expect(body).toContain('<div id="console">')
    expect(linesIn(body).map(([line]) => line.replace(/<[^>]+>/g, ''))).toEqual(said ? [said] : [])
    expect((await one.client().get('/public/settings')).body).toMatchObject({
      rehearsal: said,
      mailboxUrl: said ? null : '/dev/mailbox',
    })
  }
})

// Before the second node is started, which would send some of the mail.
test('every mail of a rehearsal has the notice in its first line', async () => {
  const sent: { text: string; html: string }[] = []
  shop.running.shop.mail.send = async (message) => void sent.push(message)
  const email = 'asha@buyers.example'
  const signup = { firstName: 'A', lastName: 'B', email, mobile: '9000000000', password: 'a-good-password' }
  expect((await shop.client().post('/auth/customer/signup', signup)).status).toBe(200)
  await expect.poll(() => sent.length, { timeout: 30_000 }).toBe(1)
  expect(sent[0]?.text.split('\n')[0]).toBe(words)
  expect(sent[0]?.html.replace(/<[^>]+>/g, '').trim()).toMatch(new RegExp(`^${words}`))
})

test('a rehearsal has no /dev, and its 503 page has the notice, too', async () => {
  for (const path of ['/dev/mailbox', '/dev/mailbox.json'])
    expect((await shop.client().get(path)).status).toBe(404)
  const full = await shop.secondNode({ MAX_IN_FLIGHT: '1', MAX_BURST: '1' })
  await shop.db.transaction(async (tx) => {
    await tx.execute('lock table product in access exclusive mode')
    const asked = Array.from({ length: 12 }, (_, i) => fetch(`${full}/search/soap?x=${i}`))
    const first = await Promise.race(asked)
    expect(first.status).toBe(503)
    expect(linesIn(await first.text())).toHaveLength(1)
    void Promise.allSettled(asked)
  })
})

test('outside of production, too, no page leads to the mailbox where a mail server is set', async () => {
  expect(await settingsAt(await open.secondNode(mail))).toMatchObject({ mailboxUrl: null })
})

const settingsAt = async (url: string) => (await fetch(`${url}/api/v1/public/settings`)).json()

test.each([
  [{ ...keys, ...courier, ...mail }, 'payments are not real.', 'RAZORPAY_KEY_ID is a test key'],
  [
    { ...keys, ...mail },
    'payments and parcels are not real.',
    'SHIPROCKET_WEBHOOK_TOKEN missing; RAZORPAY_KEY_ID is a test key',
  ],
  [{ ...courier, ...mail }, 'payments are not real.', 'RAZORPAY_WEBHOOK_SECRET missing'],
] as const)(
  'with %o a rehearsal says %s; without REHEARSAL the start names %s',
  async (env, said, refused) => {
    const rehearsed = await shop.secondNode({ ...env, REHEARSAL: 'true' })
    expect(await settingsAt(rehearsed)).toMatchObject({ rehearsal: `Rehearsal: ${said}` })
    await expect(shop.secondNode({ ...env, REHEARSAL: 'false' })).rejects.toThrow(refused)
  },
)

test('with real providers a shop starts without the notice; if it is still called a rehearsal it says that it is not open', async () => {
  const real = { ...keys, RAZORPAY_KEY_ID: 'rzp_live_00000000000000', ...courier, ...mail }
  expect(await settingsAt(await shop.secondNode({ ...real, REHEARSAL: 'false' }))).toMatchObject({
    rehearsal: null,
  })
  expect(await settingsAt(await shop.secondNode(real))).toMatchObject({
    rehearsal: 'Rehearsal: this shop is not open yet.',
  })
})
