/** Unlimited repeats of an action make a limited number of entries (docs/data-retention.md). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { addAdmin, auditOf, browserAt, signedIn } from '../../../tests/setup/people.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { awayFrom, endRateLimits } from '../../../tests/setup/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { enforceRetention } from '../../administration/retention/enforce-retention.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true' } })
})
afterAll(() => shop.stop())
beforeEach(async () => {
  // Repeats in the next hour are counted from zero.
  await awayFrom('hour')
  await endRateLimits(shop)
  await shop.db.query(sql`delete from audit_repeat`)
})

const entries = async (act: string) =>
  (
    await shop.db.query<{ count: number }>(sql`select count(*) as count from audit_entry where act = ${act}`)
  )[0]?.count ?? Number.NaN
/** The number of entries that `work` makes, after its hour and after another run of the timer. */
async function leaves(act: string, work: () => Promise<void>): Promise<number> {
  const before = await entries(act)
  await work()
  await hourIsOver()
  await enforceRetention(shop.running.shop)
  await enforceRetention(shop.running.shop)
  return (await entries(act)) - before
}
const hourIsOver = () => shop.db.query(sql`update audit_repeat set hour = hour - interval '1 hour'`)
async function guess(times: number, email: (i: number) => string, ip?: (i: number) => string): Promise<void> {
  for (let from = 0; from < times; from += 10) {
    await endRateLimits(shop)
    await Promise.all(
      Array.from({ length: Math.min(10, times - from) }, (_, i) =>
        browserAt(shop, ip?.(from + i) ?? '10.9.9.9').post('/auth/login', {
          email: email(from + i),
          password: 'wrong',
        }),
      ),
    )
  }
}

describe('wrong log-ins of one network', () => {
  test('for e-mails that nobody has leave two entries, the second of which tells how many there were', async () => {
    expect(await leaves('login-failed', () => guess(60, (i) => `nobody-${i}@guess.test`))).toBe(2)
    const [last, first] = await auditOf(await addAdmin(shop), { act: 'login-failed' })
    expect(first).toMatchObject({ ip: '10.9.9.9', note: null })
    expect(last).toMatchObject({
      by: null,
      to: { kind: 'account', id: null, name: 'unknown e-mail' },
      ip: '10.9.9.9',
      note: expect.stringMatching(/^59 more from \d{4}-\d\d-\d\dT[\d:.]+Z to \d{4}-/),
    })
  })

  test(
    'for an account leave two entries that name it, and the next hour begins anew',
    nightly(
      'One more kind of the same entries. Those for e-mails that nobody has are counted above each time.',
    ),
    async () => {
      const email = 'guessed@guess.test'
      await signedIn(shop, email)
      expect(await leaves('login-failed', () => guess(20, () => email))).toBe(2)
      expect(await leaves('login-failed', () => guess(1, () => email))).toBe(1)
      const admin = await addAdmin(shop)
      const notes = (await auditOf(admin, { act: 'login-failed', q: email })).map(({ note }) => note)
      expect(notes).toEqual([null, expect.stringMatching(/^19 more /), null])
    },
  )
})

test(
  'wrong log-ins from networks without end leave as many entries as fifty networks',
  nightly(
    'Thousands of log-ins. Repeated entries are counted in one in the other tests of this file each time.',
  ),
  async () => {
    const ip = (i: number) => `2001:db8:${i.toString(16)}::1`
    const left = await leaves('login-failed', () => guess(120, (i) => `many-${i}@guess.test`, ip))
    // Each concurrent try may add one more entry.
    expect(left).toBeGreaterThan(50)
    expect(left).toBeLessThan(75)
    const [row] = await shop.db.query<{ told: number }>(sql`
    select sum(coalesce(substring(note from '^(\\d+) more')::int, 1)) as told from audit_entry
    where act = 'login-failed' and at > now() - interval '1 minute' and to_id is null and (ip like '2001:db8:%' or ip is null)`)
    expect(Number(row?.told)).toBe(120)
  },
)

test('log-ins and log-outs of an own account are written one by one up to a hundred an hour', async () => {
  const email = 'often@guess.test'
  await signedIn(shop, email)
  const before = await entries('login')
  for (let times = 0; times < 3; times += 1) {
    const browser = browserAt(shop, '10.9.9.8')
    await browser.post('/auth/login', { email, password: 'green-and-secret' })
    await browser.post('/auth/logout')
  }
  expect((await entries('login')) - before).toBe(3)
  await shop.db.query(sql`update audit_repeat set times = 100 where act = 'login'`)
  const browser = browserAt(shop, '10.9.9.8')
  await browser.post('/auth/login', { email, password: 'green-and-secret' })
  expect((await entries('login')) - before).toBe(3)
  await hourIsOver()
  await Promise.all([enforceRetention(shop.running.shop), enforceRetention(shop.running.shop)])
  const told = await auditOf(await addAdmin(shop), { act: 'login', q: email })
  expect(told[0]).toMatchObject({ by: { name: email }, note: expect.stringMatching(/^1 more /) })
  expect(told.filter(({ note }) => note !== null)).toHaveLength(1)
})
