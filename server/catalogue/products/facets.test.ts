/** Facets: several values of each, numbers that stay true under the other choices, and lists that have what the numbers say. */
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Facet, ListedProduct } from '../../../contract/product.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import {
  changeProduct,
  setDeleted,
  setSellerSuspended,
  setUnits,
} from '../../../tests/setup/change-product.ts'
import { createClient, type TestClient } from '../../../tests/setup/client.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import { addAdmin } from '../../../tests/setup/people.ts'
import { addProduct, addSubcategory, type TestSubcategory } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { addDays, dayOf } from '../../platform/calendar.ts'
import { sql } from '../../platform/db/sql.ts'
import { clearCache } from '../../platform/page-cache/query-cache.ts'
import { refreshProductsOf } from './save-product.ts'

let shop: TestShop
let nodes: TestClient[]
let sellers: Seller[]
let shelves: TestSubcategory[]
/** Of a material and of a capacity. */
let attribute: { material: number; values: number[]; capacity: number }
let ids: string[]

const prices = [10_000, 20_000, 20_050, 45_000, 99_900, 150_000, 250_000]
const countries = ['IN', 'NP', null]

beforeAll(async () => {
  shop = await startTestShop({ pages: true })
  nodes = [shop.client(), createClient(await shop.secondNode())]
  sellers = [
    await addSeller(shop, { companyName: 'First Weavers' }),
    await addSeller(shop, { companyName: 'Second Weavers' }),
  ]
  const first = await addSubcategory(shop, 'Cloth', 'Kerchiefs')
  const [second] = await shop.db.query<{ id: number }>(sql`
    insert into subcategory (category_id, name, image_url)
    select category_id, 'Shawls', image_url from subcategory where id = ${first.subCategoryId} returning id`)
  shelves = [first, { categoryId: first.categoryId, subCategoryId: second?.id ?? 0 }]
  const made = await shop.db.query<{ id: number; kind: string; values: number[] }>(sql`
    with kept as (
      insert into category_attribute (category_id, attribute_id)
      select ${first.categoryId}, id from attribute where name in ('Material', 'Capacity') returning attribute_id
    )
    select a.id, a.kind, array(select v.id from attribute_value v where v.attribute_id = a.id order by v.id limit 3) as values
    from kept join attribute a on a.id = kept.attribute_id`)
  const choice = made.find(({ kind }) => kind === 'choice')
  attribute = {
    material: choice?.id ?? 0,
    values: choice?.values ?? [],
    capacity: made.find(({ kind }) => kind === 'number')?.id ?? 0,
  }
  ids = []
  for (let i = 0; i < 24; i += 1) {
    const subcategory = shelves[i % 2]
    const seller = sellers[i % 3 === 0 ? 0 : 1]
    const { id } = await addProduct(shop, {
      name: `Woven Kerchief ${i}`,
      pricePaise: prices[i % prices.length] ?? 0,
      units: i % 5,
      ...(subcategory && { subcategory }),
      ...(seller && { seller }),
    })
    ids.push(id)
    await describeProduct(id, i)
  }
  await proveClaim(ids.filter((_, i) => i % 3 === 0))
})
afterAll(() => shop.stop())

/** Country, rating and attributes, which no call here sets. The same number gives the same. */
async function describeProduct(id: string, number: number): Promise<void> {
  const tenths = [null, 25, 30, 39, 40, 50][number % 6] ?? null
  const material = attribute.values[number % 4]
  await shop.db.transaction(async (tx) => {
    await tx.query(sql`
      update product set origin_country = ${countries[number % 3] ?? null}, rating_tenths = ${tenths} where id = ${id}`)
    await tx.query(sql`delete from product_attribute where product_id = ${id}`)
    if (material !== undefined)
      await tx.query(sql`
        insert into product_attribute (product_id, attribute_id, value_id)
        select ${id}::uuid, ${attribute.material}::smallint, value
        from unnest(${[...new Set([material, attribute.values[0]])]}::int[]) as value`)
    if (number % 2 === 0)
      await tx.query(sql`
        insert into product_attribute (product_id, attribute_id, number)
        values (${id}, ${attribute.capacity}, ${number % 4 === 0 ? 250 : 0.5})`)
  })
}

/** An accepted claim of the first seller. */
async function proveClaim(products: readonly string[], expiresOn = addDays(today, 100)): Promise<string> {
  const [seller] = sellers
  if (!seller) throw new Error('there is no seller')
  const { body } = await seller.post('/private/green-claims', {
    code: 'organic-cotton',
    covers: 'product',
    evidenceKind: 'gots',
    issuer: 'Test Certifier',
    number: 'CB-GOTS-2026-000123',
    issuedOn: addDays(today, -100),
    expiresOn,
    link: 'https://certificates.example/000123',
  })
  await seller.post(`/private/green-claims/${body.id}/products`, { add: products })
  await seller.post(`/private/green-claims/${body.id}/submit`)
  const { version } = (await seller.get(`/private/green-claims/${body.id}`)).body
  const admin = await addAdmin(shop, undefined, ['catalogue'])
  const path = `/public/admin/green-claims/${body.id}/decide`
  expect((await admin.post(path, { version, decision: 'accept' })).status).toBe(200)
  return body.id
}
const today = dayOf(new Date())

