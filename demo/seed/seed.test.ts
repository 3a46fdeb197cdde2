// @module-tag nightly: It proves what the demo shop holds. Each run of the browser tests fills one and visits it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as catalogue from '../catalogue/catalogue.ts'
import { demoPurchases } from '../orders.ts'
import type { Balances, Reconciliation } from '../../contract/admin-ledger.ts'
import type { Order } from '../../contract/order.ts'
import type { ListedProduct } from '../../contract/product.ts'
import { eventually } from '../../tests/setup/buying.ts'
import { brokenInvariants } from '../../tests/setup/invariants.ts'
import { demoAccount } from '../../tests/setup/people.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { compareBalance } from '../../server/money/provider/compare-balance.ts'
import { addDays, dayOf } from '../../server/platform/calendar.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { makeAdmin } from '../../server/administration/make-admin.ts'
import { createAdminPaths, readAdminPaths } from '../../server/administration/paths.ts'
import { keyOfDemoPicture } from '../../tests/setup/pictures.ts'
import { insertionOrder, seedDemoShop } from './shop.ts'

let demo: TestShop
let bare: TestShop
beforeAll(async () => {
  demo = await startTestShop({ seed: 'demo', courier: true })
  bare = await startTestShop({ seed: 'none' })
})
afterAll(async () => {
  await demo.stop()
  await bare.stop()
})

const counts = async (shop: TestShop) =>
  (
    await shop.db.query(sql`
  select (select count(*) from account) as accounts, (select count(*) from seller) as sellers, (select count(*) from customer) as customers,
    (select count(*) from address) as addresses, (select count(*) from category) as categories,
    (select count(*) from subcategory) as subcategories, (select count(*) from product) as products,
    (select count(*) from orders) as orders`)
  )[0]

const everything = {
  accounts: catalogue.demoSellers.length + 2,
  sellers: catalogue.demoSellers.length,
  customers: 1,
  addresses: 2,
  categories: catalogue.demoCategories.length,
  subcategories: catalogue.demoCategories.flatMap((category) => category.subcategories).length,
  products: catalogue.demoProducts.length,
  orders: demoPurchases.flatMap((purchase) => purchase.lines).length,
}

test('the demo shop has every seller, category and product of the demo catalogue, and the three demo accounts', async () => {
  expect(await counts(demo)).toEqual(everything)
})

test('a product is stored as the catalogue describes it', async () => {
  for (const product of catalogue.demoProducts.filter((_, i) => i % 20 === 0)) {
    const [row] = await demo.db.query(sql`
      select p.name, coalesce(p.regular_paise, p.price_paise) as price_paise, p.description, p.details, p.units, p.height_cm, p.length_cm, p.width_cm, p.weight_grams,
        a.email, s.name as subcategory, c.name as category, cardinality(p.images) as pictures, p.images[1] as image
      from product p join account a on a.id = p.seller_id join subcategory s on s.id = p.subcategory_id join category c on c.id = p.category_id
      where p.name = ${product.name}`)
    expect(row).toEqual({
      name: product.name,
      price_paise: Math.round(product.priceRupees * 100),
      description: product.description,
      details: product.details,
      units: product.units,
      height_cm: product.heightCm,
      length_cm: product.lengthCm,
      width_cm: product.widthCm,
      weight_grams: product.weightGrams,
      email: product.sellerEmail,
      subcategory: product.subcategory,
      category: product.category,
      pictures: product.pictures.length,
      image: `/media/p/${keyOfDemoPicture(product.pictures[0] ?? '')}/480.webp`,
    })
  }
})

test.each([
  ['buyer', 'CUSTOMER'],
  ['seller', 'SELLER'],
  ['admin', 'ADMIN'],
] as const)('%s@hariyali.test logs in with the demo password, verified, as %s', async (name, role) => {
  expect((await (await demoAccount(demo, name)).get('/private/me')).body).toMatchObject({
    email: `${name}@hariyali.test`,
    role,
  })
})

test('the demo buyer has two addresses, the default one in Rajasthan', async () => {
  const addresses = (await (await demoAccount(demo, 'buyer')).get('/private/address/get')).body
  expect(addresses).toHaveLength(2)
  expect(addresses.filter((address: { isDefault: boolean }) => address.isDefault)).toMatchObject([
    { state: 'Rajasthan', pinCode: expect.stringMatching(/^\d{6}$/) },
  ])
})

