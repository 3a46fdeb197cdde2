/** The administrator's lists, counters and per-seller orders (specification §2, §7). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../tests/setup/client.ts'
import { addAdmin, type Admin, auditOf } from '../../tests/setup/people.ts'
import { type Sale, sellOne } from '../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'

let shop: TestShop
let admin: Admin
let green: Seller
let blue: Seller
let sales: Sale[]

beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true' } })
  admin = await addAdmin(shop)
  green = await addSeller(shop, { companyName: 'Green Leaf Works' })
  blue = await addSeller(shop, { companyName: 'Blue Pot Studio' })
  sales = [
    await sellOne(shop, green, { name: 'Neem Comb' }),
    await sellOne(shop, blue, { name: 'Clay Pot', pricePaise: 123_450, quantity: 2 }),
    await sellOne(shop, green, { name: 'Coir Brush 100%' }),
  ]
})
afterAll(() => shop?.stop())

describe('all-orders', () => {
  test('shows every order, newest first, as the order card wants it', async () => {
    const { status, body, headers } = await admin.get('/public/admin/all-orders')
    expect(status).toBe(200)
    expect(body.map((order: any) => order.id)).toEqual(sales.map((sale) => sale.orderId).toReversed())
    expect(headers.get('x-total-count')).toBe('3')
    expect(body[1]).toMatchObject({
      product: { name: 'Clay Pot' },
      quantity: 2,
      amount: 2_469,
      status: 'pending',
      sellerEmail: blue.email,
      sellerCompany: 'Blue Pot Studio',
      customer: { email: sales[1]?.buyer.email, name: 'Asha Rao' },
      deliveryAddress: { city: 'Jaipur' },
      awbNumber: null,
      shipmentLabelUrl: null,
    })
  })

  test('of one seller are those whose sellerEmail equals the e-mail, and none for an unknown one', async () => {
    const own = await admin.get(
      `/public/admin/all-orders?sellerEmail=${encodeURIComponent(green.email.toUpperCase())}`,
    )
    expect(own.body.map((order: any) => order.product.name)).toEqual(['Coir Brush 100%', 'Neem Comb'])
    expect(own.body.every((order: any) => order.sellerEmail === green.email)).toBe(true)
    const part = await admin.get(`/public/admin/all-orders?sellerEmail=${green.email.slice(1)}`)
    expect(part.body).toEqual([])
  })

  test.each([
    ['words of the product, in whatever case', () => 'brush coir', ['Coir Brush 100%']],
    ['a sign that stands for anything in a pattern', () => '%', ['Coir Brush 100%']],
    ['the first digits of the id', () => sales[1]!.orderId.slice(0, 18), ['Clay Pot']],
    ['the whole id', () => sales[1]!.orderId, ['Clay Pot']],
    ["a seller's e-mail", () => blue.email, ['Clay Pot']],
    ['what nothing has', () => 'porcelain', []],
  ])('are found by %s', async (_, words, names) => {
    const { body } = await admin.get(`/public/admin/all-orders?q=${encodeURIComponent(words())}`)
    expect(body.map((order: any) => order.product.name)).toEqual(names)
  })

  test("are found by a buyer's e-mail, by status, and by what needs a person", async () => {
    const all = await admin.get(`/public/admin/all-orders?q=${encodeURIComponent(sales[0]!.buyer.email)}`)
    expect(all.body).toHaveLength(3)
    expect((await admin.get('/public/admin/all-orders?status=pending')).body).toHaveLength(3)
    expect((await admin.get('/public/admin/all-orders?status=shipped')).body).toEqual([])
    expect((await admin.get('/public/admin/all-orders?attention=yes')).body).toEqual([])
    expect((await admin.get('/public/admin/all-orders?status=odd')).status).toBe(400)
  })

  test('come in pages that reach every order', async () => {
    const seen: string[] = []
    for (let path: string | undefined = '/public/admin/all-orders?limit=2'; path;) {
      const page: Answer = await admin.get(path)
      seen.push(...page.body.map((order: any) => order.id))
      path = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(sales.map((sale) => sale.orderId).toReversed())
    expect((await admin.get('/public/admin/all-orders?cursor=x')).status).toBe(400)
  })
})

describe('all-sellers and all-customers', () => {
  test('show what the cards want; of a bank account the last four digits', async () => {
    const { body } = await admin.get('/public/admin/all-sellers?q=green+leaf')
    expect(body).toEqual([
      expect.objectContaining({
        id: green.id,
        companyName: 'Green Leaf Works',
        email: green.email,
        verified: true,
        suspended: null,
        address: expect.objectContaining({ city: 'Mumbai' }),
        bankDetails: { fullName: 'Test Owner', accountNo: 'XXXXXX9012', ifsccode: 'HDFC0000001' },
      }),
    ])
    const customers = await admin.get(`/public/admin/all-customers?q=${sales[0]!.buyer.email.slice(2, 14)}`)
    expect(customers.body).toEqual([
      expect.objectContaining({
        firstName: 'Asha',
        lastName: 'Rao',
        email: sales[0]!.buyer.email,
        mobile: '9876543210',
      }),
    ])
  })

  test('newest first, in pages, searched by company, e-mail, GST number, city, name and mobile', async () => {
    const first = await admin.get('/public/admin/all-sellers?limit=1')
    expect(first.headers.get('x-total-count')).toBe('2')
    expect(first.headers.get('link')).toContain('rel="next"')
    for (const q of ['studio', blue.email.toUpperCase(), 'mumbai'])
      expect(
        (await admin.get(`/public/admin/all-sellers?q=${encodeURIComponent(q)}`)).body.map((s: any) => s.id),
      ).toContain(blue.id)
    expect((await admin.get('/public/admin/all-customers?q=asha+rao')).body.length).toBeGreaterThan(0)
    expect((await admin.get('/public/admin/all-customers?q=9876543210')).body.length).toBeGreaterThan(0)
    expect((await admin.get('/public/admin/all-customers?q=_')).body).toEqual([])
    expect((await admin.get(`/public/admin/all-customers?q=${'x'.repeat(101)}`)).status).toBe(400)
  })
})

test('sellers and customers are narrowed by their state, and the total counts them', async () => {
  const other = await addSeller(shop, { companyName: 'Wrong Pot Works' })
  const suspended = async () => {
    const { body, headers } = await admin.get('/public/admin/all-sellers?state=suspended')
    return [body.map((one: any) => one.id), headers.get('x-total-count')]
  }
  expect(await suspended()).toEqual([[], '0'])
  const reason = { reason: 'It sells what is not green.' }
  expect((await admin.post(`/public/admin/accounts/${other.id}/suspend`, reason)).status).toBe(200)
  expect(await suspended()).toEqual([[other.id], '1'])
  expect((await admin.get('/public/admin/all-sellers?state=suspended&q=blue')).body).toEqual([])
  expect((await admin.get('/public/admin/all-customers?state=suspended')).body).toEqual([])
  expect((await admin.get('/public/admin/all-customers?state=not-verified')).body).toEqual([])
  expect((await admin.get('/public/admin/all-customers?state=odd')).status).toBe(400)
})

test('the filters say how many rows each state has, as the lists count them', async () => {
  for (const [list, path, name] of [
    ['orders', 'all-orders', 'status'],
    ['sellers', 'all-sellers', 'state'],
    ['customers', 'all-customers', 'state'],
    ['payouts', 'payouts', 'state'],
    ['seller-approvals', 'seller-approvals', 'show'],
    ['complaints', 'complaints', 'show'],
    ['green-claims', 'green-claims', 'state'],
    ['listings', 'listings', 'show'],
  ] as const) {
    const { status, body } = await admin.get(`/public/admin/state-counts?list=${list}`)
    expect(status).toBe(200)
    const listed = await Promise.all(
      body.map(async ({ state }: any) => {
        const filter = state === 'attention' ? 'attention=yes' : `${name}=${state}`
        const { headers } = await admin.get(`/public/admin/${path}?${filter}`)
        return { state, count: Number(headers.get('x-total-count')) }
      }),
    )
    expect([list, body]).toEqual([list, listed])
    const isEmpty = ['customers', 'payouts', 'green-claims', 'complaints'].includes(list)
    expect([list, body.some(({ count }: any) => count > 0)]).toEqual([list, !isEmpty])
  }
  expect((await admin.get('/public/admin/state-counts?list=odd')).status).toBe(400)
})

test('the four counters, and products/count as a bare number', async () => {
  expect((await admin.get('/public/admin/products/count')).body).toBe(3)
  const { body } = await admin.get('/public/admin/counts')
  const total = async (list: string) =>
    Number((await admin.get(`/public/admin/${list}`)).headers.get('x-total-count'))
  expect(body).toEqual({
    products: 3,
    orders: 3,
    customers: await total('all-customers'),
    sellers: await total('all-sellers'),
  })
})

test('nobody but an ADMIN reads any of it, and an attempt of somebody who is logged in is recorded in the audit', async () => {
  for (const path of [
    'all-sellers',
    'all-orders',
    'all-customers',
    'products/count',
    'counts',
    'me',
    'audit',
  ]) {
    expect((await shop.client().get(`/public/admin/${path}`)).status, path).toBe(401)
    expect((await green.get(`/public/admin/${path}`)).status, path).toBe(403)
    expect((await sales[0]!.buyer.get(`/public/admin/${path}`)).status, path).toBe(403)
  }
  const [refused] = await auditOf(admin, { act: 'call-refused', q: green.email })
  expect(refused).toMatchObject({
    by: { name: green.email },
    to: { kind: 'call', name: 'GET /public/admin/audit' },
  })
})

test('me tells an administrator the four paths, and how they are signed in', async () => {
  const { body } = await admin.get('/public/admin/me')
  expect(Object.keys(body.paths)).toEqual(['orders', 'sellers', 'overview', 'customers'])
  expect(body).toMatchObject({
    email: admin.email,
    confirmedUntil: expect.any(String),
    secondFactor: { on: false, required: false, recoveryCodesLeft: 0 },
  })
})
