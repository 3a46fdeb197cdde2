/** The order of the values of a family's option. */
import { expect, test } from 'vitest'
import { sortedValues, sortMembers } from './option-order.ts'

test.each([
  [
    ['XL', 'S', 'M', 'XXL', 'L', 'XS'],
    ['XS', 'S', 'M', 'L', 'XL', 'XXL'],
  ],
  [
    ['Large', 'small', 'Medium', 'small'],
    ['small', 'Medium', 'Large'],
  ],
  [
    ['1 kg', '250 g', '100 g', '1.5 kg'],
    ['100 g', '250 g', '1 kg', '1.5 kg'],
  ],
  [
    ['1 l', '1,000 ml', '500 ml'],
    ['500 ml', '1 l', '1,000 ml'],
  ],
  [
    ['Pack of 12', 'Pack of 3', 'Single 1'],
    ['Single 1', 'Pack of 3', 'Pack of 12'],
  ],
  [
    ['42', '38', '40'],
    ['38', '40', '42'],
  ],
  [
    ['Rose', 'Khus', '2 Mogra', 'Rose'],
    ['Rose', 'Khus', '2 Mogra'],
  ],
  [
    ['S', 'Free size', 'M'],
    ['S', 'Free size', 'M'],
  ],
])('%j is shown as %j', (entered, shown) => expect(sortedValues(entered)).toEqual(shown))

test('members stand by the first option, then by the next, and equal ones as they were entered', () => {
  const entered = [
    ['Red', 'L'],
    ['Blue', 'M'],
    ['Red', 'S'],
    ['Blue', 'S'],
  ]
  expect(sortMembers(entered.map((values) => ({ values }))).map(({ values }) => values.join(' '))).toEqual([
    'Red S',
    'Red L',
    'Blue S',
    'Blue M',
  ])
})
