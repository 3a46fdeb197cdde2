/** Specification §2, §7; api-rules §1: every sort and filter of a list, alone and combined, on pages without gaps. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CategoryProducts, Subcategory } from '../../../contract/category.ts'
import type { ListedProduct } from '../../../contract/product.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { walkPages } from '../../../tests/setup/walk-pages.ts'
import { insertManyProducts } from '../../../tests/setup/many-products.ts'
import { sql } from '../../platform/db/sql.ts'
import { clearCache } from '../../platform/page-cache/query-cache.ts'

interface Row {
  id: string
  price: number
  units: number
  sub: number
}

let shop: TestShop
/** Every product of one category and two of its subcategories, newest first. */
let stored: Row[]
let category: number
let subcategories: Subcategory[]
beforeAll(async () => {
  shop = await startTestShop()
  await insertManyProducts(shop.db, 3_000)
  // Many rows have the same price, and subcategories are empty, so that order and pages depend on more than the price.
  await shop.db.query(sql`
    update product set price_paise = 10000 + (hashtext(id::text) & 1023) % 40 * 1050, units = (hashtext(id::text) & 7) % 5`)
  const all = (await shop.client().get<Subcategory[]>('/public/category/sub/all')).body
  category = all[0]?.categoryId ?? 0
  subcategories = all.filter((subcategory) => subcategory.categoryId === category)
  stored = await shop.db.query<Row>(sql`
    select id, price_paise / 100.0 as price, units, subcategory_id as sub from product
    where category_id = ${category} order by id desc`)
  expect(stored.length).toBeGreaterThan(200)
})
afterAll(() => shop.stop())

const inCategory = () => `/public/product/category/${category}`
const pagesOf = (path: string) => walkPages<ListedProduct>(shop.client(), path)

type Sort = 'newest' | 'price-low' | 'price-high'
const compare: Record<Sort, (a: Row, b: Row) => number> = {
  newest: (a, b) => (a.id < b.id ? 1 : -1),
  'price-low': (a, b) => a.price - b.price || (a.id < b.id ? -1 : 1),
  'price-high': (a, b) => b.price - a.price || (a.id < b.id ? 1 : -1),
}

async function expectList(path: string, query: string, rows: Row[], sort: Sort): Promise<void> {
  const pages = await pagesOf(`${path}?limit=40&sort=${sort}${query}`)
  expect(pages.flatMap((page) => page.body.map((product) => product.id))).toEqual(
    rows.toSorted(compare[sort]).map((row) => row.id),
  )
  expect(pages.map((page) => Number(page.headers.get('x-total-count')))).toEqual(pages.map(() => rows.length))
}

for (const sort of ['newest', 'price-low', 'price-high'] as const) {
  test(`sorted by ${sort}, with every filter alone and with all together, each product comes once and is counted`, async () => {
    const sub = subcategories[1]?.id ?? 0
    const first = stored.filter((row) => row.sub === sub)
    expect(first.length).toBeGreaterThan(40)
    await expectList(inCategory(), '', stored, sort)
    await expectList(
      inCategory(),
      '&min=205',
      stored.filter((row) => row.price >= 205),
      sort,
    )
    await expectList(
      inCategory(),
      '&max=194.5',
      stored.filter((row) => row.price <= 194.5),
      sort,
    )
    await expectList(
      inCategory(),
      '&stock=in',
      stored.filter((row) => row.units > 0),
      sort,
    )
    await expectList(inCategory(), `&sub=${sub}`, first, sort)
    const few = first.filter((row) => row.price >= 152.5 && row.price <= 400 && row.units > 0)
    expect(few.length).toBeGreaterThan(5)
    await expectList(inCategory(), `&min=152.5&max=400&stock=in&sub=${sub}`, few, sort)
    await expectList(`/public/product/sub_category/${sub}`, '&min=152.5&max=400&stock=in', few, sort)
  })
}

test('of a price range that holds many pages, the newest come first all the same', async () => {
  const many = stored.filter((row) => row.price >= 152.5 && row.units > 0)
  expect(stored.filter((row) => row.price >= 152.5).length).toBeGreaterThanOrEqual(20 * 5)
  const pages = await pagesOf(`${inCategory()}?limit=5&min=152.5&stock=in`)
  expect(pages.flatMap((page) => page.body.map((product) => product.id))).toEqual(many.map((row) => row.id))
})

