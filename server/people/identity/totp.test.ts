/** Codes and base32 against the vectors of RFC 6238 and RFC 4648. */
import { expect, test } from 'vitest'
import { base32, codeOf, stepOf, totpUri } from './recovery-codes.ts'

const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('RFC 6238, appendix B: at second %i the code is %s', (seconds, code) => {
  expect(codeOf(secret, Math.floor(seconds / 30), 8)).toBe(code)
})

test('a code is valid in its own time step and the two beside it, and in no other', () => {
  const code = codeOf(secret, 1_000)
  for (const step of [999, 1_000, 1_001]) expect(stepOf(secret, code, step * 30)).toBe(1_000)
  expect(stepOf(secret, code, 998 * 30)).toBeUndefined()
  expect(stepOf(secret, code, 1_002 * 30)).toBeUndefined()
  expect(stepOf(secret, '', 30_000)).toBeUndefined()
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648, section 10: %j is %s', (text, letters) => {
  expect(base32(Buffer.from(text))).toBe(letters)
})

test('the link for the app names shop and account', () => {
  expect(totpUri('Green & Co', 'a+b@shop.test', Buffer.from('foobar'))).toBe(
    'otpauth://totp/Green%20%26%20Co:a%2Bb%40shop.test?secret=MZXW6YTBOI&issuer=Green%20%26%20Co',
  )
})
