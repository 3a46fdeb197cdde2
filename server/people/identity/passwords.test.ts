import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hashPassword, withHashSlot, verifyPassword } from './passwords.ts'

test('a password matches only its own hash, and two hashes of it differ', async () => {
  const [first, second] = await Promise.all([hashPassword('bamboo'), hashPassword('bamboo')])
  expect(first).not.toBe(second)
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await verifyPassword('bamboo', first)).toBe(true)
  expect(await verifyPassword('Bamboo', first)).toBe(false)
})

test('a hash of another argon2id implementation with other parameters is accepted', async () => {
  // From the reference implementation: argon2 somesalt -id -t 2 -m 16 -p 1, password "password".
  const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword('password', stored)).toBe(true)
  expect(await verifyPassword('passwort', stored)).toBe(false)
})

test('without a stored hash no password matches', async () => {
  expect(await verifyPassword('bamboo', undefined)).toBe(false)
  expect(await verifyPassword('none', 'none')).toBe(false)
})

test('a few hashes are computed at once, others wait in a queue, and above its length they are refused', async () => {
  let running = 0
  let most = 0
  const work = () =>
    withHashSlot(async () => {
      running += 1
      most = Math.max(most, running)
      await sleep(1)
      running -= 1
    })
  const results = await Promise.allSettled(Array.from({ length: 400 }, work))
  expect(most).toBeLessThanOrEqual(3)
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.length).toBeGreaterThanOrEqual(400 - 203)
  expect(refused.every(({ reason }) => reason.code === 'unavailable')).toBe(true)
  // Refused and failed calls have released their slots.
  await Promise.allSettled(
    Array.from({ length: 50 }, () => withHashSlot(() => Promise.reject(new Error('broken')))),
  )
  expect(await withHashSlot(async () => 'free')).toBe('free')
})
