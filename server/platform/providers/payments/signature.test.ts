/** providers.md §1.5: the published vectors. */
import { expect, test } from 'vitest'
import { checkoutSignatureMatches, webhookSignatureMatches } from './signature.ts'

const checkout = '79993f55b69764307cdb4035b9572a2c16eb3bc981a0d574fc5fc7832c464b7a'
const webhook = 'f14ed0dd123318e7e42cbfc56f4c509f489b00c349fbb173510b910b9d594519'

test('the checkout signature is HMAC-SHA256 of order|payment under the key secret', () => {
  expect(
    checkoutSignatureMatches('test_secret_1', 'order_ABCDEFGHIJKLMN', 'pay_NMLKJIHGFEDCBA', checkout),
  ).toBe(true)
  expect(
    checkoutSignatureMatches('test_secret_2', 'order_ABCDEFGHIJKLMN', 'pay_NMLKJIHGFEDCBA', checkout),
  ).toBe(false)
  expect(
    checkoutSignatureMatches('test_secret_1', 'order_ABCDEFGHIJKLMM', 'pay_NMLKJIHGFEDCBA', checkout),
  ).toBe(false)
})

test('the webhook signature is made over the raw body under the webhook secret', () => {
  expect(webhookSignatureMatches('whsec_1', Buffer.from('{"entity":"event"}'), webhook)).toBe(true)
  expect(webhookSignatureMatches('whsec_1', Buffer.from('{"entity": "event"}'), webhook)).toBe(false)
  expect(webhookSignatureMatches('whsec_1', Buffer.from('{"entity":"event"}'), webhook.slice(2))).toBe(false)
  for (const longer of [`00${webhook}`, `${webhook}00`, `${webhook}zz`])
    expect(webhookSignatureMatches('whsec_1', Buffer.from('{"entity":"event"}'), longer)).toBe(false)
})