test('the demo buyer and the demo seller have orders in every state of parcel and payment, newest first', async () => {
  const buyer = await demoAccount(demo, 'buyer')
  const seller = await demoAccount(demo, 'seller')
  const bought = (await buyer.get<Order[]>('/private/order/get/customer?limit=200')).body
  const sold = (await seller.get<Order[]>('/private/order/get/seller?limit=200')).body
  const statesOf = (orders: readonly Order[]) =>
    [...new Set(orders.map((order) => `${order.status}: ${order.shipmentStatus ?? 'none'}`))].toSorted()
  const sellers = [
    'cancelled: Cancelled',
    'cancelled: RTO',
    'completed: Delivered',
    'pending: none',
    'processing: Pending',
    'shipped: In Transit',
    'shipped: Out for Delivery',
    'shipped: Shipped',
  ]
  expect(statesOf(sold)).toEqual(sellers)
  // Of the refunded one the courier's stand-in says sooner or later that it has cancelled the parcel.
  const states = statesOf(bought).map((state) => state.replace('refunded: Cancelled', 'refunded: none'))
  expect(states.toSorted()).toEqual([...sellers, 'refunded: none'].toSorted())
  const times = bought.map((order) => order.createdAt)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(new Set(bought.map((order) => order.sellerEmail)).size).toBeGreaterThan(3)
  for (const order of bought)
    expect(order.deliveryDate !== null, order.id).toBe(order.shipmentStatus === 'Delivered')
  expect(await brokenInvariants(demo.db)).toEqual([])
  const attention = await demo.db.query<{ words: string }>(
    sql`select distinct needs_attention as words from orders where needs_attention is not null`,
  )
  expect(attention.map(({ words }) => words).toSorted()).toEqual([
    'The courier cancelled the parcel (8).',
    'The courier lost the parcel (12).',
    'The parcel could not be booked: No courier is serviceable for this pincode.',
    'The parcel goes back to the seller (9).',
    'The parcel is damaged (25).',
  ])
})

test('the stand-in of the courier knows the demo parcels: their labels open, and one can be moved on by hand', async () => {
  const seller = await demoAccount(demo, 'seller')
  const sold = (await seller.get<Order[]>('/private/order/get/seller?limit=200')).body
  const labels = sold.flatMap((order) => order.shipmentLabelUrl ?? [])
  expect(labels.length).toBeGreaterThan(10)
  for (const label of labels) {
    const response = await seller.request(label, {})
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  }
  const shipped = sold.find((order) => order.shipmentStatus === 'Shipped')
  await demo.kit(`/dev/shipments/${shipped?.id}`, { status: 'In Transit' })
  const moved = (await seller.get<Order[]>('/private/order/get/seller?limit=200')).body
  expect(moved.find((order) => order.id === shipped?.id)?.shipmentStatus).toBe('In Transit')
})

test("the stand-in of the payment provider knows the demo payments: each day's lists and the balance are the ledger's", async () => {
  const admin = await demoAccount(demo, 'admin')
  const [hour, today] = [3_600_000, dayOf(new Date())]
  const first = dayOf(new Date(Date.now() - Math.max(...demoPurchases.map((one) => one.hoursAgo)) * hour))
  const moved: Record<string, number> = {}
  for (let day = first; day < today; day = addDays(day, 1)) {
    const { body } = await admin.post<Reconciliation>(`/public/admin/reconciliations/${day}`)
    expect(body, day).toMatchObject({ state: 'done', differences: 0 })
    for (const { subject, thereCount } of body.sides) moved[subject] = (moved[subject] ?? 0) + thereCount
  }
  expect(moved).toEqual({ payment: expect.toSatisfy((count) => count > 10), refund: 2, transfer: 0 })

  const balances = () =>
    eventually(
      async () => {
        await compareBalance(demo.running.shop, new Date())
        return (await admin.get<Balances>('/public/admin/balances')).body.atProvider
      },
      (read) => read?.there === read?.here && read !== null,
    )
  expect((await balances())?.there).toBeGreaterThan(0)
  await demo.kit('/sandbox/payments/settlements', {})
  expect(await balances()).toMatchObject({ there: 0, here: 0 })
  expect(await brokenInvariants(demo.db)).toEqual([])
})

test("a seller's bank account is stored encrypted, with its last four digits in plain text", async () => {
  for (const seller of catalogue.demoSellers) {
    const [row] = await demo.db.query<{ sealed: string; last4: string }>(sql`
      select bank_account_sealed as sealed, bank_account_last4 as last4 from seller s join account a on a.id = s.account_id where a.email = ${seller.email}`)
    expect(row?.sealed).not.toContain(seller.bankDetails.accountNo)
    expect(demo.running.shop.secrets.unseal('bank-account', row?.sealed ?? '')).toBe(
      seller.bankDetails.accountNo,
    )
    expect(row?.last4).toBe(seller.bankDetails.accountNo.slice(-4))
  }
})

