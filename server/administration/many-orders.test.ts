/** 50,000 orders in the administrator's list: complete, in order, found, counted, and as quick as 50. */
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillLists } from '../../tests/setup/many-rows.ts'
import { nightly } from '../../tests/setup/nightly.ts'
import { addAdmin, type Admin } from '../../tests/setup/people.ts'
import { sellOne } from '../../tests/setup/sales.ts'
import { addSeller } from '../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { clearCache } from '../platform/page-cache/query-cache.ts'
import { compile, type Sql, sql } from '../platform/db/sql.ts'

const many = 50_000
const whyAtNight =
  'Filling the tables takes 15 s of processor time. server/administration/lists.test.ts proves order, pages and search with few rows each time.'
const list = '/public/admin/all-orders'
let shop: TestShop
let admin: Admin
const statements: Sql[] = []
const used: Record<number, Record<string, string[]>> = {}

// Short pages, so that every list has further pages with 50 rows, too.
const calls: Record<string, string> = {
  counters: '/public/admin/counts',
  'counts of states': '/public/admin/state-counts?list=orders',
  'Recent Orders': `${list}?limit=10`,
  'first page': `${list}?limit=4`,
  'page from the middle': `${list}?limit=4&cursor=MIDDLE`,
  'of a seller': `${list}?limit=4&sellerEmail=seller-7@many.test`,
  'by status': `${list}?limit=4&status=completed`,
  'that need attention': `${list}?limit=4&attention=yes`,
  'by parcel': `${list}?limit=4&q=AWB31`,
  'by buyer': `${list}?limit=4&q=buyer-31@many.test`,
  'by id': `${list}?limit=4&q=MIDDLE`,
  'by number': `${list}?limit=4&q=hjkm3467`,
  'by half of a number': `${list}?limit=4&q=hjkm`,
  'by name': `${list}?limit=4&q=rare+name`,
}

beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop)
  const { body: category } = await admin.post('/public/admin/create-category/Shelves')
  const subcategory = {
    name: 'Shelf',
    imageUrl: 'https://pictures.hariyali.test/shelf.webp',
    categoryId: category.id,
  }
  expect((await admin.post('/public/admin/create-subcategory', subcategory)).status).toBe(200)

  const { db } = shop.running.shop
  const query = db.query
  db.query = (statement) => {
    // The queue looks for due jobs meanwhile.
    if (!compile(statement).text.includes('pgboss.')) statements.push(statement)
    return query(statement)
  }
  for (const count of [50, many]) {
    const middle = await fillLists(shop.db, count)
    await shop.db.query(sql`update orders set number = 'HJKM-3467' where awb_number = 'AWB31'`)
    clearCache(db)
    const seen: Record<string, string[]> = {}
    for (const [name, path] of Object.entries(calls)) {
      statements.length = 0
      const { status, body } = await admin.get(path.replace('MIDDLE', middle))
      expect(status, name).toBe(200)
      if (name !== 'that need attention') expect(body, name).not.toEqual([])
      seen[name] = statements.map((statement) => compile(statement).text).toSorted()
      if (count === many && !name.startsWith('count')) plans[name] = await planOfPage(statements)
    }
    used[count] = seen
  }
  // Filling takes 20 s alone, and several minutes beside the tests that kill and freeze servers.
}, 600_000)
afterAll(() => shop?.stop())

const plans: Record<string, string> = {}

