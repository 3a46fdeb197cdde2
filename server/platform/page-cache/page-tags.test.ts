import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { anyChangeTag, pageTags } from './page-tags.ts'

const a = '0191d7a0-0000-7000-8000-00000000000a'
const b = '0191d7a0-0000-7000-8000-00000000000b'
const tags = (path: string, reply: unknown = []) => {
  const { pathname, searchParams } = new URL(path, 'http://shop.invalid')
  return pageTags(pathname, searchParams, JSON.stringify(reply))
}

test('a plain list depends on its set of products and on the products that it shows', () => {
  expect(tags('/public/product/category/3?limit=4&cursor=x', [{ id: a }, { id: b }])).toEqual([
    'category:3',
    `product:${a}`,
    `product:${b}`,
  ])
})

test('a list has the same tags however its number is written', () => {
  for (const path of ['category/3', 'category/03', 'category/0003'])
    expect(tags(`/public/product/${path}`)).toEqual(['category:3'])
})

test('a sorted or filtered list also depends on prices, stock and names', () => {
  for (const query of ['sort=price-low', 'min=1', 'stock=in'])
    expect(tags(`/public/product/sub_category/3?${query}`)).toEqual(['subcategory:3', 'subcategory:3:picked'])
})

test('counts of facets depend on prices and claims of their list, estimated ones on claims alone, and all on the day', () => {
  const path = '/public/product-facets?subCategoryId=03&rated=4'
  expect(tags(path, [{ name: 'claim', about: false }])).toEqual([
    'subcategory:3:picked',
    'subcategory:3:claims',
    'new day',
  ])
  expect(tags(path, [{ name: 'claim', about: true }])).toEqual(['subcategory:3:claims', 'new day'])
  expect(tags(`/public/product-facets?sellerId=${a.toUpperCase()}`)).toEqual([`seller:${a}`, 'new day'])
})

test('the category rows depend on every category, also on an empty one', () => {
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

test('an id in the text of a product is no tag', () => {
  expect(tags(`/public/product/${a}`, { id: a, name: `"id":"${b}"` })).toEqual([`product:${a}`])
})

test('reviews of a product depend on that product’s reviews only', () => {
  expect(tags(`/public/product/${a}/reviews?sort=lowest`, [{ id: b }])).toEqual([`reviews:${a}`])
})

test('a page with an unknown call is invalidated by any change', () => {
  for (const path of ['/public/category/none-yet', '/public/product/a/none-yet', '/public/none-yet'])
    expect(tags(path)).toEqual([anyChangeTag])
})

test(
  'the tags of a page do not keep the replies in memory that they were read from',
  nightly('It measures memory. That tags drop pages is proved beside it each time.'),
  () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const reply = () => [{ id: crypto.randomUUID(), description: '₹'.repeat(100_000) }]
    collect()
    const before = process.memoryUsage().heapUsed
    const kept = Array.from({ length: 100 }, () => tags('/public/product/category/3', reply()))
    collect()
    const grown = process.memoryUsage().heapUsed - before
    expect(kept.flat()).toHaveLength(200)
    // The replies are 20 MB.
    expect(grown).toBeLessThan(5_000_000)
  },
)
