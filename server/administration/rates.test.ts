/** Dated rates: which changes are allowed, from which day, and which rates an order uses (docs/money.md, Rates). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ageConfirmedLogin, awayFrom } from '../../tests/setup/clock.ts'
import { addAdmin, type Admin, auditOf } from '../../tests/setup/people.ts'
import { addSeller, type Seller } from '../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { sql } from '../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
let categoryId: number
let days: Record<'today' | 'tomorrow' | 'inAWeek' | 'dayBefore' | 'inTwoWeeks' | 'dayBeforeTwoWeeks', string>

beforeAll(async () => {
  // All tests count their days from today.
  await awayFrom('midnight', 90)
  shop = await startTestShop()
  admin = await addAdmin(shop)
  seller = await addSeller(shop)
  categoryId = (await admin.post('/public/admin/create-category/Baskets')).body.id
  const [row] = await shop.db.query<typeof days>(sql`
    select d::text as today, (d + 1)::text as tomorrow, (d + 7)::text as "inAWeek", (d + 6)::text as "dayBefore",
      (d + 14)::text as "inTwoWeeks", (d + 13)::text as "dayBeforeTwoWeeks"
    from (select (now() at time zone 'Asia/Kolkata')::date as d) t`)
  days = row!
})
afterAll(() => shop?.stop())

const addresses = {
  commission: '/public/admin/rates/commission',
  shipping: '/public/admin/rates/shipping',
  levies: '/public/admin/rates/levies',
  gst: '/public/admin/rates/gst',
}
type Kind = keyof typeof addresses

const add = (kind: Kind, body: object) => admin.post(addresses[kind], body)
const list = async (kind: Kind, query = '') => (await admin.get(addresses[kind] + query)).body
const end = (kind: Kind, id: number, lastDay: string) =>
  admin.post(`/public/admin/rates/${kind}/${id}/end`, { lastDay })
const withdraw = (kind: Kind, id: number) => admin.post(`/public/admin/rates/${kind}/${id}/withdraw`)

const commissionOn = async (day: string): Promise<number> => {
  const [row] = await shop.db.query<{ bp: number }>(
    sql`select commission_bp_for(${seller.id}::uuid, ${categoryId}::int, ${day}::date) as bp`,
  )
  return row!.bp
}

describe('a new rate', () => {
  test('holds from its day on, ends the present one the day before, and is withdrawn until it begins', async () => {
    const added = await add('commission', { rate: '12.5', from: days.inAWeek })
    expect(added.status, JSON.stringify(added.body)).toBe(200)
    expect(added.body.msg).toMatch(/^Commission of all other sales: 12\.5 % from /)
    const [next, present] = await list('commission')
    expect(next).toMatchObject({ rate: 12.5, from: days.inAWeek, to: null, state: 'future', seller: null })
    expect(present).toMatchObject({ rate: 10, to: days.dayBefore, state: 'present' })
    expect([await commissionOn(days.dayBefore), await commissionOn(days.inAWeek)]).toEqual([1_000, 1_250])

    expect((await add('commission', { rate: 11, from: days.tomorrow })).body.msg).toMatch(
      /^There is a rate from .* on already\. Withdraw it first\.$/,
    )
    expect((await withdraw('commission', next.id)).status).toBe(200)
    expect(await list('commission')).toMatchObject([{ id: present.id, to: null }])
    expect((await withdraw('commission', next.id)).status).toBe(404)
    expect((await withdraw('commission', present.id)).status).toBe(409)
    expect(await auditOf(admin, { act: 'rate-added' })).toMatchObject([
      {
        to: { kind: 'rate', name: 'Commission of all other sales' },
        note: expect.stringContaining('12.5 % from'),
      },
    ])
    expect(await auditOf(admin, { act: 'rate-withdrawn' })).toHaveLength(1)
  })

  test('between two others is withdrawn: the one before it goes on until the next one, or until the day on which it was ended', async () => {
    const own = async () =>
      (await list('commission', `?q=${seller.email}`)).map(({ rate, from, to }: any) => [rate, from, to])
    const idOf = async (rate: number) =>
      (await list('commission', `?q=${seller.email}`)).find((row: any) => row.rate === rate).id
    const put = (rate: number, from: string) => add('commission', { sellerEmail: seller.email, rate, from })
    await put(1, days.tomorrow)
    await put(2, days.inAWeek)
    await put(3, days.inTwoWeeks)
    expect((await withdraw('commission', await idOf(2))).status).toBe(200)
    expect(await own()).toEqual([
      [3, days.inTwoWeeks, null],
      [1, days.tomorrow, days.dayBeforeTwoWeeks],
    ])
    expect((await withdraw('commission', await idOf(3))).status).toBe(200)
    expect(await own()).toEqual([[1, days.tomorrow, null]])
    await put(2, days.inAWeek)
    expect((await end('commission', await idOf(2), days.inTwoWeeks)).status).toBe(200)
    expect((await withdraw('commission', await idOf(2))).body.msg).toContain('the one before goes on until')
    expect(await own()).toEqual([[1, days.tomorrow, days.inTwoWeeks]])
    expect((await withdraw('commission', await idOf(1))).status).toBe(200)
  })

  test('of ten at once for the same day is written once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => add('levies', { levy: 'tcs', rate: i, from: days.inAWeek })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(9).fill(409),
    ])
    const open = (await list('levies', '?q=tcs')).filter((row: any) => row.state !== 'past')
    expect(open).toMatchObject([
      { from: days.inAWeek, to: null },
      { to: days.dayBefore, rate: 0.5 },
    ])
    expect((await withdraw('levies', open[0].id)).status).toBe(200)
  })

  test.each<[string, Kind, () => object, string]>([
    ['today or earlier', 'commission', () => ({ rate: 5, from: days.today }), 'from'],
    ['on no day of the calendar', 'commission', () => ({ rate: 5, from: '2031-02-30' }), 'from'],
    ['above 100 %', 'gst', () => ({ hsnPrefix: '3406', rate: 100.01, from: days.tomorrow }), 'rate'],
    ['below 0 %', 'levies', () => ({ levy: 'tds', rate: -1, from: days.tomorrow }), 'rate'],
    [
      'left blank, which is not 0 %',
      'levies',
      () => ({ levy: 'tds', rate: ' ', from: days.tomorrow }),
      'rate',
    ],
    ['in three decimals', 'levies', () => ({ levy: 'tds', rate: 0.125, from: days.tomorrow }), 'rate'],
    [
      'of a levy that does not exist',
      'levies',
      () => ({ levy: 'vat', rate: 5, from: days.tomorrow }),
      'levy',
    ],
    [
      'of an HSN code that does not exist',
      'gst',
      () => ({ hsnPrefix: '3499', rate: 5, from: days.tomorrow }),
      'hsnPrefix',
    ],
    [
      'of an HSN code with letters',
      'gst',
      () => ({ hsnPrefix: '34x', rate: 5, from: days.tomorrow }),
      'hsnPrefix',
    ],
    [
      'of no weight',
      'shipping',
      () => ({ upToGrams: 0, base: 5, furtherKg: 0, from: days.tomorrow }),
      'upToGrams',
    ],
    ['of a negative charge', 'shipping', () => ({ base: -5, furtherKg: 0, from: days.tomorrow }), 'base'],
    [
      'of a seller and a category',
      'commission',
      () => ({ sellerEmail: seller.email, categoryId: 1, rate: 5, from: days.tomorrow }),
      'categoryId',
    ],
  ])('is refused %s, at its field, and nothing changes', async (_, kind, body, field) => {
    const before = await list(kind, '?show=all&limit=200')
    const { status, body: refusal } = await add(kind, body())
    expect(status).toBe(400)
    expect(Object.keys(refusal.fields)).toContain(field)
    expect(await list(kind, '?show=all&limit=200')).toEqual(before)
  })

  test('of an unknown seller or category is refused', async () => {
    const from = days.tomorrow
    expect(await add('commission', { sellerEmail: 'nobody@hariyali.test', rate: 5, from })).toMatchObject({
      status: 404,
      body: { fields: { sellerEmail: 'There is no seller with this email.' } },
    })
    expect((await add('commission', { categoryId: 99_999, rate: 5, from })).status).toBe(404)
  })
})

describe('a special rate', () => {
  test('of a seller wins over that of a category, ends with a day, and cannot be ended twice', async () => {
    await add('commission', { categoryId: String(categoryId), sellerEmail: '', rate: 8, from: days.tomorrow })
    expect(await commissionOn(days.tomorrow)).toBe(800)
    await add('commission', { sellerEmail: seller.email.toUpperCase(), rate: 6, from: days.tomorrow })
    expect(await commissionOn(days.tomorrow)).toBe(600)
    const rules = await list('commission')
    expect(rules.map((rule: any) => rule.seller?.email ?? rule.category?.id ?? 'all')).toEqual([
      'all',
      categoryId,
      seller.email,
    ])
    const own = rules[2]
    expect(await list('commission', `?q=${encodeURIComponent(own.seller.company.slice(0, 5))}`)).toEqual([
      own,
    ])

    expect((await end('commission', own.id, days.today)).body.fields).toHaveProperty('lastDay')
    expect((await end('commission', own.id, days.tomorrow)).status).toBe(200)
    expect([await commissionOn(days.tomorrow), await commissionOn(days.inAWeek)]).toEqual([600, 800])
    await add('commission', { sellerEmail: seller.email, rate: 4, from: days.inAWeek })
    expect(await end('commission', own.id, days.inAWeek)).toMatchObject({ status: 409 })

    // As if the days had passed.
    await shop.db.query(
      sql`update commission_rule set valid_from = '2020-01-01', valid_to = '2020-12-31' where id = ${own.id}`,
    )
    expect((await end('commission', own.id, days.inAWeek)).body.msg).toBe('This rate ended on 31 Dec 2020.')
    expect((await withdraw('commission', own.id)).body.msg).toMatch(/^This rate began on 1 Jan 2020/)
    expect((await list('commission')).map((rule: any) => rule.id)).not.toContain(own.id)
    expect((await list('commission', '?show=all')).map((rule: any) => rule.id)).toContain(own.id)
  })

  test('is the only kind that ends: the general ones are replaced', async () => {
    const idOf = async (kind: Kind, fits: (row: any) => boolean) =>
      (await list(kind, '?limit=200')).find(fits).id
    for (const [kind, id] of [
      ['commission', await idOf('commission', (row) => !row.seller && !row.category)],
      ['shipping', await idOf('shipping', (row) => row.upToGrams === null)],
      ['levies', await idOf('levies', (row) => row.levy === 'tds')],
      ['gst', await idOf('gst', (row) => row.hsnPrefix === '')],
    ] as const)
      expect((await end(kind, id, days.inAWeek)).body.msg).toMatch(/^This rate must not end/)
    const [light] = await list('shipping', '?q=500')
    expect((await end('shipping', light.id, days.today)).status).toBe(200)
  })

  test('of a piece up to a value stands beside that of dearer ones', async () => {
    const added = await add('gst', { hsnPrefix: '62', rate: 12, valueUpTo: 2500, from: days.tomorrow })
    expect(added.body.msg).toMatch(/^GST on HSN 62 up to ₹2,500: 12 % from /)
    const of62 = await list('gst', '?q=62')
    expect(of62.filter((row: any) => row.hsnPrefix === '62')).toMatchObject([
      { rate: 12, valueUpTo: 2_500, state: 'future' },
      { rate: 18, valueUpTo: null, to: null },
      { rate: 5, valueUpTo: 2_500, to: days.today },
    ])
  })
})

test('the GST rates are found by digits and by words, and paged to the end', async () => {
  const first = await list('gst', '?q=candles')
  expect(first).toMatchObject([{ hsnPrefix: '3406', goods: 'Candles', rate: 5 }])
  const all = await list('gst', '?show=all&limit=200')
  const paged: any[] = []
  let cursor = ''
  do {
    const page = await admin.get(`/public/admin/rates/gst?show=all&limit=25${cursor}`)
    paged.push(...page.body)
    const next = /[?&]cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')
    cursor = next ? `&cursor=${next[1]}` : ''
  } while (cursor)
  expect(paged).toEqual(all)
  expect(all[0]).toMatchObject({ hsnPrefix: '', goods: '', mayEnd: false })
  expect((await admin.get('/public/admin/rates/gst?cursor=x')).status).toBe(400)
})

test('changing a rate needs a recent login', async () => {
  const tired = await addAdmin(shop)
  await ageConfirmedLogin(shop, tired.id)
  const asked = await tired.post('/public/admin/rates/levies', { levy: 'tds', rate: 1, from: days.tomorrow })
  expect(asked).toMatchObject({ status: 403, body: { fields: { recentLogin: expect.any(String) } } })
  for (const act of ['end', 'withdraw'])
    expect(
      (await tired.post(`/public/admin/rates/levies/1/${act}`, { lastDay: days.tomorrow })).body.fields,
    ).toHaveProperty('recentLogin')
})
