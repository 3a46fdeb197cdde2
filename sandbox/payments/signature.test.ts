import { expect, test } from 'vitest'
import { timingSafeEqualText, sign, signCheckout } from './signature.ts'

test("the checkout signature matches the provider's published example", () => {
  expect(signCheckout('test_secret_1', 'order_ABCDEFGHIJKLMN', 'pay_NMLKJIHGFEDCBA')).toBe(
    '79993f55b69764307cdb4035b9572a2c16eb3bc981a0d574fc5fc7832c464b7a',
  )
})

test("the webhook signature matches the provider's published example", () => {
  expect(sign('whsec_1', '{"entity":"event"}')).toBe(
    'f14ed0dd123318e7e42cbfc56f4c509f489b00c349fbb173510b910b9d594519',
  )
})

test('secrets of different lengths compare as different without throwing', () => {
  expect(timingSafeEqualText('abc', 'abcd')).toBe(false)
  expect(timingSafeEqualText('abc', 'abc')).toBe(true)
})
