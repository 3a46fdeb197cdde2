/** Specification §4, providers.md §2.4: what the codes mean, and which state follows which. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  attentionFor,
  followers,
  isEnd,
  orderStatusFor,
  packed,
  statusAfter,
  waitBeforeTry,
} from './courier-rules.ts'

test.each([
  ['Pending', [1, 2, 3, 4, 5, 11, 13, 15, 19, 20, 27, 52, 59, 60, 61, 62, 63, 67], 'processing'],
  ['Shipped', [6, 42, 51], 'shipped'],
  ['In Transit', [18, 21, 22, 38, 39, 48, 49, 50, 54, 55, 56, 57, 68, 77], 'shipped'],
  ['Out for Delivery', [17], 'shipped'],
  ['Delivered', [7, 23, 26, 43], 'completed'],
  ['Cancelled', [8, 16, 45], 'cancelled'],
  ['RTO', [9, 10, 14, 40, 41, 46, 75, 78], 'cancelled'],
] as const)('%s', (status, codes, orderStatus) => {
  for (const code of codes) expect(statusAfter(null, code)).toBe(status)
  expect(orderStatusFor(status)).toBe(orderStatus)
})

test('lost, destroyed, damaged, disposed of, refused, exceptional, untraceable: a person’s business, no new status', () => {
  for (const code of [12, 24, 25, 44, 47, 71, 72, 76]) {
    expect(attentionFor(code)).toContain(`(${code})`)
    expect(statusAfter('In Transit', code)).toBe('In Transit')
  }
  for (const code of [1, 6, 18, 17, 7, 999]) expect(attentionFor(code)).toBeNull()
})

test('whatever comes in whatever order: never back on the way, and after an end only what may follow it', () => {
  const way = ['Pending', 'Shipped', 'In Transit', 'Out for Delivery', 'Delivered']
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 90 }), fc.boolean()), { maxLength: 40 }),
      (words) => {
        let status: ReturnType<typeof statusAfter> = null
        for (const [code, isLater] of words) {
          const next = statusAfter(status, code, isLater)
          const may = isEnd(status)
            ? next === status || (isLater && followers[status].some((one) => one === next))
            : isEnd(next) || way.indexOf(next ?? '') >= way.indexOf(status ?? '')
          expect(may).toBe(true)
          status = next
        }
      },
    ),
    { numRuns: 2_000 },
  )
})

test.each([
  ['Delivered', 9, 'RTO'],
  ['Delivered', 8, 'Delivered'],
  ['Delivered', 18, 'Delivered'],
  ['RTO', 7, 'Delivered'],
  ['RTO', 17, 'RTO'],
  ['RTO', 8, 'RTO'],
  ['Cancelled', 6, 'Shipped'],
  ['Cancelled', 7, 'Delivered'],
  ['Cancelled', 9, 'RTO'],
  ['Cancelled', 3, 'Cancelled'],
] as const)('after %s the word %i makes it %s, and a late one nothing', (end, code, after) => {
  expect(statusAfter(end, code, true)).toBe(after)
  expect(statusAfter(end, code, false)).toBe(end)
})

test('several pieces lie on one another along their shortest side', () => {
  const piece = { weightGrams: 250, lengthCm: 5, widthCm: 30, heightCm: 20 }
  expect(packed([{ ...piece, units: 3 }])).toEqual({
    weightGrams: 750,
    lengthCm: 30,
    widthCm: 20,
    heightCm: 15,
  })
})

test('pieces of several orders are one on the other', () => {
  const piece = { weightGrams: 250, lengthCm: 5, widthCm: 30, heightCm: 20, units: 2 }
  const other = { weightGrams: 100, lengthCm: 40, widthCm: 1, heightCm: 10, units: 1 }
  expect(packed([piece, other])).toEqual({ weightGrams: 600, lengthCm: 40, widthCm: 20, heightCm: 11 })
})

test('tries are apart by twice the time before, half an hour at most', () => {
  expect([0, 1, 2, 3, 5, 6, 50].map((tries) => waitBeforeTry(tries, 60))).toEqual([
    60, 120, 240, 480, 1_800, 1_800, 1_800,
  ])
})
