import { expect, test } from 'vitest'
import { anyChangeTag, pageTags } from './page-tags.ts'

const a = '0191d7a0-0000-7000-8000-00000000000a'
const b = '0191d7a0-0000-7000-8000-00000000000b'
const tags = (path: string, reply: unknown = []) => {
  const { pathname, searchParams } = new URL(path, 'http://shop.invalid')
  return pageTags(pathname, searchParams, JSON.stringify(reply))
}

test('a plain list depends on who stands in it and on the products it shows', () => {
  expect(tags('/public/product/category/3?limit=4&cursor=x', [{ id: a }, { id: b }])).toEqual([
    'category:3',
    `product:${a}`,
    `product:${b}`,
  ])
})

test('a sorted or filtered list depends on prices, stock and names besides', () => {
  for (const query of ['sort=price-low', 'min=1', 'stock=in'])
    expect(tags(`/public/product/sub_category/3?${query}`)).toEqual(['subcategory:3', 'subcategory:3:picked'])
})

test('rows of products depend on every category, also on an empty one', () => {
  const reply = [
    { id: 1, name: 'One', products: [{ id: a, subCategoryId: 9 }] },
    { id: 2, name: 'Two', products: [] },
  ]
  expect(tags('/public/category/rows?limit=5', reply)).toEqual([
    'categories',
    'category:1',
    'category:2',
    `product:${a}`,
  ])
})

test('what stands in a text of a product is no id', () => {
  expect(tags(`/public/product/${a}`, { id: a, name: `"id":"${b}"` })).toEqual([`product:${a}`])
})

test('a page that made a call of which nothing is known is dropped by any change', () => {
  for (const path of ['/public/category/none-yet', '/public/product/a/reviews', '/public/none-yet'])
    expect(tags(path)).toEqual([anyChangeTag])
})