test('a list is the newest first by itself; blank filters, as a form sends them, filter nothing', async () => {
  const plain = await shop.client().get(`${inCategory()}?limit=5`)
  expect(plain.body.map((product: ListedProduct) => product.id)).toEqual(
    stored.slice(0, 5).map((row) => row.id),
  )
  expect((await shop.client().get(`${inCategory()}?limit=5&min=&max=&sub=&stock=`)).body).toEqual(plain.body)
})

test('the subcategory of another category leaves nothing', async () => {
  const [foreign] = (await shop.client().get<Subcategory[]>('/public/category/sub/all')).body.filter(
    (subcategory) => subcategory.categoryId !== category,
  )
  const page = await shop.client().get(`${inCategory()}?sub=${foreign?.id}`)
  expect([page.status, page.body, page.headers.get('x-total-count')]).toEqual([200, [], '0'])
})

test.each([
  ['sort=cheapest', 'sort', 'Products can be sorted by newest, price-low, price-high, rating, origin.'],
  ['sort=relevance', 'sort', 'Products can be sorted by newest, price-low, price-high, rating, origin.'],
  ['min=ten', 'min', 'Please enter a price in rupees, like 250 or 99.50.'],
  ['max=-5', 'max', 'Please enter a price in rupees, like 250 or 99.50.'],
  ['max=1.999', 'max', 'Please enter a price in rupees, like 250 or 99.50.'],
  ['min=99999999', 'min', 'Please enter a price in rupees, like 250 or 99.50.'],
  ['min=500&max=100', 'min', 'The lowest price is above the highest.'],
  ['sub=soaps', 'sub', 'There is no such subcategory.'],
  ['sub=99999999999', 'sub', 'There is no such subcategory.'],
  ['stock=out', 'stock', "The filter 'stock' can only be 'in'."],
])('%s is refused with 400 and clear words', async (query, field, words) => {
  expect(await shop.client().get(`${inCategory()}?${query}`)).toMatchObject({
    status: 400,
    body: { msg: words, fields: { [field]: words } },
  })
})

test('a cursor belongs to its list, its sort and its filters', async () => {
  const first = await shop.client().get(`${inCategory()}?limit=5&sort=price-low&min=150`)
  const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1]
  const answer = async (path: string) => (await shop.client().get(`${path}&limit=5&cursor=${cursor}`)).status
  expect(await answer(`${inCategory()}?sort=price-low&min=150`)).toBe(200)
  expect(await answer(`${inCategory()}?sort=price-high&min=150`)).toBe(400)
  expect(await answer(`${inCategory()}?sort=price-low&min=151`)).toBe(400)
  expect(await answer(`${inCategory()}?sort=price-low&min=150&stock=in`)).toBe(400)
  expect(await answer(`/public/product/category/${category + 1}?sort=price-low&min=150`)).toBe(400)
})

test('of a product whose price changes while somebody turns pages, no other product is lost', async () => {
  const path = `${inCategory()}?limit=20&sort=price-low`
  const first = await shop.client().get<ListedProduct[]>(path)
  const before = (await pagesOf(path)).flatMap((page) => page.body.map((product) => product.id))
  const last = first.body.at(-1)
  const price = sql`(select price_paise from product where id = ${last?.id})`
  await shop.db.query(sql`update product set price_paise = 9900000 where id = ${last?.id}`)
  try {
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const rest = (await pagesOf(next)).flatMap((page) => page.body.map((product) => product.id))
    expect([...first.body.map((product) => product.id), ...rest]).toEqual([...before, last?.id])
  } finally {
    await shop.db.query(
      sql`update product set price_paise = least(${price}, ${(last?.price ?? 0) * 100}) where id = ${last?.id}`,
    )
  }
})

test('a page of a category by price reads the index in its order and sorts nothing', async () => {
  for (const direction of ['', 'desc']) {
    const plan = await shop.db.execute(
      `explain select id from product p where p.category_id = ${category} and p.price_paise >= 10000 and p.deleted_at is null
       order by p.price_paise ${direction}, p.id ${direction} limit 49`,
    )
    const lines = plan.rows.map((row) => (row as { 'QUERY PLAN': string })['QUERY PLAN']).join('\n')
    expect(lines).toContain('product_by_category_price')
    expect(lines).not.toMatch(/Sort|Seq Scan/)
  }
})

