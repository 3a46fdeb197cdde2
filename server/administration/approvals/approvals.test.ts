/** What pays, reinstates or changes policies needs two administrators where there are two (decision 11). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EndpointSpec } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import type { Answer } from '../../../tests/setup/client.ts'
import { ageConfirmedLogin, awayFrom } from '../../../tests/setup/clock.ts'
import { untilWaitingForLock } from '../../../tests/setup/locks.ts'
import { addAdmin, type Admin, adminPassword, auditOf, logIn } from '../../../tests/setup/people.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { dayAgo, sellThreePieces, settle } from '../../../tests/setup/settling.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let owner: Admin
let finance: Admin
let other: Admin
let support: Admin
beforeAll(async () => {
  shop = await startTestShop()
  owner = await addAdmin(shop)
  finance = await addAdmin(shop, undefined, ['finance'])
  other = await addAdmin(shop, undefined, ['finance'])
  support = await addAdmin(shop, undefined, ['support'])
})
beforeEach(() => awayFrom('midnight'))
afterAll(() => shop.stop())

const base = '/public/admin/approvals'
const listFor = async (admin: Admin, query = '') => (await admin.get(base + query)).body
const deciding = {
  confirm: (id: string) => `/public/admin/approvals/${id}/confirm`,
  decline: (id: string) => `/public/admin/approvals/${id}/decline`,
  withdraw: (id: string) => `/public/admin/approvals/${id}/withdraw`,
}
const decide = (admin: Admin, id: string, what: keyof typeof deciding, body?: object) =>
  admin.post(deciding[what](id), body)

let days = 10
/** Asks for a shipping charge of a weight of its own, from a day to come. */
async function ask(admin = finance, upToGrams = (days += 1)): Promise<string> {
  const body = { upToGrams, base: 41, furtherKg: 9, from: dayAgo(-5) }
  const answer = await admin.post('/public/admin/rates/shipping', body)
  expect([answer.status, answer.body.msg]).toEqual([202, expect.stringContaining('Another administrator')])
  return answer.body.approvalId
}
const chargesOf = async (grams: number) =>
  (await shop.db.query(sql`select from shipping_charge where up_to_grams = ${grams}`)).length

