/** Lists are narrowed to what arrives by a day at a pin code: by the days that the courier has told, and no others. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endRateLimits } from '../../../tests/setup/clock.ts'
import { addProduct, addSubcategory, type TestSubcategory } from '../../../tests/setup/products.ts'
import { courierFault, resetCourier } from '../../../tests/setup/providers.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { addDays, dayOf } from '../../platform/calendar.ts'
import { sql } from '../../platform/db/sql.ts'
import { promiseFor } from './rules.ts'

const pune = '411001'
let shop: TestShop
let place: TestSubcategory
/** Of a seller who needs no day, and of one who needs seven. */
let names: { quick: string; slow: string }
beforeAll(async () => {
  shop = await startTestShop({ courier: true, pages: true })
  place = await addSubcategory(shop, 'Lanterns')
  const [quick, slow] = [await addSeller(shop), await addSeller(shop)]
  names = { quick: 'Quick lantern', slow: 'Slow lantern' }
  await addProduct(shop, { seller: quick, subcategory: place, name: names.quick })
  await addProduct(shop, { seller: slow, subcategory: place, name: names.slow })
  await shop.db.query(sql`update seller set handling_days = case account_id
    when (select seller_id from product where name = ${names.quick}) then 0 else 7 end`)
})
afterAll(() => shop.stop())
beforeEach(async () => {
  await resetCourier(shop)
  await endRateLimits(shop)
  await shop.db.query(sql`delete from courier_answer`)
})

const lists = () => [
  `product/category/${place.categoryId}`,
  `product/sub_category/${place.subCategoryId}`,
  'product/search/lantern',
  'product/search/quick%20lantern',
]
const day = (handlingDays: number) => promiseFor(new Date(), { handlingDays, transitDays: 4 }).promisedBy
const query = (arrivesBy: string, pin = pune) => `?pin=${pin}&arrivesBy=${arrivesBy}`
const answered = async () =>
  (await shop.db.query<{ count: number }>(sql`select count(*) as count from courier_answer`))[0]?.count
/** A visitor asks about all of them. */
async function tell(): Promise<void> {
  const visitor = shop.client()
  const ids = (await visitor.get(`/public/${lists()[0]}`)).body.map(({ id }: { id: string }) => id)
  const { status, body } = await visitor.get(`/public/delivery/${pune}?ids=${ids.join()}`)
  expect(status).toBe(200)
  expect(body).toHaveLength(2)
  for (const wrong of ['x', Array.from({ length: 51 }, () => ids[0]).join(), ''])
    expect((await visitor.get(`/public/delivery/${pune}?ids=${wrong}`)).status).toBe(400)
}
const page = async (path: string) => (await fetch(shop.url + path)).text()

test('each list has what arrives by the day, and its total; nothing without the courier’s word', async () => {
  const listed = async (arrivesBy: string, at: string) => {
    const { status, body, headers } = await shop.client().get(`/public/${at}${query(arrivesBy)}`)
    expect(status).toBe(200)
    expect(Number(headers.get('x-total-count'))).toBe(body.length)
    return body.map(({ name }: { name: string }) => name).toSorted()
  }
  for (const at of lists()) expect(await listed(day(7), at)).toEqual([])
  await tell()
  for (const at of lists()) {
    expect(await listed(addDays(dayOf(new Date()), -1), at)).toEqual([])
    expect(await listed(day(0), at)).toEqual([names.quick])
  }
  for (const at of lists().slice(0, 3)) expect(await listed(day(7), at)).toEqual([names.quick, names.slow])
  expect(await answered()).toBe(1)
})

test('a page asks the courier itself, ten questions at most, is whole without scripts and kept for nobody else', async () => {
  const path = `/products/category/${place.categoryId}${query(day(0))}`
  const html = await page(path)
  expect(html).toContain(names.quick)
  expect(html).not.toContain(names.slow)
  expect(html).toContain('Arrives by')
  expect(await answered()).toBe(1)
  const tooEarly = await page(
    `/products/category/${place.categoryId}${query(addDays(dayOf(new Date()), -1))}`,
  )
  expect(tooEarly).toContain(`?pin=${pune}&amp;arrivesBy=${day(0)}`)
  // From the page cache it would come as it was.
  await shop.db.query(sql`delete from courier_answer`)
  await courierFault(shop, 'serviceability', 'error-500', { times: 1_000 })
  const without = await page(path)
  expect(without).not.toContain(names.quick)
  expect(without).toContain('No product is known to arrive by then.')
  expect(without).not.toContain('arrivesBy=')
})

test('a courier that does not answer delays a list by a second at most', async () => {
  await courierFault(shop, 'serviceability', 'slow-answer', { times: 1_000, ms: 4_000 })
  const began = performance.now()
  expect(await page(`/search/lantern${query(day(0))}`)).toContain('is known to arrive by then')
  expect(performance.now() - began).toBeLessThan(3_000)
})

test('a day needs a pin code, a pin code alone changes nothing', async () => {
  for (const wrong of [
    '?arrivesBy=2026-12-01',
    query('2026-13-01'),
    query('tomorrow'),
    query(day(0), '41100'),
  ])
    for (const at of lists()) expect((await shop.client().get(`/public/${at}${wrong}`)).status).toBe(400)
  expect((await shop.client().get(`/public/${lists()[0]}?pin=${pune}&arrivesBy=`)).body).toHaveLength(2)
})
