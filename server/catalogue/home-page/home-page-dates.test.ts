/** The home page's dates take effect at their second, and its last versions are kept. */
// @module-tag nightly: Seconds of the clock, and 22 pages. home-page.test.ts proves each time that what is due is shown.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultSections } from '../../../contract/home-page.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { type Admin, addAdmin } from '../../../tests/setup/people.ts'
import { jpeg, upload } from '../../../tests/setup/pictures.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
let picture: string
beforeAll(async () => {
  shop = await startTestShop({ pages: true })
  admin = await addAdmin(shop)
  picture = (await upload(admin, await jpeg(1_600, 900))).body.secure_url
})
afterAll(() => shop?.stop())

const arranged = async () => (await admin.get('/public/admin/home-page')).body
const banner = (more: object) => ({
  key: 'b',
  hidden: false,
  kind: 'banner',
  imageUrl: picture,
  alt: 'Diyas',
  heading: '',
  text: '',
  link: '',
  from: null,
  until: null,
  ...more,
})
async function publish(more: object): Promise<void> {
  const { version } = await arranged()
  const sections = [...defaultSections, banner(more)]
  const saved = await admin.post('/public/admin/home-page', { version, sections })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  const published = await admin.post('/public/admin/home-page/publish', { version: saved.body.version })
  expect(published.status).toBe(200)
}
const home = async () => (await shop.client().request('/', {})).text()
const shows = async (words: string) => (await home()).includes(words)

test('a banner begins and ends within a second of its time, in cached pages', async () => {
  const [from, until] = [new Date(Date.now() + 4_000), new Date(Date.now() + 7_000)]
  const period = { from: from.toISOString(), until: until.toISOString() }
  await publish({ heading: 'At noon', ...period })
  expect(await shows('At noon')).toBe(false)
  for (const [time, shown] of [
    [from, true],
    [until, false],
  ] as const) {
    await eventually(
      () => shows('At noon'),
      (now) => now === shown,
    )
    const [row] = await shop.db.query<{ late: number }>(sql`
        select extract(epoch from shown_as_of - ${time}::timestamptz)::float8 as late from home_arrangement order by id desc limit 1`)
    expect(row?.late).toBeGreaterThanOrEqual(0)
    expect(row?.late).toBeLessThan(1)
  }
})

test('twenty earlier arrangements are kept, and one of them can be taken back', async () => {
  for (let number = 1; number <= 22; number += 1) await publish({ heading: `Number ${number}` })
  const { earlier, published, version } = await arranged()
  expect(earlier).toHaveLength(20)
  const [last] = earlier
  const taken = await admin.post('/public/admin/home-page/take-back', { version, id: last.id })
  expect((await admin.post('/public/admin/home-page/publish', { version: taken.body.version })).status).toBe(
    200,
  )
  expect(await home()).toContain('Number 21')
  expect((await arranged()).earlier[0].id).toBe(published.id)
})