test('a list begins with a mixture: the first products of a category are of different subcategories', async () => {
  for (const category of catalogue.demoCategories) {
    const [row] = await demo.db.query<{ id: number }>(
      sql`select id from category where name = ${category.name}`,
    )
    const { body } = await demo
      .client()
      .get<ListedProduct[]>(`/public/product/category/${row?.id}?limit=${category.subcategories.length}`)
    expect(body.map((product) => product.subCategoryName).toSorted()).toEqual(
      category.subcategories.map((subcategory) => subcategory.name).toSorted(),
    )
  }
})

test('the order of insertion contains every product, and neighbours are of different categories', () => {
  const order = insertionOrder(catalogue.demoCategories, catalogue.demoProducts)
  expect(order.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))).toEqual(
    catalogue.demoProducts.toSorted((a, b) => (a.slug < b.slug ? -1 : 1)),
  )
  const newest = order.slice(-catalogue.demoCategories.length)
  expect(new Set(newest.map((product) => product.category)).size).toBe(catalogue.demoCategories.length)
})

test('a second start seeds nothing, keeps changes and still recognises the demo accounts', async () => {
  await demo.db.query(sql`update product set units = 7 where name = ${catalogue.demoProducts[0]?.name}`)
  expect(await seedDemoShop(demo.running.shop)).toBe(true)
  expect(await counts(demo)).toEqual(everything)
  expect(
    (await demo.db.query(sql`select units from product where name = ${catalogue.demoProducts[0]?.name}`))[0],
  ).toEqual({ units: 7 })
})

test('without the demo seed there is no account and no product, but the admin paths exist', async () => {
  expect(Object.values((await counts(bare)) ?? {})).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  expect(await seedDemoShop(bare.running.shop)).toBe(false)
  expect(await bare.db.query(sql`select key from picture`)).toEqual([])
  expect(Object.keys(await readAdminPaths(bare.db)).toSorted()).toEqual([
    'customers',
    'orders',
    'overview',
    'sellers',
  ])
})

test('the four admin paths cannot be guessed, differ from each other and between shops, and stay at a second start', async () => {
  const paths = await readAdminPaths(demo.db)
  for (const path of Object.values(paths)) expect(path).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set([...Object.values(paths), ...Object.values(await readAdminPaths(bare.db))]).size).toBe(8)
  await createAdminPaths(demo.db)
  expect(await demo.db.query(sql`select value from setting where name = 'admin-paths'`)).toEqual([
    { value: paths },
  ])
})

test('nodes that start together on an empty database seed one shop, with one set of admin paths', async () => {
  const fresh = await startTestShop({ seed: 'none' })
  try {
    await fresh.db.query(sql`delete from setting`)
    const shop = { ...fresh.running.shop, config: { ...fresh.running.shop.config, seed: 'demo' as const } }
    const other = { ...shop, db: fresh.db }
    const start = async (node: typeof shop) => {
      await createAdminPaths(node.db)
      return seedDemoShop(node)
    }
    const answers = await Promise.all([start(shop), start(other), start(shop), start(other)])
    expect(answers).toEqual([true, true, true, true])
    expect(await counts(fresh)).toEqual(everything)
    expect(await fresh.db.query(sql`select name from setting`)).toEqual([{ name: 'admin-paths' }])
  } finally {
    await fresh.stop()
  }
})

test('an administrator that was created before the first start does not prevent the demo seed', async () => {
  const fresh = await startTestShop({ seed: 'none' })
  try {
    await makeAdmin(fresh.running.shop, { email: 'admin@hariyali.test', password: 'an administrator' })
    const { shop } = fresh.running
    expect(await seedDemoShop({ ...shop, config: { ...shop.config, seed: 'demo' } })).toBe(true)
    const login = { email: 'admin@hariyali.test', password: 'an administrator' }
    expect((await fresh.client().post('/auth/login', login)).body.role).toBe('ADMIN')
  } finally {
    await fresh.stop()
  }
})

test('a database with an account is not seeded', async () => {
  const fresh = await startTestShop({ seed: 'none' })
  try {
    await fresh.customer()
    const { shop } = fresh.running
    expect(await seedDemoShop({ ...shop, config: { ...shop.config, seed: 'demo' } })).toBe(false)
    expect(await counts(fresh)).toMatchObject({ accounts: 1, products: 0 })
  } finally {
    await fresh.stop()
  }
})