/** The plans for the rows of a page with long tables. */
async function planOfPage(asked: readonly Sql[]): Promise<string> {
  const page = asked.find((statement) => compile(statement).text.includes('with page as'))
  const rows = page ? await shop.db.query<{ 'QUERY PLAN': string }>(sql`explain ${page}`) : []
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const orders = async (path: string) => {
  const answer = await admin.get(path)
  expect(answer.status, path).toBe(200)
  const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  return { ...answer, ids: answer.body.map((order: { id: string }) => order.id) as string[], next }
}
const newestFirst = async () =>
  (await shop.db.query<{ id: string }>(sql`select id from orders order by id desc`)).map(({ id }) => id)

test(
  'each call asks the database as often as with 50 orders, and no list reads its whole table',
  nightly(whyAtNight),
  () => {
    expect(used[many]).toEqual(used[50])
    for (const [name, plan] of Object.entries(plans)) {
      // The shop has no document of its own, no dispute and no promise here: an empty table is read without its index.
      expect(plan, name).not.toMatch(/Seq Scan on (?!shop_document |dispute |order_promise )/)
      expect(plan, name).toMatch(/Index Scan (Backward )?(using|on) orders_/)
    }
  },
)

test(
  'orders of a status that few have are read from an index of their own, and a parcel is found by its number alone',
  nightly(whyAtNight),
  async () => {
    for (const [query, index] of [
      ['status=cancelled', /orders_cancelled/],
      ['q=hjkm', /orders_searched/],
      ['q=AWB31', /orders_awb/],
    ] as const) {
      statements.length = 0
      expect((await orders(`${list}?${query}`)).ids, query).not.toEqual([])
      expect(await planOfPage(statements), query).toMatch(index)
    }
  },
)

test(
  'the counters and the list say 50,000; Recent Orders are the ten newest',
  nightly(whyAtNight),
  async () => {
    const { body: counts } = await admin.get('/public/admin/counts')
    expect(counts).toEqual({ orders: many, customers: many, sellers: many / 100, products: many / 100 })
    const first = await orders(list)
    expect(first.headers.get('x-total-count')).toBe(String(many))
    const all = await newestFirst()
    expect(first.ids).toEqual(all.slice(0, 48))
    expect((await orders(`${list}?limit=10`)).ids).toEqual(all.slice(0, 10))
  },
)

test(
  'one order is found among all by its number, its parcel, its buyer and the words of its product',
  nightly(whyAtNight),
  async () => {
    const [needle] = await shop.db.query<{ id: string }>(
      sql`select id from orders where awb_number = 'AWB31337'`,
    )
    const [row] = await shop.db.query<{ email: string }>(sql`
    select email from account a join orders o on o.customer_id = a.id where o.id = ${needle?.id}`)
    for (const q of [needle?.id, needle?.id.slice(0, 20), 'AWB31337', row?.email, 'number 31337 product'])
      expect((await orders(`${list}?q=${encodeURIComponent(q ?? '')}`)).ids, q).toContain(needle?.id)
    for (const q of [needle?.id, 'AWB31337', row?.email])
      expect((await orders(`${list}?q=${encodeURIComponent(q ?? '')}`)).ids, q).toHaveLength(1)
  },
)

test("a seller's list has their own orders only", nightly(whyAtNight), async () => {
  const email = 'seller-7@many.test'
  const own = await shop.db.query<{ id: string }>(sql`
    select o.id from orders o join account a on a.id = o.seller_id where a.email = ${email} order by o.id desc`)
  const first = await orders(`${list}?limit=60&sellerEmail=${email}`)
  const second = await orders(first.next ?? '')
  expect(first.headers.get('x-total-count')).toBe('100')
  expect([...first.ids, ...second.ids]).toEqual(own.map(({ id }) => id))
  expect(second.next).toBeUndefined()
})

test(
  'the file has every order once, and is made no faster than it is read',
  nightly(whyAtNight),
  async () => {
    statements.length = 0
    const parts = () => statements.filter((one) => compile(one).values.includes(501)).length
    const answer = await new Promise<IncomingMessage>((resolve) => {
      const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      get(`${shop.url}/api/v1/public/admin/export/orders`, { headers: { cookie } }, resolve)
    })
    // Nobody reads: once the buffers are full, no further page is read from the database.
    for (let before = -1; before < parts();) {
      before = parts()
      for (let i = 0; i < 20; i += 1) await orders(`${list}?limit=48`)
    }
    expect(parts()).toBeLessThan(many / 500 / 2)
    let text = ''
    for await (const piece of answer.setEncoding('utf8')) text += piece
    expect(parts()).toBe(many / 500)
    const lines = text.trimEnd().split('\r\n').slice(1)
    expect(lines.map((line) => /^"([^"]+)"/.exec(line)?.[1])).toEqual(await newestFirst())
  },
)

test(
  'pages follow one another without gap or repeat while new orders arrive, to the very last one',
  nightly(whyAtNight),
  async () => {
    const before = await newestFirst()
    const seller = await addSeller(shop)
    const arrive = async () => {
      const { orderId } = await sellOne(shop, seller)
      expect((await orders(`${list}?limit=1`)).ids).toEqual([orderId])
    }
    const first = await orders(`${list}?limit=200`)
    await arrive()
    const second = await orders(first.next ?? '')
    await arrive()
    const third = await orders(second.next ?? '')
    expect([...first.ids, ...second.ids, ...third.ids]).toEqual(before.slice(0, 600))

    const last: string[] = []
    for (let path: string | undefined = `${list}?limit=200&cursor=${before.at(-501)}`; path;) {
      const page = await orders(path)
      last.push(...page.ids)
      path = page.next
    }
    expect(last).toEqual(before.slice(-500))
    expect((await orders(list)).headers.get('x-total-count')).toBe(String(many + 2))
  },
)