/** A product in values of facets, as the tables of its own say them. */
interface Plain {
  id: string
  price: number
  category: number
  values: Record<string, string[]>
}

async function plainProducts(): Promise<Plain[]> {
  const rows = await shop.db.query<{
    id: string
    price: number
    category: number
    sub: number
    seller: string
    units: number
    tenths: number | null
    origin: string | null
    claims: string[]
    attributes: string[]
  }>(sql`
    select p.id, p.price_paise / 100.0 as price, p.category_id as category, p.subcategory_id as sub, p.seller_id as seller, p.units,
      p.rating_tenths as tenths, p.origin_country as origin,
      array(select g.code from shown_green_claim g where g.product_id = p.id) as claims,
      array(select a.attribute_id || '-' || coalesce(a.value_id::text, trim_scale(a.number)::text)
        from product_attribute a where a.product_id = p.id) as attributes
    from goods_on_sale p where p.id = any(${ids}::uuid[])`)
  return rows.map(({ id, price, category, sub, seller, units, tenths, origin, claims, attributes }) => ({
    id,
    price,
    category,
    values: {
      sub: [String(sub)],
      seller: [seller],
      price: [bandOf(price)],
      stock: units > 0 ? ['in'] : [],
      rated: ['4', '3'].filter((stars) => (tenths ?? 0) >= 10 * Number(stars)),
      origin: origin === null ? [] : [origin],
      claim: [...new Set(claims)],
      ...Object.fromEntries(
        [attribute.material, attribute.capacity].map((one) => [
          `attribute ${one}`,
          attributes.filter((value) => value.startsWith(`${one}-`)),
        ]),
      ),
    },
  }))
}

function bandOf(price: number): string {
  if (price <= 200) return '0-200'
  if (price <= 500) return '200-500'
  if (price <= 1_000) return '500-1000'
  return price <= 2_000 ? '1000-2000' : '2000-'
}

/** What an address chooses: values by facet, and the range of prices. */
interface Choice {
  values: Record<string, string[]>
  min?: number | undefined
  max?: number | undefined
}

function passes(product: Plain, { values, min, max }: Choice, but?: string): boolean {
  if (product.price < (min ?? 0) || product.price > (max ?? Infinity)) return false
  return Object.entries(values).every(
    ([facet, codes]) => facet === but || codes.some((code) => product.values[facet]?.includes(code)),
  )
}

/** Numbers by facet and code. A chosen code without products is there, too. */
function plainCounts(products: readonly Plain[], choice: Choice): Record<string, Record<string, number>> {
  const counts: Record<string, Record<string, number>> = {}
  const add = (facet: string, code: string, more: number) => {
    counts[facet] ??= {}
    counts[facet][code] = (counts[facet][code] ?? 0) + more
  }
  for (const [facet, codes] of Object.entries(choice.values)) for (const code of codes) add(facet, code, 0)
  for (const product of products)
    for (const [facet, codes] of Object.entries(product.values))
      if (passes(product, choice, facet)) for (const code of codes) add(facet, code, 1)
  return counts
}

function told(facets: readonly Facet[]): Record<string, Record<string, number>> {
  return Object.fromEntries(
    facets.map(({ name, choices }) => [
      name === 'attribute' ? `attribute ${choices[0]?.code.split('-', 1)[0]}` : name,
      Object.fromEntries(choices.map(({ code, products }) => [code, products])),
    ]),
  )
}

function addressOf({ values, min, max }: Choice): string {
  const search = new URLSearchParams()
  for (const [facet, codes] of Object.entries(values)) {
    const name = facet.split(' ', 1)[0] ?? ''
    search.set(name, [search.get(name), ...codes].filter(Boolean).join())
  }
  if (min !== undefined) search.set('min', String(min))
  if (max !== undefined) search.set('max', String(max))
  return search.toString()
}

const category = () => shelves[0]?.categoryId ?? 0