test.for(['paper', 'recycled paper'])(
  "search results for '%s' in every sort are the same ones, in that order, and filters leave what fits",
  async (words) => {
    const path = `/public/product/search/${encodeURIComponent(words)}`
    const price = (product: ListedProduct) => product.price
    const all = (await pagesOf(`${path}?limit=70`)).flatMap((page) => page.body)
    expect(all.length).toBeGreaterThan(70)
    const low = (await pagesOf(`${path}?limit=70&sort=price-low`)).flatMap((page) => page.body)
    const high = (await pagesOf(`${path}?limit=70&sort=price-high`)).flatMap((page) => page.body)
    const newest = (await pagesOf(`${path}?limit=70&sort=newest`)).flatMap((page) => page.body)
    expect(low.map(price)).toEqual(all.map(price).toSorted((a, b) => a - b))
    expect(high.map(price)).toEqual(low.map(price).toReversed())
    expect(newest.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    )
    const fits = ({ price, noOfUnits }: ListedProduct) => price >= 150 && price <= 400 && noOfUnits > 0
    const { subCategoryId } = all.find(fits) as ListedProduct
    const pages = await pagesOf(
      `${path}?limit=10&sort=price-low&min=150&max=400&stock=in&sub=${subCategoryId}`,
    )
    const kept = low.filter((product) => fits(product) && product.subCategoryId === subCategoryId)
    expect(kept.length).toBeGreaterThan(0)
    expect(pages.flatMap((page) => page.body.map(({ id }) => id)).toSorted()).toEqual(
      kept.map(({ id }) => id).toSorted(),
    )
    expect(pages.map((page) => page.headers.get('x-total-count'))).toEqual(
      pages.map(() => String(kept.length)),
    )
    expect((await shop.client().get(`${path}?sort=oldest`)).status).toBe(400)
    expect((await shop.client().get(`${path}?min=3&max=2`)).status).toBe(400)
  },
)

test.for(['paper', 'recycled paper'])(
  "the facets, sorts and further pages of '%s' are from one reading of its matches",
  async (words) => {
    const path = `/public/product/search/${encodeURIComponent(words)}`
    const statementsOf = async (query: string) => {
      const before = shop.running.shop.db.statements()
      expect(await shop.client().get(path + query)).toMatchObject({ status: 200 })
      return shop.running.shop.db.statements() - before
    }
    const readFirst = async () => {
      clearCache(shop.running.shop.db)
      return shop.client().get(`${path}?limit=10`)
    }
    const cursor = /cursor=([^&>]+)/.exec((await readFirst()).headers.get('link') ?? '')?.[1]
    // Each reads its rows alone: products, or their facets. What the first page read is kept for ten seconds.
    for (const query of [`?limit=10&cursor=${cursor}`, '?limit=10&sort=price-low', '/facets']) {
      await readFirst()
      expect(await statementsOf(query)).toBe(1)
    }
  },
)

test('the rows of the home page are all categories by name with their newest products, in one statement', async () => {
  const before = shop.running.shop.db.statements()
  const { body } = await shop.client().get<CategoryProducts[]>('/public/category/rows?limit=4')
  expect(shop.running.shop.db.statements() - before).toBe(1)
  expect(body.map(({ name }) => name)).toEqual(body.map(({ name }) => name).toSorted())
  expect(body.length).toBe(14)
  for (const { id, products } of body) {
    const own = await shop.client().get(`/public/product/category/${id}?limit=4`)
    expect(products).toEqual(own.body)
  }
  expect((await shop.client().get('/public/category/rows?limit=13')).status).toBe(400)
})

test('a category without products is among the rows, empty', async () => {
  await shop.db.query(sql`insert into category (name) values ('Zero Waste')`)
  const { body } = await shop.client().get<CategoryProducts[]>('/public/category/rows')
  expect(body.at(-1)).toMatchObject({ name: 'Zero Waste', products: [] })
})