describe('a call that needs a second person', () => {
  test('is made by the one who confirms it, once, with both people in the audit', async () => {
    const seller = await addSeller(shop)
    await sellThreePieces(shop, seller, 20)
    await settle(shop, dayAgo(2))
    const [payout] = (await finance.get('/public/admin/payouts')).body
    const utr = 'HDFCN52026112599999'
    const asked = await finance.post(`/public/admin/payouts/${payout.id}/paid`, { utr })
    expect(asked.status).toBe(202)
    const id = asked.body.approvalId
    const stateOf = async () => (await finance.get('/public/admin/payouts')).body[0].state
    expect(await stateOf()).toBe('ready')

    const [waiting] = await listFor(other)
    expect(waiting).toMatchObject({
      id,
      title: 'Mark a payout as paid',
      askedBy: finance.email,
      own: false,
      state: 'waiting',
      facts: [
        { label: 'Seller', value: expect.stringContaining(payout.seller.company) },
        { label: 'Payout', value: expect.stringContaining('332.91') },
        { label: 'Now', value: 'waits for a bank file' },
        { label: 'UTR', value: utr },
      ],
    })
    expect((await listFor(finance))[0]).toMatchObject({ id, own: true })
    expect(await listFor(support)).toEqual([])
    const [row] = await shop.db.query<{ sealed: string }>(
      sql`select call_sealed as sealed from approval where id = ${id}`,
    )
    expect(row?.sealed).not.toContain(utr)

    expect((await decide(finance, id, 'confirm')).status).toBe(409)
    expect((await decide(support, id, 'confirm')).status).toBe(403)
    expect((await decide(support, id, 'decline', { reason: 'x' })).status).toBe(403)
    await ageConfirmedLogin(shop, other.id)
    expect((await decide(other, id, 'confirm')).body.fields).toHaveProperty('recentLogin')
    await other.post('/private/session/confirm', { password: adminPassword })
    const done = await decide(other, id, 'confirm')
    expect([done.status, done.body.msg]).toEqual([200, 'The payout is marked as paid.'])
    expect(await stateOf()).toBe('paid')
    expect((await decide(owner, id, 'confirm')).status).toBe(409)
    expect((await auditOf(owner, { act: 'payout-paid' }))[0]).toMatchObject({
      by: { name: other.email },
      note: `UTR ${utr} Asked for by ${finance.email}.`,
    })
    expect((await auditOf(owner, { act: 'call-asked' }))[0]).toMatchObject({ by: { name: finance.email } })
    expect((await listFor(finance, '?show=all'))[0]).toMatchObject({
      state: 'confirmed',
      decidedBy: other.email,
      outcome: 'The payout is marked as paid.',
    })
  })

  test('is made once when two confirm it at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await ask()
      const answers = await Promise.all([decide(other, id, 'confirm'), decide(owner, id, 'confirm')])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      expect(await chargesOf(days)).toBe(1)
    }
  })

  test('is declined by another, withdrawn by the asker, and expires', async () => {
    const [declined, withdrawn, expired] = [await ask(), await ask(), await ask()]
    expect((await decide(finance, declined, 'decline', { reason: 'mine' })).status).toBe(409)
    expect((await decide(other, declined, 'decline', { reason: 'too dear' })).status).toBe(200)
    expect((await decide(other, withdrawn, 'withdraw')).status).toBe(404)
    expect((await decide(finance, withdrawn, 'withdraw')).status).toBe(200)
    await shop.db.query(sql`update approval set expires_at = now() where id = ${expired}`)
    for (const id of [declined, withdrawn, expired])
      expect((await decide(owner, id, 'confirm')).status).toBe(409)
    const states = new Map(
      (await listFor(other, '?show=all')).map((one: { id: string }) => [one.id, one] as const),
    )
    expect(states.get(declined)).toMatchObject({ state: 'declined', outcome: 'too dear' })
    expect(states.get(withdrawn)).toMatchObject({ state: 'withdrawn' })
    expect(states.get(expired)).toMatchObject({ state: 'expired' })
    expect(await listFor(other)).toEqual([])
  })

  test('is void once the asker may not make it any more', async () => {
    const gone = await addAdmin(shop, undefined, ['finance'])
    const id = await ask(gone)
    await owner.post(`/public/admin/administrators/${gone.id}/suspend`, { reason: 'stolen laptop' })
    expect((await decide(other, id, 'confirm')).body.msg).toContain('may not ask for this any more')
    expect(await chargesOf(days)).toBe(0)
  })

  test('is void once the asker was signed out everywhere, though they are back', async () => {
    const [back, second] = [await addAdmin(shop, undefined, ['finance']), await addAdmin(shop)]
    const id = await ask(back)
    const path = `/public/admin/administrators/${back.id}`
    await owner.post(`${path}/suspend`, { reason: 'stolen laptop' })
    const { body } = await owner.post(`${path}/reinstate`, { reason: 'a new one' })
    expect((await decide(second, body.approvalId, 'confirm')).status).toBe(200)
    expect((await listFor(other)).find((one: { id: string }) => one.id === id)).toMatchObject({
      changed: true,
    })
    const late = await decide(other, id, 'confirm')
    expect([late.status, late.body.msg]).toEqual([409, expect.stringContaining('was signed out')])
    await logIn(back, back.email, adminPassword)
    const own = await ask(back)
    const passwords = { password: adminPassword, newPassword: 'tamarind-and-jute' }
    expect((await back.post('/private/password/change', passwords)).status).toBe(200)
    expect((await decide(other, own, 'confirm')).status).toBe(409)
    expect((await decide(other, await ask(back), 'confirm')).status).toBe(200)
  })

  test('is not made where one of the two is suspended while it waits for a lock', async () => {
    for (const who of ['asker', 'confirmer'] as const) {
      const [asker, confirmer] = [await addAdmin(shop, undefined, ['finance']), await addAdmin(shop)]
      const id = await ask(asker)
      let done: Promise<Answer> | undefined
      await shop.db.transaction(async (tx) => {
        await tx.query(sql`lock table shipping_charge in share row exclusive mode`)
        done = decide(confirmer, id, 'confirm')
        await untilWaitingForLock(shop)
        const path = `/public/admin/administrators/${(who === 'asker' ? asker : confirmer).id}/suspend`
        expect((await owner.post(path, { reason: 'stolen laptop' })).status).toBe(200)
      })
      expect((await done!).status).toBe(409)
      expect(await chargesOf(days)).toBe(0)
    }
  })

  test('does nothing where what it is about has changed since, also by the same call of somebody else', async () => {
    const { email } = await shop.customer()
    const [account] = await shop.db.query<{ id: string }>(sql`select id from account where email = ${email}`)
    const path = `/public/admin/accounts/${account?.id}`
    await support.post(`${path}/suspend`, { reason: 'late parcels' })
    const { body } = await support.post(`${path}/reinstate`, { reason: 'solved' })
    await shop.db.query(sql`update account set suspended_reason = 'fraud' where id = ${account?.id ?? ''}`)
    const changed = await decide(owner, body.approvalId, 'confirm')
    expect([changed.status, changed.body.msg]).toEqual([409, expect.stringContaining('has changed since')])

    const [first, second] = [await ask(finance, 7_777), await ask(finance, 7_777)]
    expect((await decide(other, first, 'confirm')).status).toBe(200)
    expect((await decide(other, second, 'confirm')).status).toBe(409)
    const failed = (await listFor(other, '?show=all')).find(({ id }: { id: string }) => id === second)
    expect(failed).toMatchObject({ state: 'failed', outcome: expect.stringContaining('has changed since') })
  })
})

