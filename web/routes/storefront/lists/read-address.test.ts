import { expect, test } from 'vitest'
import { searchQuery, categoryListQuery, subcategoryQuery } from '../../../../contract/product-lists.ts'
import { readList } from './read-address.ts'

const read = (query: string, schema: Parameters<typeof readList>[1] = categoryListQuery) =>
  readList(new Request(`http://shop.test/products/category/1?${query}`), schema)

test('blank parameters and those at their default are left out', () => {
  expect(read('sort=newest&min=&max=+&sub=&other=1')).toEqual({
    query: {},
    typed: { sort: 'newest' },
    errors: {},
  })
  expect(read('sort=newest', searchQuery).query).toEqual({ sort: 'newest' })
  expect(read('sub=5&stock=in', subcategoryQuery).query).toEqual({ stock: 'in' })
})

test('invalid parameters are left out with an error, the others count, and all typed values are kept', () => {
  expect(read('min=abc&max=100&stock=in')).toEqual({
    query: { stock: 'in' },
    typed: { min: 'abc', max: '100', stock: 'in' },
    errors: { min: 'Please enter a price in rupees, like 250 or 99.50.' },
  })
})

test('whatever is invalid, the API accepts the parameters that remain', () => {
  const { query, errors } = read('sort=oldest&min=9&max=1&sub=x&stock=no')
  expect(query).toEqual({})
  expect(Object.keys(errors).toSorted()).toEqual(['min', 'sort', 'stock', 'sub'])
  for (const query of [`min=${'9'.repeat(5_000)}`, 'sort=%00', 'sub=-1', 'max=1e9', 'stock=%F0%9F%8C%BF'])
    expect(categoryListQuery.safeParse(read(query).query).success).toBe(true)
})
