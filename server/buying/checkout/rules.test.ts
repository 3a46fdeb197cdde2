/** Decisions of the checkout on plain values (specification §5; api-rules §3.1, §3.2). */
import { describe, expect, test } from 'vitest'
import { noDiscount } from '../coupons/rules.ts'
import {
  checkoutFingerprint,
  findCartProblem,
  holdSecondsLeft,
  isPaidTooLate,
  mayMeanCheckout,
  notEnoughStock,
  totalPaise,
} from './rules.ts'

const line = {
  productId: 'b',
  sellerId: 's',
  name: 'Cup',
  image: '/media/p/cup.webp',
  pricePaise: 14_900,
  quantity: 2,
  units: 2,
  backOn: null as string | null,
  available: true,
  hsnCode: null,
  categoryId: 1,
  discountPaise: 0,
  deliveryPaise: 0,
}
const other = { ...line, productId: 'a', name: 'Comb', pricePaise: 9_950, quantity: 3, units: 9 }
const address = { id: 'home', street: 'S', city: 'Pune', state: 'Maharashtra', pinCode: '411001' }

test('the total is the sum of price times quantity', () => {
  expect(totalPaise([line, other])).toBe(2 * 14_900 + 3 * 9_950)
  expect(totalPaise([])).toBe(0)
})

describe('what keeps a cart from being bought, with the name of the product', () => {
  const gone = '"Cup" is no longer available. Please remove it from your cart.'
  const soldOut = '"Cup" is out of stock. Please remove it from your cart.'
  test.each([
    ['as many as there are', {}, null],
    ['one more than there are', { units: 1 }, 'Only 1 of "Cup" left. Please lower the quantity.'],
    ['none left', { units: 0 }, soldOut],
    [
      'whose seller is away',
      { units: 0, backOn: '2026-12-05' },
      '"Cup" can be bought again on Sat, 5 Dec: its seller is away. Please remove it from your cart.',
    ],
    ['held before its seller went away', { units: 2, backOn: '2026-12-05' }, null],
    ['fewer than none', { units: -1 }, soldOut],
    ['not for sale any more, whatever is in stock', { available: false }, gone],
  ])('%s', (_, changes, problem) => {
    expect(findCartProblem([other, { ...line, ...changes }])).toBe(problem)
  })

  test('the stock that is gone when it is to be held', () => {
    expect(notEnoughStock('Cup', 1)).toBe('Only 1 of "Cup" left. Please lower the quantity.')
    expect(notEnoughStock('Cup', 0)).toBe(soldOut)
  })
})

test('products are held for 15 minutes at a time and for 30 minutes in all', () => {
  expect(holdSecondsLeft(0)).toBe(900)
  expect(holdSecondsLeft(900)).toBe(900)
  expect(holdSecondsLeft(901)).toBe(899)
  expect(holdSecondsLeft(1_799)).toBe(1)
  expect(holdSecondsLeft(1_799.5)).toBe(0)
  expect(holdSecondsLeft(1_801)).toBe(0)
})

describe('a second attempt is the same checkout', () => {
  const bought: Parameters<typeof checkoutFingerprint>[0] = {
    lines: [line, other],
    address,
    business: { name: 'Works', gstin: '27AAPFU0939F1ZV' },
    wishes: { gift: false },
    coupon: { id: 'c', discounts: [noDiscount, { discountPaise: 100, sellerDiscountPaise: 50 }] },
    deliveryPaise: 4_900,
  }
  const first = checkoutFingerprint(bought)

  test('whatever the order of its lines', () => {
    expect(checkoutFingerprint({ ...bought, lines: [other, line] })).toBe(first)
  })

  test.each([
    ['another quantity', { lines: [{ ...line, quantity: 1 }, other] }],
    ['another price', { lines: [{ ...line, pricePaise: 1 }, other] }],
    ['another name', { lines: [{ ...line, name: 'Mug' }, other] }],
    ['another product', { lines: [{ ...line, productId: 'c' }, other] }],
    ['one line less', { lines: [line] }],
    ['another address of the same text', { address: { ...address, id: 'office' } }],
    ['an address that was changed', { address: { ...address, pinCode: '411002' } }],
    ['no business on the invoice', { business: undefined }],
    ['another name of the business', { business: { name: 'x', gstin: '27AAPFU0939F1ZV' } }],
    ['another GST number', { business: { name: 'Works', gstin: 'x' } }],
    ['other wishes', { wishes: { gift: true } }],
    ['no coupon', { coupon: undefined }],
    ['another discount of the coupon', { coupon: { id: 'c', discounts: [noDiscount, noDiscount] } }],
    ['another charge for delivery', { deliveryPaise: 0 }],
  ])('but not with %s', (_, changes) => {
    expect(checkoutFingerprint({ ...bought, ...changes })).not.toBe(first)
  })
})

test('the list that a browser sends means a checkout with which it shares a product, or any', () => {
  expect(mayMeanCheckout([], [line])).toBe(true)
  expect(mayMeanCheckout([other, line], [line])).toBe(true)
  expect(mayMeanCheckout([line], [other, line])).toBe(true)
  expect(mayMeanCheckout([other], [line])).toBe(false)
})

test.each([
  ['while it was held', '12:10', false],
  ['within a quarter of an hour after that', '12:29', false],
  ['later', '12:31', true],
  ['before there was a checkout, by a clock that is a little late', '11:46', false],
  ['long before there was a checkout', '11:44', true],
  ['at a time that is unknown', null, true],
])('a payment that the buyer made %s', (_when, time, isTooLate) => {
  const at = (clock: string) => new Date(`2026-11-02T${clock}:00Z`)
  const checkout = { createdAt: at('12:00'), holdExpiresAt: at('12:15') }
  expect(isPaidTooLate(checkout, { createdAt: time === null ? null : at(time) })).toBe(isTooLate)
})
