/** Owners invite, suspend and remove administrators, who may do what their duties say (decision 11). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, type TestClient } from '../../../tests/setup/client.ts'
import { addAdmin, type Admin, adminPassword, auditOf, logIn } from '../../../tests/setup/people.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { makeAdmin } from '../make-admin.ts'

let shop: TestShop
let owner: Admin
beforeAll(async () => {
  shop = await startTestShop()
  owner = await addAdmin(shop)
})
afterAll(() => shop.stop())

const base = '/public/admin/administrators'
const inviting = '/public/admin/administrators/invite'
const withdrawing = (id: string) => `/public/admin/administrators/invitations/${id}/withdraw`
const changing = {
  duties: (id: string) => `/public/admin/administrators/${id}/duties`,
  suspend: (id: string) => `/public/admin/administrators/${id}/suspend`,
  reinstate: (id: string) => `/public/admin/administrators/${id}/reinstate`,
  remove: (id: string) => `/public/admin/administrators/${id}/remove`,
}
const newEmail = () => `invited-${newId()}@hariyali.test`
const long = 'tamarind-and-jute'

/** The token of the newest invitation to this e-mail. */
async function tokenFor(email: string, count = 1): Promise<string> {
  const [mail] = await shop.mail(email, count)
  return /\/invitation#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}
async function invite(email: string, duties: readonly string[] = ['finance']): Promise<string> {
  const { status, body } = await owner.post(inviting, { email, duties })
  expect([status, body.msg]).toEqual([200, `The invitation is on its way to ${email}.`])
  return tokenFor(email)
}
const accept = (token: string, newPassword = long) =>
  shop.client().post('/auth/invitation/accept', { token, newPassword })

test('an invited person chooses a long password by the link, once, and may do what their duties say', async () => {
  const email = newEmail()
  const token = await invite(email)
  expect(JSON.stringify(await shop.db.query(sql`select * from invitation`))).not.toContain(token)
  const { body: listed } = await owner.get(base)
  expect(listed.invitations).toMatchObject([{ email, duties: ['finance'], invitedBy: owner.email }])

  const short = await accept(token, 'eleven-char')
  expect([short.status, Object.keys(short.body.fields)]).toEqual([400, ['newPassword']])
  expect((await accept('A'.repeat(43))).status).toBe(409)
  const tries = await Promise.all([accept(token), accept(token)])
  expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await accept(token)).status).toBe(409)

  const invited = shop.client()
  await logIn(invited, email, long)
  expect((await invited.get('/public/admin/me')).body.duties).toEqual(['finance'])
  expect((await invited.get('/public/admin/payouts')).status).toBe(200)
  const refused = await invited.get(base)
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([403, ['duty']])
  expect((await auditOf(owner, { act: 'invitation-accepted' }))[0]).toMatchObject({
    by: { name: email },
    note: 'finance',
  })
})

test('a link is void after its time, when it is replaced or withdrawn, and when one of the two behind it is no owner any more', async () => {
  const other = await addAdmin(shop)
  const [late, replaced, withdrawn] = [newEmail(), newEmail(), newEmail()]
  // With two owners an invitation needs both: the one who confirms it is its sender.
  const asked = async (email: string) => {
    const { body } = await owner.post(inviting, { email, duties: ['support'] })
    expect((await other.post(`/public/admin/approvals/${body.approvalId}/confirm`)).status).toBe(200)
  }
  const tokens: string[] = []
  for (const email of [late, replaced, withdrawn]) {
    await asked(email)
    tokens.push(await tokenFor(email))
  }
  await shop.db.query(sql`update invitation set expires_at = now() where email = ${late}`)
  await asked(replaced)
  const { invitations } = (await owner.get(base)).body
  const { id } = invitations.find(({ email }: { email: string }) => email === withdrawn)
  expect((await owner.post(withdrawing(id))).status).toBe(200)
  for (const token of tokens) expect((await accept(token)).status).toBe(409)

  const good = await tokenFor(replaced, 2)
  expect((await owner.post(changing.suspend(other.id), { reason: 'gone' })).status).toBe(200)
  expect((await accept(good)).status).toBe(409)
  await owner.post(changing.reinstate(other.id), { reason: 'back' })
  await logIn(other, other.email, adminPassword)

  // Of who asked for it, too: one of an asker who is suspended, and one of an asker who is removed.
  for (const change of ['suspend', 'remove'] as const) {
    const asker = await addAdmin(shop)
    const email = newEmail()
    const { body } = await asker.post(inviting, { email, duties: ['support'] })
    expect((await owner.post(`/public/admin/approvals/${body.approvalId}/confirm`)).status).toBe(200)
    const token = await tokenFor(email)
    await shop.db.query(
      change === 'suspend'
        ? sql`update account set suspended_at = now(), suspended_reason = 'gone' where id = ${asker.id}`
        : sql`delete from account where id = ${asker.id}`,
    )
    expect((await accept(token)).status, change).toBe(409)
    await shop.db.query(sql`delete from account where id = ${asker.id}`)
  }
  await shop.db.query(sql`delete from account where id = ${other.id}`)
})

