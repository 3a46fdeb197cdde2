/** What an attacker reaches who guesses codes for a whole day (docs/security.md; ASVS V6.6.3). */
import { randomBytes, randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { advanceTime } from '../../../tests/setup/clock.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import { signedIn } from '../../../tests/setup/people.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import type { Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Client } from './clients.ts'
import { issueCode, verifyCode } from './codes.ts'
import { consumeSendLimits, openSendGuard } from './send-code.ts'

/** The number of guesses. GUESSES=1000000 makes those of a whole day, which takes some minutes. */
const guesses = Number(process.env.GUESSES ?? 4_000)
/** In the last hour of the day the owner asks. */
const hours = 23
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

const clientAt = (ip: string): Client => ({ ip, browser: randomBytes(32), proof: undefined })

test(
  `of ${guesses} guesses in a day at most 250 are compared: a chance of one in four thousand; the owner's own code is still right`,
  {
    ...nightly(
      'A day in 1,440 steps. strangers.test.ts and codes.test.ts prove each limit each time, with fewer guesses.',
    ),
    timeout: 900_000,
  },
  async () => {
    const inner = shop.running.shop
    // Each call is a transaction of its own, as for separate HTTP requests.
    const tx = shop.db as unknown as Tx
    let lookedAt = 0
    let codes = 0
    let found = 0
    const ask = async (client: Client) => {
      const guard = await openSendGuard(inner, 'reset-password', email, client)
      return shop.db.transaction(async (own) => {
        await consumeSendLimits(inner, own, guard, 'reset-password', { email, client })
        return (await issueCode(inner, own, accountId, 'reset-password')).code
      })
    }
    const guess = async (client: Client, otp: string) =>
      (await verifyCode(inner, tx, 'reset-password', { email, otp, client })).outcome
    // The attacker requests every code that the limits allow, five in an hour, from any number of addresses, and guesses in the
    // browser that asked and in many others.
    const askers: Client[] = []
    for (let minute = 0; minute < hours * 60; minute += 1) {
      const next = clientAt(`198.51.${Math.floor(minute / 60)}.${minute % 60}`)
      try {
        await ask(next)
        askers.push(next)
        codes += 1
      } catch {
        // Not sent: the earlier code stays valid, with its tries.
      }
      for (let i = 0; i < guesses / 1_440; i += 1)
        for (const client of [askers[0], clientAt(`203.0.${i}.${minute % 256}`)]) {
          if (!client) continue
          const outcome = await guess(client, String(randomInt(1_000_000)).padStart(6, '0'))
          if (outcome !== 'locked') lookedAt += 1
          else if (client === askers[0]) askers.shift()
          if (outcome === 'right') found += 1
        }
      await advanceTime(shop, 60)
    }
    expect(codes).toBe(5 * hours)
    expect(lookedAt).toBe(20 * 5 + (codes - 20) * 1 + 50)
    // With the five codes of the last hour.
    expect((lookedAt + 5) / 1_000_000).toBeLessThanOrEqual(1 / 4_000)
    expect(found).toBeLessThan(2)
    // The owner, in a browser that the shop has not seen, still has a try of the code that they ask for.
    const owner = clientAt('192.0.2.1')
    expect(await guess(owner, await ask(owner))).toBe('right')
  },
)
