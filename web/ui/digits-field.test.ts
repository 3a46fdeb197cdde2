import { expect, test } from 'vitest'
import { onlyDigits } from './digits-field.tsx'

test('a pasted mobile number loses its country code or leading 0, and everything that is no digit', () => {
  for (const pasted of ['9876543210', '98765 43210', '+91 98765-43210', '0091 9876543210', '09876543210']) {
    expect(onlyDigits(pasted, 10)).toBe('9876543210')
  }
})

test('digits past the last one are dropped', () => {
  expect(onlyDigits('98765432101', 10)).toBe('9876543210')
  expect(onlyDigits('12-34-56-78', 6)).toBe('123456')
})
