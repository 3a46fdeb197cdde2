import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy } from '../../../tests/setup/buying.ts'
import { cancelPieces } from '../../../tests/setup/cancelling.ts'
import { copyProduct } from '../../../tests/setup/many-rows.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import { moveParcel, untilBooked, untilParcel } from '../../../tests/setup/parcels.ts'
import { addProduct, customerWithCart, putInCart } from '../../../tests/setup/products.ts'
import { asked, postReturn } from '../../../tests/setup/returns.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { returnReasons } from '../../../contract/return-words.ts'
import { addDays, beginOf, dayOf } from '../../platform/calendar.ts'
import { sql } from '../../platform/db/sql.ts'
import { writeCounts } from './count-days.ts'
import { figuresCsv, showFigures } from './show-figures.ts'

let shop: TestShop
let buyer: Customer
beforeAll(async () => {
  shop = await startTestShop({ courier: true })
  buyer = await customerWithCart(shop, [])
})
afterAll(() => shop.stop())

/** What a test did, counted beside the shop. */
interface Lived {
  productId: string
  daysAgo: number
  views?: number
  added?: number
  bought?: number
  rupees?: number
  cancelled?: number
  returned?: number
  reason?: string
}
const names = ['views', 'added', 'bought', 'cancelled', 'returned'] as const

function sums(lived: readonly Lived[]) {
  const total = { views: 0, added: 0, bought: 0, cancelled: 0, returned: 0, amount: 0 }
  for (const one of lived) {
    for (const name of names) total[name] += one[name] ?? 0
    total.amount += one.rupees ?? 0
  }
  return total
}

/** Purchases of these products of a seller, each of which is cancelled, returned or kept, on a day of its own. */
async function live(
  products: string[],
  purchases: number,
  pick: (below: number) => number,
): Promise<Lived[]> {
  const lived: Lived[] = []
  for (let index = 0; index < purchases; index += 1) {
    const productId = products[pick(products.length)]!
    const quantity = 1 + pick(3)
    const daysAgo = [0, 3, 6, 7, 27, 28, 55, 90, 91][pick(9)]!
    await putInCart(buyer, productId, quantity)
    const { status, body } = await buy(shop, buyer)
    expect(status).toBe(200)
    const orderId: string = body[0].id
    const one: Lived = { productId, daysAgo, bought: quantity, rupees: body[0].amount }
    const fate = pick(4)
    if (fate === 0) {
      one.cancelled = 1 + pick(quantity)
      expect((await cancelPieces({ buyer, orderId }, { units: one.cancelled })).status).toBe(200)
    } else if (fate < 3) {
      await untilBooked(shop, orderId)
      await moveParcel(shop, orderId, { status: 'Delivered' })
      await untilParcel(shop, orderId, (row) => row.status === 'completed')
      const [units, reason] = [1 + pick(quantity), returnReasons[pick(returnReasons.length)]!]
      const id = await asked(buyer, orderId, { units, reason, words: 'It is not right.' })
      if (fate === 1) Object.assign(one, { returned: units, reason })
      else expect((await postReturn(buyer, id, 'withdraw')).status).toBe(200)
    }
    const day = addDays(dayOf(new Date()), -daysAgo)
    await shop.db.query(sql`update orders set created_at = ${beginOf(day)} where id = ${orderId}`)
    lived.push(one, { productId, daysAgo: 0, added: 1 })
  }
  return lived
}

/** Days on which the products were looked at. */
async function look(products: string[], pick: (below: number) => number): Promise<Lived[]> {
  const lived = Array.from({ length: 40 }, () => ({
    productId: products[pick(products.length)]!,
    daysAgo: 1 + pick(190),
    views: pick(30),
    added: pick(3),
  }))
  for (const { productId, daysAgo, views, added } of lived)
    await shop.db.query(sql`
      insert into product_day values (${productId}, india_today() - ${daysAgo}::int, ${views}, ${added})
      on conflict (product_id, day) do update set views = product_day.views + excluded.views, added = product_day.added + excluded.added`)
  return lived
}

async function expectFigures(seller: Seller, lived: readonly Lived[]): Promise<void> {
  for (const days of [7, 28, 91, 364]) {
    const { body } = await seller.get(`/private/seller-figures?days=${days}`)
    const now = lived.filter(({ daysAgo }) => daysAgo < days)
    expect(body.totals, `${days} days`).toMatchObject(sums(now))
    const before = lived.filter(({ daysAgo }) => daysAgo >= days && daysAgo < 2 * days)
    const previous = days === 364 ? null : sums(before)
    expect(body, `before ${days} days`).toMatchObject({ previous })
    const step = days === 7 ? 1 : 7
    expect(body.steps).toHaveLength(days / step)
    for (const [index, counts] of body.steps.toReversed().entries())
      expect(counts, `step ${index} of ${days} days`).toMatchObject({
        to: addDays(body.to, -index * step),
        ...sums(now.filter(({ daysAgo }) => Math.floor(daysAgo / step) === index)),
      })
    const reasons: [string, number][] = body.reasons.map((one: any) => [one.reason, one.pieces])
    expect(Object.fromEntries(reasons)).toEqual(
      Object.fromEntries(
        returnReasons
          .map((reason) => [reason, sums(now.filter((one) => one.reason === reason)).returned] as const)
          .filter(([, pieces]) => pieces > 0),
      ),
    )
    for (const product of body.products)
      expect(product).toMatchObject(sums(now.filter(({ productId }) => productId === product.id)))
  }
}

