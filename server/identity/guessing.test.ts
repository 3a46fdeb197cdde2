/** How far somebody gets who guesses codes all day long (docs/security.md; ASVS V6.6.3). */
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import type { Tx } from '../db/client.ts'
import { sql } from '../db/sql.ts'
import { issueCode, verifyCode } from './codes.ts'
import { consumeSendLimits } from './send-code.ts'
import { advanceTime, signedIn } from './testing.ts'

/** A day's guesses. GUESSES=1000000 is the whole of it, some minutes; here as many are not looked at, a share of them is made. */
const guesses = Number(process.env.GUESSES ?? 12_000)
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

test(`of ${guesses} guesses in a day no more than a hundred are looked at: less than one chance in ten thousand`, async () => {
  const inner = shop.running.shop
  // Statement by statement: each call is its own transaction, as it is when each comes by HTTP.
  const tx = shop.db as unknown as Tx
  let lookedAt = 0
  let codes = 0
  let found = 0
  let code = ''
  // The guesser takes every new code that he can get: five an hour, from addresses without end.
  for (let hour = 0; hour < hours; hour += 1) {
    for (let minute = 0; minute < 60; minute += 1) {
      try {
        await shop.db.transaction((own) =>
          consumeSendLimits(inner, own, 'reset-password', email, `198.51.${hour}.${minute}`),
        )
        code = await shop.db.transaction((own) => issueCode(inner, own, accountId, 'reset-password'))
        codes += 1
      } catch {
        // Not sent: the code already sent stays good, and so do its tries.
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
  // Whoever is not counted as right above cannot be it: the code itself is refused as well, until the day is over.
  const now = async () => (await verifyCode(inner, tx, 'reset-password', email, code)).outcome
  expect(found === 0 ? await now() : 'locked').toBe('locked')
  await advanceTime(shop, 86_400)
  await shop.db.transaction((own) => consumeSendLimits(inner, own, 'reset-password', email, '203.0.113.1'))
  code = await shop.db.transaction((own) => issueCode(inner, own, accountId, 'reset-password'))
  expect(await now()).toBe('right')
})