/** The numbers of category, subcategory, seller and two searches are those of a plain count, and their lists have the products. */
async function expectCounts(choice: Choice): Promise<void> {
  const all = await plainProducts()
  const [shelf] = shelves
  const [seller] = sellers
  const found = (products: readonly Plain[]) =>
    products
      .filter((product) => passes(product, choice))
      .map(({ id }) => id)
      .sort()
  const { sub: _, ...others } = choice.values
  const within: Choice = { ...choice, values: others }
  const lists = [
    [`product-facets?categoryId=${category()}`, `product/category/${category()}`, choice, all],
    [
      `product-facets?subCategoryId=${shelf?.subCategoryId}`,
      `product/sub_category/${shelf?.subCategoryId}`,
      within,
      all.filter(({ values }) => values['sub']?.includes(String(shelf?.subCategoryId))),
    ],
    [
      `product-facets?sellerId=${seller?.id}`,
      `product/seller/${seller?.id}`,
      choice,
      all.filter(({ values }) => values['seller']?.includes(seller?.id ?? '')),
    ],
    ['product/search/kerchief/facets?', 'product/search/kerchief', choice, all],
    ['product/search/woven%20kerchief/facets?', 'product/search/woven%20kerchief', choice, all],
  ] as const
  for (const [facets, list, chosen, products] of lists) {
    clearCache(shop.running.shop.db)
    const address = addressOf(chosen)
    const counted = await shop.client().get<Facet[]>(`/public/${facets}&${address}`)
    expect(told(counted.body), facets + address).toEqual(plainCounts(products, chosen))
    expect(counted.body.every(({ about }) => !about)).toBe(true)
    for (const sort of ['newest', 'price-low']) {
      const rows = await shop
        .client()
        .get<ListedProduct[]>(`/public/${list}?limit=200&sort=${sort}&${address}`)
      expect(rows.body.map(({ id }) => id).sort(), list + address).toEqual(
        products
          .filter((product) => passes(product, chosen))
          .map(({ id }) => id)
          .sort(),
      )
      expect(Number(rows.headers.get('x-total-count'))).toBe(rows.body.length)
      // Of a page so small that the products pass by the hundred, the list is read in its order.
      const first = await shop
        .client()
        .get<ListedProduct[]>(`/public/${list}?limit=1&sort=${sort}&${address}`)
      expect(first.body[0]?.id).toBe(rows.body[0]?.id)
    }
  }
  expect(found(all).length).toBeLessThanOrEqual(all.length)
}

test('several values of a facet widen a list, facets narrow it together, and the numbers are those of a plain count', async () => {
  await expectCounts({ values: {} })
  await expectCounts({ values: { origin: ['IN', 'NP'] } })
  await expectCounts({
    values: { origin: ['IN', 'NP'], rated: ['3'], price: ['0-200', '200-500'], stock: ['in'] },
    max: 450,
  })
  await expectCounts({ values: { claim: ['organic-cotton'], seller: [sellers[1]?.id ?? ''] } })
  await expectCounts({
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
  await describeProduct(id, 0)
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
  await describeProduct(id, 0)
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
    await eventually(
      () =>
        shop.db.query<{ waits: boolean }>(
          sql`select exists (select from pg_stat_activity where wait_event_type = 'Lock') as waits`,
        ),
      ([row]) => row?.waits === true,
    )
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

const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 })

test(
  'on random products, choices and changes the numbers are those of a plain count',
  nightly('some hundred lists; the test of several values above proves the rule each time'),
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ product: fc.nat(23), number: fc.nat(1_000) }), { maxLength: 4 }),
        fc.record(
          {
            origin: some(['IN', 'NP', 'CN']),
            rated: some(['3', '4']),
            price: some(['0-200', '200-500', '500-1000', '1000-2000', '2000-']),
            stock: some(['in']),
            claim: some(['organic-cotton']),
            seller: some([0, 1]),
            sub: some([0, 1]),
            material: some([0, 1, 2]),
            capacity: some(['250', '0.5', '7']),
          },
          { requiredKeys: [] },
        ),
        fc.option(fc.nat(300), { nil: undefined }),
        fc.option(fc.integer({ min: 300, max: 3_000 }), { nil: undefined }),
        async (changes, { seller, sub, material, capacity, ...values }, min, max) => {
          for (const { product, number } of changes) {
            const id = ids[product] ?? ''
            await shop.db.query(sql`
              update product set price_paise = ${prices[number % prices.length] ?? 0}, units = ${number % 3},
                subcategory_id = ${shelves[number % 2]?.subCategoryId} where id = ${id}`)
            await describeProduct(id, number)
          }
          await expectCounts({
            values: {
              ...values,
              ...(seller && { seller: seller.map((one) => sellers[one]?.id ?? '') }),
              ...(sub && { sub: sub.map((one) => String(shelves[one]?.subCategoryId)) }),
              ...(material && {
                [`attribute ${attribute.material}`]: material.map(
                  (one) => `${attribute.material}-${attribute.values[one]}`,
                ),
              }),
              ...(capacity && {
                [`attribute ${attribute.capacity}`]: capacity.map((one) => `${attribute.capacity}-${one}`),
              }),
            },
            min,
            max,
          })
        },
      ),
      { numRuns: 40 },
    )
  },
)