async function randomHistory(seed: number, purchases: number): Promise<{ seller: Seller; lived: Lived[] }> {
  let state = seed
  const pick = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const seller = await addSeller(shop)
  const ids: string[] = []
  for (const [index, pricePaise] of [9_900, 14_950, 120_000].entries())
    ids.push((await addProduct(shop, { seller, name: `Brush ${index}`, pricePaise })).id)
  const lived = [...(await look(ids, pick)), ...(await live(ids, purchases, pick))]
  await writeCounts(shop.running.shop)
  return { seller, lived }
}

test('figures are the plain counts of a random history, and nobody else’s', async () => {
  const { seller, lived } = await randomHistory(3, 5)
  await expectFigures(seller, lived)
  const stranger = await addSeller(shop)
  const { body } = await stranger.get('/private/seller-figures?days=364')
  expect(body.totals).toMatchObject(sums([]))
  expect(body.found).toBe(0)

  // The file has the same counts, and without the duty for money neither has amounts.
  const reader = { sellerId: seller.id, money: false }
  const query = { days: 91, sort: 'views', order: 'desc', page: 1 } as const
  const { totals } = await showFigures(shop.running.shop, reader, query)
  const { text, lines } = await csvOf((await seller.get('/private/seller-figures/csv?days=91')).body)
  expect(lines.at(-1)?.slice(2, 5)).toEqual([totals.views, totals.added, totals.bought].map(String))
  expect(text).toContain('"Bought (INR)"')
  expect(totals.amount).toBeNull()
  const { pieces } = await figuresCsv(shop.running.shop, reader, 91)
  let bare = ''
  for await (const piece of pieces) bare += piece
  expect(bare).not.toContain('INR')
})

test(
  'figures are the plain counts of longer random histories',
  { timeout: 300_000, ...nightly('More histories; the test above proves the sums each time.') },
  async () => {
    for (const seed of [11, 12, 13]) {
      const { seller, lived } = await randomHistory(seed, 20)
      await expectFigures(seller, lived)
    }
  },
)

async function csvOf(text: string) {
  return {
    text,
    lines: text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',')),
  }
}

test('the table is searched, sorted by its columns and cut into pages; what left the shop stays where it was seen', async () => {
  const seller = await addSeller(shop)
  const { id } = await addProduct(shop, { seller, name: '=Cedar Comb' })
  const copies = await copyProduct(shop, id, 60)
  await shop.db.query(sql`update product set name = 'Comb ' || id::text where id = any(${copies}::uuid[])`)
  await shop.db.query(sql`
    insert into product_day select unnest(${copies.slice(0, 2)}::uuid[]), india_today(), unnest(array[19, 50]), 0`)
  await shop.db.query(
    sql`update product set deleted_at = now() where id = any(${copies.slice(1, 3)}::uuid[])`,
  )
  const table = async (query: string) => (await seller.get(`/private/seller-figures?${query}`)).body
  const first = await table('')
  expect(first).toMatchObject({ found: 60, page: 1, pages: 2 })
  expect(first.products).toHaveLength(50)
  expect(first.products[0]).toMatchObject({ id: copies[1], views: 50, deleted: true })
  const last = await table('page=2')
  expect(last.products).toHaveLength(10)
  expect(await table('page=9')).toMatchObject({ page: 2 })
  expect((await table('sort=views&order=asc&page=2')).products.at(-1).id).toBe(copies[1])
  expect((await table('sort=name&order=asc')).products[0].name).toBe('=Cedar Comb')
  expect(await table('search=comb%20CEDAR')).toMatchObject({ found: 1, products: [{ id }] })
  expect((await seller.get('/private/seller-figures?days=8')).status).toBe(400)
  const { lines } = await csvOf((await seller.get('/private/seller-figures/csv')).body)
  expect(lines).toHaveLength(62)
  expect(lines.map(([name]) => name)).toContain(`"'=Cedar Comb"`)
})

test('a conversion is shown for what was counted all the time, and advice names what to do', async () => {
  const seller = await addSeller(shop)
  const { id } = await addProduct(shop, { seller, name: 'Nearly gone', units: 4 })
  await putInCart(buyer, id, 3)
  expect((await buy(shop, buyer)).status).toBe(200)
  await shop.db.query(sql`insert into product_day values (${id}, india_today() - 7, 40, 1)`)
  await shop.db.query(sql`delete from product_day where day < india_today() - 7`)
  const figures = async (days: number) => (await seller.get(`/private/seller-figures?days=${days}`)).body
  expect((await figures(28)).products[0]).toMatchObject({ views: 40, bought: 3, conversion: null })
  await shop.db.query(sql`insert into product_day values (${id}, india_today() - 27, 40, 1)`)
  expect((await figures(28)).products[0].conversion).toBe(3.8)
  expect((await seller.get('/private/seller-figures/advice')).body).toContainEqual({
    kind: 'stock',
    product: { id, name: 'Nearly gone' },
    units: 1,
    sold: 3,
    daysLeft: 9,
  })
})
