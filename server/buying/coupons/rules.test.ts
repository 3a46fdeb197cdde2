/** What a coupon saves, to the paisa (docs/money.md, "Coupons"). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { partOf } from '../../../contract/part-of.ts'
import { type CouponFacts, couponProblem, discounts, spread } from './rules.ts'

const tenPercent: CouponFacts = {
  id: 'a',
  code: 'GREEN10',
  sellerId: null,
  categoryId: null,
  percent: 10,
  amountPaise: null,
  mostPaise: null,
  minimumPaise: 0,
  firstOrder: false,
  once: false,
  sellerShareBp: 0,
  startsOn: '2026-11-01',
  isValid: true,
  hasBegun: true,
  isOver: false,
  hasUses: true,
  isUsed: false,
  hasOrdered: false,
}
const line = (pricePaise: number, more: object = {}) => ({
  sellerId: 's',
  categoryId: 1,
  pricePaise,
  quantity: 1,
  ...more,
})
const saved = (coupon: CouponFacts, lines: Parameters<typeof discounts>[1]) =>
  discounts(coupon, lines).map(({ discountPaise, sellerDiscountPaise }) => [
    discountPaise,
    sellerDiscountPaise,
  ])

describe('a discount', () => {
  test('of odd paise over three lines goes to the largest remainders, and adds up', () => {
    // 10 % of 333.35 are 33.335, rounded half up 33.34: shares of 11.1133, 11.1133 and 11.1133, or 3,334 paise.
    const lines = [line(11_111), line(11_112), line(11_112)]
    expect(saved(tenPercent, lines)).toEqual([
      [1111, 0],
      [1112, 0],
      [1111, 0],
    ])
  })

  test('is at most the greatest one of a percentage', () => {
    expect(saved({ ...tenPercent, mostPaise: 5_000 }, [line(60_000), line(40_000)])).toEqual([
      [3_000, 0],
      [2_000, 0],
    ])
  })

  test('is of the products that it is for alone', () => {
    const coupon = { ...tenPercent, sellerId: 's', categoryId: 2 }
    const lines = [
      line(10_000),
      line(10_000, { categoryId: 2 }),
      line(10_000, { categoryId: 2, sellerId: 't' }),
    ]
    expect(saved(coupon, lines)).toEqual([
      [0, 0],
      [1_000, 0],
      [0, 0],
    ])
  })

  test('is borne by the seller to their share of the whole, spread over the lines', () => {
    const shared = { ...tenPercent, percent: null, amountPaise: 1_001, sellerShareBp: 3_333 }
    // The share of 10.01 is 3.336, rounded 3.34.
    expect(saved(shared, [line(10_000), line(20_000)])).toEqual([
      [334, 111],
      [667, 223],
    ])
  })

  test('leaves a rupee of each piece, and what one line cannot take the others do', () => {
    const coupon = { ...tenPercent, percent: null, amountPaise: 10_000 }
    expect(saved(coupon, [line(150, { quantity: 2 }), line(20_000)])).toEqual([
      [100, 0],
      [9_900, 0],
    ])
    expect(saved(coupon, [line(300)])).toEqual([[200, 0]])
  })
})

const amounts = fc.array(fc.record({ weight: fc.nat(10_000_000), most: fc.nat(10_000_000) }), {
  maxLength: 8,
})

test('what is spread adds up to the amount as far as there is room, and no part is above its most', () => {
  fc.assert(
    fc.property(fc.nat(50_000_000), amounts, (paise, parts) => {
      const open = parts.map(({ weight, most }) => ({ weight, most: weight === 0 ? 0 : most }))
      const given = spread(
        paise,
        open.map(({ weight }) => weight),
        open.map(({ most }) => most),
      )
      const room = open.reduce((sum, { most }) => sum + most, 0)
      expect(given.reduce((sum, one) => sum + one, 0)).toBe(Math.min(paise, room))
      expect(given.every((one, index) => one >= 0 && one <= (open[index]?.most ?? 0))).toBe(true)
    }),
  )
})

test('without a limit each part is less than a paisa from its exact share', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.nat(10_000_000), weights, (paise, all) => {
      const whole = all.reduce((sum, one) => sum + one, 0)
      const given = spread(
        paise,
        all,
        all.map(() => 1e9),
      )
      for (const [index, weight] of all.entries())
        expect(Math.abs((given[index] ?? 0) - (paise * weight) / whole)).toBeLessThan(1)
    }),
  )
})

test('the prices of pieces add up to the price of the order, however they are taken apart', () => {
  fc.assert(
    fc.property(
      fc.nat(100_000_000),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      (paise, parts) => {
        const quantity = parts.reduce((sum, one) => sum + one, 0)
        let before = 0
        let sum = 0
        for (const units of parts) {
          sum += partOf(paise, before, units, quantity)
          before += units
        }
        expect(sum).toBe(paise)
      },
    ),
  )
})

describe('why a coupon does not fit', () => {
  const cart = [line(10_000)]
  test.each<[string | null, Partial<CouponFacts>]>([
    [null, {}],
    ['This coupon is not valid any more.', { isValid: false, isOver: true }],
    ['This coupon is over.', { isOver: true }],
    ['This coupon begins on Tue, 1 Dec.', { hasBegun: false, startsOn: '2026-12-01' }],
    ['You have used this coupon already.', { once: true, isUsed: true }],
    [null, { isUsed: true }],
    ['This coupon is for a first order only.', { firstOrder: true, hasOrdered: true }],
    [null, { hasOrdered: true }],
    ['This coupon is used up.', { hasUses: false }],
    ['This coupon is for none of the products in your cart.', { sellerId: 'another' }],
    ['Add products for ₹400.50 more to use this coupon.', { minimumPaise: 50_050 }],
  ])('%s', (words, facts) => {
    expect(couponProblem({ ...tenPercent, ...facts }, cart)).toBe(words)
  })

  test('pieces of a rupee have no room for a discount', () => {
    expect(couponProblem(tenPercent, [line(100, { quantity: 9 })])).toBe(
      'The products in your cart cost too little for this coupon.',
    )
  })
})