test('nobody with an account is invited; a sign-up that was never verified is replaced', async () => {
  const { email } = await shop.customer()
  const answer = await owner.post(inviting, { email, duties: ['support'] })
  expect(answer.status).toBe(409)
  const stranger = newEmail()
  const signUp = { firstName: 'Any', lastName: 'Body', email: stranger, mobile: '9876543210', password: long }
  await shop.client().post('/auth/customer/signup', signUp)
  const { status } = await owner.post(inviting, { email: stranger, duties: ['support'] })
  expect(status).toBe(200)
  const [mail] = (await shop.mail(stranger, 2)).filter(({ subject }) => subject.startsWith('You are invited'))
  const token = /\/invitation#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  expect((await accept(token, 'another-long-one')).status).toBe(200)
  expect((await shop.client().post('/auth/login', { email: stranger, password: long })).status).toBe(400)
  await logIn(shop.client(), stranger, 'another-long-one')
})

test('suspending and removing end the sessions at once, and the audit keeps who did what', async () => {
  const other = await addAdmin(shop, newEmail(), ['support', 'catalogue'])
  const login = () => shop.client().post('/auth/login', { email: other.email, password: adminPassword })
  expect((await other.get('/public/admin/counts')).status).toBe(200)
  const change = (what: keyof typeof changing, body: object) => owner.post(changing[what](other.id), body)

  expect((await change('suspend', { reason: 'on leave' })).status).toBe(200)
  expect((await other.get('/public/admin/counts')).status).toBe(401)
  expect((await login()).status).toBeGreaterThan(399)
  expect((await shop.mail(other.email))[0]?.text).toContain('on leave')
  expect((await change('suspend', { reason: 'again' })).status).toBe(409)
  expect((await change('reinstate', { reason: 'back' })).status).toBe(200)
  await logIn(other, other.email, adminPassword)

  expect((await other.get('/public/admin/category-tree')).status).toBe(200)
  expect((await change('duties', { duties: ['finance'] })).status).toBe(200)
  expect((await other.get('/public/admin/failed-jobs')).status).toBe(403)
  expect((await other.get('/public/admin/balances')).status).toBe(200)

  expect((await change('remove', { reason: 'has left' })).status).toBe(200)
  expect((await other.get('/public/admin/counts')).status).toBe(401)
  expect((await login()).status).toBe(400)
  const entries = await auditOf(owner, { q: other.email })
  expect(entries.map(({ act }) => act)).toEqual(
    expect.arrayContaining([
      'administrator-suspended',
      'administrator-reinstated',
      'duties-changed',
      'administrator-removed',
    ]),
  )
  expect((await auditOf(owner, { act: 'administrator-removed' }))[0]).toMatchObject({
    by: { name: owner.email },
    to: { name: other.email },
    note: 'has left',
  })
})

test('the last owner stays: for themselves, for the database, and when two owners remove each other', async () => {
  for (const [what, body] of [
    ['suspend', { reason: 'x' }],
    ['remove', { reason: 'x' }],
    ['duties', { duties: ['support'] }],
  ] as const)
    expect((await owner.post(changing[what](owner.id), body)).status, what).toBe(409)
  const last = sql`email = ${owner.email}`
  for (const statement of [
    sql`update account set suspended_at = now() where ${last}`,
    sql`update account set duties = '{support}' where ${last}`,
    sql`update account set role = 'CUSTOMER', duties = '{}' where ${last}`,
    sql`delete from account where ${last}`,
  ])
    await expect(shop.db.query(statement)).rejects.toThrow('the last owner stays')

  for (const what of ['suspend', 'remove', 'suspend', 'remove'] as const) {
    const two = await Promise.all([addAdmin(shop), addAdmin(shop)])
    await shop.db.query(
      sql`update account set duties = '{support}' where role = 'ADMIN' and id <> all(${two.map(({ id }) => id)}::uuid[])`,
    )
    const strike = (from: Admin, to: Admin) => from.post(changing[what](to.id), { reason: 'raced' })
    const answers = await Promise.all([strike(two[0]!, two[1]!), strike(two[1]!, two[0]!)])
    // The one who is late finds no owner left, or is logged out already.
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses[0]).toBe(200)
    expect([401, 403, 404, 409]).toContain(statuses[1])
    const left = await shop.db.query(
      sql`select email from account where role = 'ADMIN' and suspended_at is null and 'owner' = any(duties)`,
    )
    expect(left).toHaveLength(1)
  }
  await makeAdmin(shop.running.shop, { email: owner.email, password: adminPassword })
  await logIn(owner, owner.email, adminPassword)
})

test('make-admin makes an owner, also of an administrator who is suspended', async () => {
  const other = await addAdmin(shop, newEmail(), ['support'])
  await owner.post(changing.suspend(other.id), { reason: 'by mistake' })
  await makeAdmin(shop.running.shop, { email: other.email, password: long })
  await logIn(other, other.email, long)
  expect((await other.get('/public/admin/me')).body.duties).toEqual(['owner', 'support'])
  await owner.post(changing.remove(other.id), { reason: 'done' })
})

test('where a second factor is required, an invited person sets it up before anything else', async () => {
  const email = newEmail()
  await shop.db.query(
    sql`update account set duties = '{support}' where role = 'ADMIN' and email <> ${owner.email}`,
  )
  const token = await invite(email)
  const strict: TestClient = createClient(await shop.secondNode({ ADMIN_SECOND_FACTOR: 'required' }))
  expect((await strict.post('/auth/invitation/accept', { token, newPassword: long })).status).toBe(200)
  await logIn(strict, email, long)
  expect((await strict.get('/public/admin/payouts')).body.fields).toHaveProperty('secondFactor')
  expect((await strict.post('/private/second-factor/begin')).status).toBe(200)
})
