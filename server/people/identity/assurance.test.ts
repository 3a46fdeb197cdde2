/** What was given in a session belongs to it and not to its account (docs/security.md, "Sessions"). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import type { EndpointSpec } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import type { Answer, TestClient } from '../../../tests/setup/client.ts'
import { ageConfirmedLogin, endRateLimits, forgetUsedAppCodes } from '../../../tests/setup/clock.ts'
import { enrol } from '../../../tests/setup/factor.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { anotherAppCode, appCode } from '../../../tests/setup/mails.ts'
import { addAdmin, adminPassword, auditOf, password } from '../../../tests/setup/people.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { requireRecentLogin } from './confirm-login.ts'

interface Person extends TestClient {
  id: string
  email: string
}
type Who = 'SELLER' | 'ADMIN'
const secretOf = { SELLER: password, ADMIN: adminPassword }

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.stop())
beforeEach(() => endRateLimits(shop))

const added = (who: Who): Promise<Person> => (who === 'SELLER' ? addSeller(shop) : addAdmin(shop))

async function another({ email }: Person, who: Who, code?: string): Promise<TestClient> {
  const client = shop.client()
  const { status } = await client.post('/auth/login', { email, password: secretOf[who], code })
  expect(status).toBe(200)
  return client
}

const statusOfMe = async (client: TestClient) => (await client.get('/private/me')).status

async function make(client: TestClient, spec: EndpointSpec, body: object = {}): Promise<Answer> {
  const examples: Record<string, string> = { email: 'a@b.test', list: 'orders', month: '2026-11', name: 'x' }
  const path = `/api/v1${spec.path.replace(/\{(\w+)\}/g, (_, name: string) => examples[name] ?? newId())}`
  if (spec.method === 'GET') return client.get(path)
  return spec.method === 'DELETE' ? client.delete(path) : client.post(path, body)
}

describe.each(['SELLER', 'ADMIN'] as const)('of a %s', (who) => {
  test('setting up an authenticator app ends every other session, and this one goes on', async () => {
    const owner = await added(who)
    const thief = await another(owner, who)
    await enrol(shop, owner)
    expect(await statusOfMe(thief)).toBe(401)
    expect(await statusOfMe(owner)).toBe(200)
    await untilMailed(shop, owner.email, 'How you log in has changed')
  })

  test(
    'a session that is older than the app is refused at every call that asks for a session',
    nightly(
      'Every call that asks for a session, with an old one. That setting up the app ends other sessions is proved above each time.',
    ),
    async () => {
      const owner = await added(who)
      const thief = await another(owner, who)
      const [kept] = await shop.db.query<{ hash: Buffer }>(sql`
      select token_hash as hash from session where account_id = ${owner.id} order by created_at desc limit 1`)
      await enrol(shop, owner)
      // As if a log-in with the password alone had come between: the session is there, and no code was given in it.
      await shop.db.query(
        sql`insert into session (token_hash, account_id, expires_at) values (${kept?.hash}, ${owner.id}, now() + interval '1 day')`,
      )
      const open: string[] = []
      let walked = 0
      for (const [id, spec] of Object.entries(endpoints)) {
        if (spec.roles.includes('visitor')) continue
        walked += 1
        const { status } = await make(thief, spec)
        if (status !== 401) open.push(`${id}: ${status}`)
      }
      expect(open).toEqual([])
      expect(walked).toBeGreaterThan(80)
      expect((await owner.get('/private/session/get')).body).toHaveLength(1)
    },
  )

  test('a log-in asks for the code, and so does confirming it', async () => {
    const owner = await added(who)
    const { secret } = await enrol(shop, owner)
    const login = (code?: string) =>
      shop.client().post('/auth/login', { email: owner.email, password: secretOf[who], code })
    expect(await login()).toMatchObject({ status: 400, body: { fields: { code: expect.any(String) } } })
    expect((await login(anotherAppCode(secret))).status).toBe(400)
    expect((await login(appCode(secret))).status).toBe(200)
    await forgetUsedAppCodes(shop, owner.id)
    const confirm = (code?: string) =>
      owner.post('/private/session/confirm', { password: secretOf[who], code })
    expect(await confirm()).toMatchObject({ status: 400, body: { fields: { code: expect.any(String) } } })
    expect((await confirm(appCode(secret))).status).toBe(200)
  })

  test('new recovery codes need a code and a recent log-in, and end every other session', async () => {
    const owner = await added(who)
    const { secret, recoveryCodes } = await enrol(shop, owner)
    const other = await another(owner, who, recoveryCodes[0])
    const renew = (code?: string) => owner.post('/private/second-factor/recovery-codes', { code })
    expect((await renew()).status).toBe(400)
    expect((await renew(anotherAppCode(secret))).status).toBe(400)
    expect(await statusOfMe(other)).toBe(200)
    expect((await renew(appCode(secret))).body.recoveryCodes).toHaveLength(10)
    expect([await statusOfMe(owner), await statusOfMe(other)]).toEqual([200, 401])
    await forgetUsedAppCodes(shop, owner.id)
    await ageConfirmedLogin(shop, owner.id)
    expect(await renew(appCode(secret))).toMatchObject({
      status: 403,
      body: { fields: { recentLogin: expect.any(String) } },
    })
  })

  test('switching the app off and another password end every other session', async () => {
    const owner = await added(who)
    const { secret, recoveryCodes } = await enrol(shop, owner)
    const before = await another(owner, who, recoveryCodes[0])
    const changed = { password: secretOf[who], newPassword: 'another-good-secret' }
    expect((await owner.post('/private/password/change', changed)).status).toBe(200)
    expect([await statusOfMe(owner), await statusOfMe(before)]).toEqual([200, 401])
    const client = shop.client()
    const login = { email: owner.email, password: 'another-good-secret', code: recoveryCodes[1] }
    expect((await client.post('/auth/login', login)).status).toBe(200)
    expect((await owner.post('/private/second-factor/remove', {})).status).toBe(400)
    expect((await owner.post('/private/second-factor/remove', { code: appCode(secret) })).status).toBe(200)
    expect([await statusOfMe(owner), await statusOfMe(client)]).toEqual([200, 401])
    const acts = (await auditOf(await addAdmin(shop), { q: owner.email })).map(({ act }) => act)
    expect(acts).toEqual(
      expect.arrayContaining(['second-factor-on', 'second-factor-off', 'password-changed']),
    )
  })

  test('another password does not make a code that was given long ago recent', async () => {
    const owner = await added(who)
    const { secret } = await enrol(shop, owner)
    await ageConfirmedLogin(shop, owner.id)
    const changed = { password: secretOf[who], newPassword: 'another-good-secret' }
    expect((await owner.post('/private/password/change', changed)).status).toBe(200)
    const remove = () => owner.post('/private/second-factor/remove', { code: appCode(secret) })
    expect(await remove()).toMatchObject({
      status: 403,
      body: { fields: { recentLogin: expect.any(String) } },
    })
  })
})

test("every call that asks for a recent log-in also asks for the code, where the account has an app: the password's time is not enough", async () => {
  const people = { SELLER: await addSeller(shop), ADMIN: await addAdmin(shop) }
  for (const person of Object.values(people)) {
    await enrol(shop, person)
    await shop.db.query(sql`
      update second_factor set confirmed_at = now() - interval '1 hour' where account_id = ${person.id}`)
    await shop.db.query(sql`
      update session set confirmed_at = now(), factor_at = now() - interval '11 minutes' where account_id = ${person.id}`)
  }
  const profile = (await people.SELLER.get('/private/profile')).body
  const { SELLER, ADMIN } = people
  const asked = await Promise.all([
    SELLER.post('/private/profile/edit-seller', { ...profile, companyName: 'Another Name' }),
    SELLER.get('/private/profile/bank-account'),
    ADMIN.post(`/public/admin/sellers/${SELLER.id}/bank-account`),
    ADMIN.get('/public/admin/export/orders'),
    ADMIN.post('/public/admin/settlement-runs', { upTo: '2026-01-31' }),
    // An exchange refunds where the replacement cannot be sent.
    ...['refund', 'exchange'].map((decision) =>
      ADMIN.post(`/public/admin/returns/${SELLER.id}/decide`, { decision, note: 'We have looked at it.' }),
    ),
    ...[SELLER, ADMIN].flatMap((person) => [
      person.post('/private/second-factor/begin'),
      person.post('/private/second-factor/recovery-codes', { code: '000000' }),
      person.post('/private/second-factor/remove', { code: '000000' }),
    ]),
  ])
  expect(asked.map(({ status, body }) => [status, Object.keys(body.fields ?? {})])).toEqual(
    asked.map(() => [403, ['recentLogin']]),
  )
})

test("a seller's name, GST number and address change after a recent log-in only", async () => {
  const seller = await addSeller(shop)
  const { secret } = await enrol(shop, seller)
  await ageConfirmedLogin(shop, seller.id)
  const profile = (await seller.get('/private/profile')).body
  const edit = (changed: object) => seller.post('/private/profile/edit-seller', { ...profile, ...changed })
  const identities = [
    { companyName: 'Another Name' },
    { gst: '29AAGCB7383J1Z4' },
    { address: { ...profile.address, city: 'Pune' } },
    { bankDetails: { ...profile.bankDetails, accountNo: '999988887777' } },
  ]
  for (const changed of identities) expect((await edit(changed)).status, JSON.stringify(changed)).toBe(403)
  expect((await edit({ mobile: '9123456789' })).status).toBe(200)
  const confirm = (code?: string) => seller.post('/private/session/confirm', { password, code })
  expect((await confirm()).status).toBe(400)
  expect((await edit(identities[0]!)).status).toBe(403)
  expect((await confirm(appCode(secret))).status).toBe(200)
  expect((await edit(identities[0]!)).status).toBe(200)
})

test('an account is no session, whatever fields it has', () => {
  const account = {
    tokenHash: Buffer.alloc(32),
    accountId: '',
    email: '',
    role: 'ADMIN' as const,
    confirmedUntil: new Date(),
    secondFactor: true,
  }
  // @ts-expect-error -- Only the table of sessions gives a session.
  expect(() => requireRecentLogin(account)).not.toThrow()
})

test('an administrator switches the app of a seller off who has lost it, with a reason; all sessions end and the seller is told', async () => {
  const admin = await addAdmin(shop)
  const seller = await addSeller(shop)
  const path = `/public/admin/accounts/${seller.id}/remove-second-factor`
  const reason = 'Called back at the number of the profile.'
  expect((await admin.post(path, { reason })).status).toBe(409)
  await enrol(shop, seller)
  const listed = async () =>
    (await admin.get(`/public/admin/all-sellers?q=${seller.email}`)).body.map((one: any) => one.secondFactor)
  expect(await listed()).toEqual([true])
  await ageConfirmedLogin(shop, admin.id)
  expect((await admin.post(path, { reason })).body.fields).toHaveProperty('recentLogin')
  await admin.post('/private/session/confirm', { password: adminPassword })
  expect((await admin.post(path, {})).status).toBe(400)
  expect((await admin.post(path, { reason })).status).toBe(200)
  expect(await listed()).toEqual([false])
  expect(await statusOfMe(seller)).toBe(401)
  await another(seller, 'SELLER')
  expect(await auditOf(admin, { q: seller.email, act: 'second-factor-off' })).toMatchObject([
    { by: { name: admin.email }, note: reason },
  ])
  expect(await shop.mail(seller.email, 2)).toHaveLength(2)
  // An administrator's is removed by the command only.
  const other = await addAdmin(shop)
  await enrol(shop, other)
  const refused = await admin.post(`/public/admin/accounts/${other.id}/remove-second-factor`, { reason })
  expect(refused.status).toBe(404)
})