test('the database refuses that somebody confirms their own call', async () => {
  const id = await ask()
  await expect(
    shop.db.query(sql`
      update approval set state = 'confirmed', decided_by = asked_by, decided_at = now() where id = ${id}`),
  ).rejects.toThrow('approval_not_ones_own')
})

test('who could make it alone makes it at once', async () => {
  const alone = await startTestShop()
  try {
    const only = await addAdmin(alone, undefined, ['owner'])
    await addAdmin(alone, undefined, ['support'])
    const suspended = await addAdmin(alone, undefined, ['finance'])
    await only.post(`/public/admin/administrators/${suspended.id}/suspend`, { reason: 'on leave' })
    const body = { upToGrams: 123, base: 41, furtherKg: 9, from: dayAgo(-5) }
    expect((await only.post('/public/admin/rates/shipping', body)).status).toBe(200)
    const invited = { email: `new-${newId()}@hariyali.test`, duties: ['finance'] }
    expect((await only.post('/public/admin/administrators/invite', invited)).status).toBe(200)
  } finally {
    await alone.stop()
  }
})

test('every call that declares it asks for a recent login, and no second person is asked without one', async () => {
  const admin = await addAdmin(shop)
  const seller = await addSeller(shop)
  for (const { id } of [admin, seller]) await ageConfirmedLogin(shop, id)
  const declared = Object.entries(endpoints).filter(([, spec]) => spec.recentLogin)
  expect(declared.length).toBeGreaterThan(25)
  const missing: string[] = []
  for (const [name, spec] of declared) {
    const path = spec.path.replace(/\{\w+\}/g, newId())
    const caller = spec.roles.includes('ADMIN') ? admin : seller
    const { status, body } = await (spec.method === 'GET' ? caller.get(path) : caller.post(path, {}))
    if (status !== 403 || !body.fields?.recentLogin) missing.push(`${name}: ${status}`)
  }
  expect(missing).toEqual([])
  const second = Object.values(endpoints).filter(({ secondPerson }) => secondPerson) as EndpointSpec[]
  expect(second.length).toBeGreaterThan(15)
  expect(second.filter(({ recentLogin }) => !recentLogin)).toEqual([])
  await logIn(admin, admin.email, adminPassword)
})
