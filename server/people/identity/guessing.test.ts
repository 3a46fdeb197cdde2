/** What an attacker reaches who guesses codes for a whole day (docs/security.md; ASVS V6.6.3). */
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { advanceTime } from '../../../tests/setup/clock.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import { signedIn } from '../../../tests/setup/people.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import type { Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { issueCode, verifyCode } from './codes.ts'
import { consumeSendLimits } from './send-code.ts'

/** The number of guesses. GUESSES=1000000 makes those of a whole day, which takes some minutes. */
const guesses = Number(process.env.GUESSES ?? 4_000)
const hours = 24
const email = 'guessed@codes.test'

let shop: TestShop
let accountId: string
beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true' } })
  await signedIn(shop, email)
  const [row] = await shop.db.query<{ id: string }>(sql`select id from account where email = ${email}`)
  accountId = row?.id ?? ''
})
afterAll(() => shop.stop())

test(
  `of ${guesses} guesses in a day at most a hundred are compared: a chance below one in ten thousand`,
  nightly(
    'A day in 1,440 steps. server/people/identity/codes.test.ts proves the limit of a hundred attempts a day each time.',
  ),
  async () => {
    const inner = shop.running.shop
    // Each call is a transaction of its own, as for separate HTTP requests.
    const tx = shop.db as unknown as Tx
    let lookedAt = 0
    let codes = 0
    let found = 0
    const newCode = () => shop.db.transaction((own) => issueCode(inner, own, accountId, 'reset-password'))
    let code = ''
    // The attacker requests every code that the limits allow: five in an hour, from any number of addresses.
    for (let hour = 0; hour < hours; hour += 1) {
      for (let minute = 0; minute < 60; minute += 1) {
        try {
          await shop.db.transaction((own) =>
            consumeSendLimits(inner, own, 'reset-password', email, `198.51.${hour}.${minute}`),
          )
          code = (await newCode()).code
          codes += 1
        } catch {
          // Not sent: the earlier code stays valid, with its attempts.
        }
        for (let i = 0; i < guesses / (hours * 60); i += 1) {
          const { outcome } = await verifyCode(
            inner,
            tx,
            'reset-password',
            email,
            String(randomInt(1_000_000)).padStart(6, '0'),
          )
          if (outcome !== 'locked') lookedAt += 1
          if (outcome === 'right') found += 1
        }
        await advanceTime(shop, 60)
      }
    }
    expect(codes).toBe(5 * hours)
    expect(lookedAt).toBe(100)
    expect(1 - (1 - 5 / 1_000_000) ** (lookedAt / 5)).toBeLessThan(1e-4)
    // The right code is refused as well until the day is over, so no guess above can have been missed.
    const now = async () => (await verifyCode(inner, tx, 'reset-password', email, code)).outcome
    expect(found === 0 ? await now() : 'locked').toBe('locked')
    await advanceTime(shop, 86_400)
    await shop.db.transaction((own) => consumeSendLimits(inner, own, 'reset-password', email, '203.0.113.1'))
    code = (await newCode()).code
    expect(await now()).toBe('right')
  },
)
