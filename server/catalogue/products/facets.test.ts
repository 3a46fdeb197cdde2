/** Facets: several values of each, numbers that stay true under the other choices, and lists that have what the numbers say. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Facet } from '../../../contract/product.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import {
  changeProduct,
  setDeleted,
  setSellerSuspended,
  setUnits,
} from '../../../tests/setup/change-product.ts'
import {
  describeProduct,
  expectCounts,
  type FacetShop,
  prices,
  startFacetShop,
  told,
} from '../../../tests/setup/facets.ts'
import { untilWaitingForLock } from '../../../tests/setup/locks.ts'
import { sql } from '../../platform/db/sql.ts'
import { clearCache } from '../../platform/page-cache/query-cache.ts'
import { refreshProductsOf } from './save-product.ts'

let world: FacetShop
let shop: FacetShop['shop']
let nodes: FacetShop['nodes']
let sellers: FacetShop['sellers']
let shelves: FacetShop['shelves']
let attribute: FacetShop['attribute']
let ids: FacetShop['ids']
beforeAll(async () => {
  world = await startFacetShop()
  ;({ shop, nodes, sellers, shelves, attribute, ids } = world)
})
afterAll(() => shop.stop())

const category = () => shelves[0]?.categoryId ?? 0

test('several values of a facet widen a list, facets narrow it together, and the numbers are those of a plain count', async () => {
  await expectCounts(world, { values: {} })
  await expectCounts(world, { values: { origin: ['IN', 'NP'] } })
  await expectCounts(world, {
    values: { origin: ['IN', 'NP'], rated: ['3'], price: ['0-200', '200-500'], stock: ['in'] },
    max: 450,
  })
  await expectCounts(world, { values: { claim: ['organic-cotton'], seller: [sellers[1]?.id ?? ''] } })
  await expectCounts(world, {
    values: {
      [`attribute ${attribute.material}`]: attribute.values
        .slice(0, 2)
        .map((id) => `${attribute.material}-${id}`),
      [`attribute ${attribute.capacity}`]: [`${attribute.capacity}-250`],
      sub: shelves.map(({ subCategoryId }) => String(subCategoryId)),
    },
  })
})

test('each choice has its name, in an order that people expect', async () => {
  const { body } = await shop.client().get<Facet[]>(`/public/product-facets?categoryId=${category()}`)
  const namesOf = (name: string) =>
    body.filter((facet) => facet.name === name).map(({ choices }) => choices.map((choice) => choice.name))
  expect(body.map(({ name }) => name)).toEqual([
    'sub',
    'price',
    'stock',
    'rated',
    'attribute',
    'attribute',
    'seller',
    'claim',
    'origin',
  ])
  expect(namesOf('price')).toEqual([
    ['Up to ₹200', '₹200 to ₹500', '₹500 to ₹1,000', '₹1,000 to ₹2,000', 'Above ₹2,000'],
  ])
  expect(namesOf('rated')).toEqual([['4 stars and more', '3 stars and more']])
  expect(namesOf('seller')).toEqual([['Second Weavers', 'First Weavers']])
  expect(namesOf('claim')).toEqual([['Organic cotton']])
  expect(body.flatMap(({ title }) => title || []).toSorted()).toEqual(['Capacity', 'Material'])
  expect(namesOf('attribute')).toContainEqual(['0.5 ml', '250 ml'])
})

test('numbers and lists of both nodes follow each change', async () => {
  const of = async (facet: string, code: string) =>
    Promise.all(
      nodes.map(async (node) => {
        const { body } = await node.get<Facet[]>(`/public/product-facets?categoryId=${category()}`)
        return told(body)[facet]?.[code] ?? 0
      }),
    )
  const becomes = async (facet: string, code: string, difference: number, change: () => Promise<unknown>) => {
    const before = await of(facet, code)
    const wanted = before.map((number) => number + difference)
    await change()
    expect(
      await eventually(
        () => of(facet, code),
        (all) => all.every((number, i) => number === wanted[i]),
      ),
    ).toEqual(wanted)
  }
  const [id = ''] = ids
  const capacity = `attribute ${attribute.capacity}`
  await describeProduct(world, id, 0)
  await becomes('price', '2000-', 1, () => changeProduct(shop, id, { pricePaise: 300_000 }))
  await becomes('stock', 'in', 1, () => setUnits(shop, id, 3))
  await becomes('stock', 'in', -1, () => setUnits(shop, id, 0))
  await becomes('origin', 'IN', -1, () =>
    shop.db.query(sql`update product set origin_country = 'NP' where id = ${id}`),
  )
  await becomes(capacity, `${attribute.capacity}-250`, -1, () =>
    shop.db.query(
      sql`delete from product_attribute where product_id = ${id} and attribute_id = ${attribute.capacity}`,
    ),
  )
  await becomes('price', '2000-', -1, () => setDeleted(shop, id))
  await becomes('price', '2000-', 1, () => setDeleted(shop, id, false))
  const own = ids.filter((_, i) => i % 3 === 0).length
  await becomes('seller', sellers[0]?.id ?? '', -own, () => setSellerSuspended(shop, id))
  await becomes('seller', sellers[0]?.id ?? '', own, () => setSellerSuspended(shop, id, false))
  await changeProduct(shop, id, { pricePaise: prices[0] ?? 0 })
  await describeProduct(world, id, 0)
})

test('the page of a seller is narrowed by subcategory, and follows a product that moves on both nodes', async () => {
  const [from, to] = shelves
  const [, seller] = sellers
  // Without a claim, which a move would send back for a review.
  const [, , , , id = ''] = ids
  const path = `/seller/${seller?.id}?sub=${to?.subCategoryId}&min=100&max=2500`
  const shown = () =>
    Promise.all(
      nodes.map(async (node) => {
        const html = (await node.get(path, { accept: 'text/html' })).body as string
        return [
          Number(/(\d+)(?:<!-- -->)? (?:<!-- -->)?products?</.exec(html)?.[1]),
          html.includes(`name="sub" checked="" value="${to?.subCategoryId}"`),
        ]
      }),
    )
  const moveTo = (subcategory = 0) =>
    shop.db.query(sql`update product set subcategory_id = ${subcategory} where id = ${id}`)
  await moveTo(from?.subCategoryId)
  const before = await eventually(shown, ([one, other]) => String(one) === String(other))
  const [[number, isChecked] = []] = before
  expect([number, isChecked]).toEqual([expect.any(Number), true])
  await moveTo(to?.subCategoryId)
  const wanted = nodes.map(() => [Number(number) + 1, true])
  expect(await eventually(shown, (all) => String(all) === String(wanted))).toEqual(wanted)
})

test('a seller with another name has it among the choices of every list on both nodes, also where none of their products is', async () => {
  const [one, two] = sellers
  const pages = [
    `/products/category/${category()}?seller=${one?.id}`,
    `/products/sub-category/${shelves[0]?.subCategoryId}?seller=${one?.id}`,
    `/search/kerchief?seller=${one?.id}`,
  ]
  const named = (name: string) =>
    Promise.all(
      nodes.flatMap((node) =>
        pages.map(async (page) =>
          ((await node.get(page, { accept: 'text/html' })).body as string).includes(`${name}</span>`),
        ),
      ),
    )
  // Once what was changed before is read, the pages are kept.
  await sleep(1_000)
  expect(await named('Second Weavers')).not.toContain(false)
  await shop.db.query(sql`update seller set company_name = 'Renamed Weavers' where account_id = ${two?.id}`)
  await refreshProductsOf(shop.running.shop, { sellerId: two?.id ?? '' })
  const all = await eventually(
    () => named('Renamed Weavers'),
    (found) => !found.includes(false),
  )
  expect(all).not.toContain(false)
})

test('a budget in words narrows the numbers of the bands, as it does the results', async () => {
  for (const words of ['kerchief', 'woven kerchief']) {
    clearCache(shop.running.shop.db)
    const address = `/public/product/search/${words} under 500`
    const facets = (await shop.client().get<Facet[]>(`${address}/facets`)).body
    const bands = facets.find(({ name }) => name === 'price')?.choices ?? []
    expect(bands.map(({ code }) => code)).toEqual(['0-200', '200-500'])
    for (const { code, products } of bands)
      expect((await shop.client().get(`${address}?price=${code}`)).headers.get('x-total-count')).toBe(
        String(products),
      )
  }
})

test('a claim that ends while its product changes is lost by neither: the second waits for the first', async () => {
  const [, , , id = ''] = ids
  const read = async () => {
    const [row] = await shop.db.query<{ facets: string[] }>(
      sql`select facets from product_facet where product_id = ${id}`,
    )
    return row?.facets ?? []
  }
  expect(await read()).toEqual(expect.arrayContaining(['claim=organic-cotton']))
  let change: Promise<unknown> = Promise.resolve()
  await shop.db.transaction(async (tx) => {
    await tx.query(sql`update product set price_paise = 190000 where id = ${id}`)
    change = shop.db.query(sql`delete from green_claim_product where product_id = ${id}`)
    change.catch(() => {})
    await untilWaitingForLock(shop)
  })
  await change
  const facets = await read()
  expect(facets).toContain('price=1000-2000')
  expect(facets).not.toContain('claim=organic-cotton')
})

test('a page has the choices of its address as boxes and links without scripts, and is not indexed', async () => {
  const page = async (query: string) =>
    (await shop.client().get(`/products/category/${category()}${query}`, { accept: 'text/html' }))
      .body as string
  for (const query of ['?origin=IN&origin=NP&rated=4', '?origin=NP,IN&rated=4', '?rated=4&origin=IN%2CNP']) {
    const html = await page(query)
    expect(
      html.match(/<input[^>]*name="origin"[^>]*>/g)?.filter((box) => box.includes('checked')),
    ).toHaveLength(2)
    expect(html).toMatch(/<a[^>]*aria-label="Remove filter: India"[^>]*href="[^"]*\?rated=4&amp;origin=NP"/)
    expect(
      html.match(/<a[^>]*aria-label="Remove filter: [^>]*>/g)?.every((link) => link.includes('nofollow')),
    ).toBe(true)
    expect(html).toContain('<meta name="robots" content="noindex"/>')
  }
  expect(await page('')).toMatch(/rel="canonical" href="[^"?]*\/products\/category\/\d+"/)
  for (const query of [
    'origin=in',
    'price=1-2',
    'attribute=x',
    'seller=5',
    'rated=2',
    `origin=${Array.from({ length: 21 }, (_, i) => `A${String.fromCodePoint(65 + i)}`).join()}`,
  ])
    expect((await shop.client().get(`/public/product/category/${category()}?${query}`)).status).toBe(400)
  expect((await shop.client().get('/public/product-facets')).status).toBe(400)
})
