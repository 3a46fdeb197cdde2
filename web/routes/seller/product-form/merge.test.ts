/** Merging the changes of two windows: each change is kept, and fields that both changed are named. */
import { expect, test } from 'vitest'
import { noValues, readNumber } from './form-values.ts'
import { merge } from './merge.ts'

const before = {
  ...noValues,
  name: 'Brush',
  price: '10',
  noOfUnits: '5',
  categoryId: '1',
  subCategoryId: '11',
}

test('fields that only one of two windows changed are taken from it', () => {
  const { values, conflicting } = merge(
    before,
    { ...before, name: 'Comb' },
    { ...before, price: '12', noOfUnits: '3' },
  )
  expect(values).toEqual({ ...before, name: 'Comb', price: '12', noOfUnits: '3' })
  expect(conflicting).toEqual([])
})

test('a field that both changed keeps what was typed and is named, unless both mean the same', () => {
  const { values, conflicting } = merge(
    before,
    { ...before, name: 'Comb', price: '12' },
    { ...before, name: 'Broom', price: '12' },
  )
  expect([values.name, values.price, conflicting]).toEqual(['Comb', '12', ['name']])
})

test('a subcategory stays with its category', () => {
  const { values, conflicting } = merge(
    before,
    { ...before, subCategoryId: '12' },
    { ...before, categoryId: '2', subCategoryId: '21' },
  )
  expect([values.categoryId, values.subCategoryId]).toEqual(['1', '12'])
  expect(conflicting).toEqual(['categoryId', 'subCategoryId'])
})

test('each attribute is a field of its own, and one that only one window knows is empty in the other', () => {
  const { values, conflicting } = merge(
    { ...before, 'attribute-1': '3', 'attribute-2': '20' },
    { ...before, 'attribute-1': '3,4', 'attribute-2': '25' },
    { ...before, 'attribute-2': '30', 'attribute-5': '9' },
  )
  expect(values).toEqual({ ...before, 'attribute-1': '3,4', 'attribute-2': '25', 'attribute-5': '9' })
  expect(conflicting).toEqual(['attribute-1', 'attribute-2'])
})

test('numbers are read as people type them, and other text is no number', () => {
  expect(['1,23,456.50', ' ₹ 250 ', '.5', '+3', '-4', '7.'].map(readNumber)).toEqual([
    123_456.5, 250, 0.5, 3, -4, 7,
  ])
  expect(['', '  ', undefined].map(readNumber)).toEqual([undefined, undefined, undefined])
  expect(['abc', '1e5', '0x10', '12abc', '1.2.3', 'Infinity', '१२', '-'].map(readNumber)).toEqual(
    Array(8).fill(Number.NaN),
  )
})

test('a text stays with its picture', () => {
  const start = { ...before, imageUrls: 'a\nb', imageTexts: 'A\nB' }
  const { values, conflicting } = merge(
    start,
    { ...start, imageTexts: 'A\nBowl' },
    { ...start, imageUrls: 'b\na', imageTexts: 'B\nA' },
  )
  expect([values.imageUrls, values.imageTexts]).toEqual(['a\nb', 'A\nBowl'])
  expect(conflicting).toEqual(['imageUrls', 'imageTexts'])
})
