import { expect, test } from 'vitest'
import { formatAmount, formatRupees } from './money.ts'

test('amounts are written as the browser writes rupees in India', () => {
  const whole = new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    maximumFractionDigits: 0,
  })
  const exact = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
  const amounts = [0, 7, 99, 100, 999, 1_000, 12_345, 100_000, 1_234_567, 98_76_54_321]
  for (const amount of amounts.flatMap((one) => [one, -one || 0])) {
    expect(formatRupees(amount)).toBe(whole.format(amount))
    expect(formatAmount(amount)).toBe(exact.format(amount))
    for (const paise of [0.01, 0.1, 0.29, 0.5, 0.99]) {
      expect(formatRupees(amount + paise)).toBe(exact.format(amount + paise))
      expect(formatAmount(amount + paise)).toBe(exact.format(amount + paise))
    }
  }
  expect(formatRupees(123_456)).toBe('₹1,23,456')
  expect(formatAmount(1_499)).toBe('₹1,499.00')
})
