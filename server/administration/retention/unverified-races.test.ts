/** An unverified account whose owner comes back in the moment in which retention deletes it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { advanceTime } from '../../../tests/setup/clock.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import { browserAt, signUp, signupBody } from '../../../tests/setup/people.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { enforceRetention } from './enforce-retention.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true' } })
})
afterAll(() => shop.stop())

const keep = () => enforceRetention(shop.running.shop)
const older = (email: string, days: number) =>
  shop.db.query(
    sql`update account set created_at = created_at - ${days}::int * interval '1 day' where email = ${email}`,
  )
const there = async (email: string) =>
  (await shop.db.query(sql`select from account where email = ${email}`)).length === 1

test(
  'an unverified account can be verified by a valid code, also while it would be deleted',
  nightly(
    'A race with a locked row. That unverified accounts go and verified ones stay is proved by retention.test.ts each time.',
  ),
  async () => {
    const emails = Array.from({ length: 8 }, (_, i) => `both-${i}@unverified.test`)
    const codes: string[] = []
    for (const email of emails) codes.push(await signUp(shop, email))
    for (const email of emails) await older(email, 8)
    const [answers] = await Promise.all([
      Promise.all(
        emails.map((email, i) => browserAt(shop).post('/auth/verify-otp', { email, otp: codes[i] })),
      ),
      keep(),
      keep(),
    ])
    expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 200))
  },
)

test(
  'an unverified account can be signed up again while it is being deleted',
  nightly(
    'A race with a locked row. That unverified accounts go and verified ones stay is proved by retention.test.ts each time.',
  ),
  async () => {
    const emails = Array.from({ length: 8 }, (_, i) => `anew-${i}@unverified.test`)
    for (const email of emails) await signUp(shop, email)
    for (const email of emails) await older(email, 8)
    await advanceTime(shop, 8 * 86_400)
    await shop.db.query(sql`delete from one_time_code`)
    const [answers] = await Promise.all([
      Promise.all(emails.map((email) => browserAt(shop).post('/auth/customer/signup', signupBody(email)))),
      (async () => {
        for (let times = 0; times < 20; times += 1) await keep()
      })(),
    ])
    expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 200))
    expect(await Promise.all(emails.map(there))).toEqual(emails.map(() => true))
  },
)
