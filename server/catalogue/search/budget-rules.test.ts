import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBudget } from './budget-rules.ts'

const read = (typed: string) => {
  const { budget, rest } = readBudget(typed)
  return [budget?.min ?? null, budget?.max ?? null, rest]
}

test.each<[typed: string, min: number | null, max: number | null, rest: string]>([
  ['gift under 500', null, 500, 'gift'],
  ['kurta below ₹800', null, 800, 'kurta'],
  ['soap less than Rs. 1,000', null, 1000, 'soap'],
  ['soap upto 500/-', null, 500, 'soap'],
  ['diya 500 ke andar', null, 500, 'diya'],
  ['500 se kam ka tohfa', null, 500, 'ka tohfa'],
  ['साबुन ५०० से कम', null, 500, 'साबुन'],
  ['साबुन 500 रुपये तक', null, 500, 'साबुन'],
  ['kurta price under 2k', null, 2000, 'kurta'],
  ['gift ₹500', null, 500, 'gift'],
  ['gift 500 rupees', null, 500, 'gift'],
  ['gift 1 hazar ke andar', null, 1000, 'gift'],
  ['gift 1 hazar rupaye ke andar', null, 1000, 'gift'],
  ['gift around 500', null, 500, 'gift'],
  ['gift for mother 500', null, 500, 'gift for mother'],
  ['1000 diwali hamper', null, 1000, 'diwali hamper'],
  ['माँ के लिए तोहफ़ा ५००', null, 500, 'माँ के लिए तोहफ़ा'],
  ['lamp above 1000', 1000, null, 'lamp'],
  ['lamp 1000 se zyada', 1000, null, 'lamp'],
  ['lamp 1000 से ज़्यादा', 1000, null, 'lamp'],
  ['lamp more than 99.50', 99.5, null, 'lamp'],
  ['mug between 200 and 400', 200, 400, 'mug'],
  ['mug from ₹200 to ₹400 blue', 200, 400, 'mug blue'],
  ['mug ₹200-400', 200, 400, 'mug'],
  ['mug 200 se 400 tak', 200, 400, 'mug'],
])('"%s" has the limits %s and %s', (typed, min, max, rest) => {
  expect(read(typed)).toEqual([min, max, rest])
})

test.each([
  'bottle under 500 ml',
  'bottle 750ml',
  'toys under 5',
  'toys for 2 to 4 years',
  'basket below 30 cm',
  'candle above 40 hours',
  'between 400 and 200',
  'under the sea',
  'notebook a5 200 pages',
  'tea 100 g',
  'under 99999999',
  'over',
  '500',
  'lamp 500',
  'gift set 24',
  'diwali gift 2026',
  'gift for 250 guests',
])('"%s" has none and stays as it is', (typed) => {
  expect(read(typed)).toEqual([null, null, typed])
})

test('any text is read, and limits are in order', () => {
  const parts = fc.constantFrom(
    'under',
    'between',
    '200',
    '₹',
    'and',
    '-',
    'se',
    'kam',
    '4,00',
    'ml',
    'x',
    '5०',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(parts).map((all) => all.join(' ')),
      ),
      (typed) => {
        const { budget, rest } = readBudget(typed)
        expect(rest.length).toBeLessThanOrEqual(typed.length)
        expect(budget?.min ?? 0).toBeLessThanOrEqual(budget?.max ?? Infinity)
      },
    ),
  )
})
