/** The home page: without an arrangement the specification's, then what administrators arrange, preview, publish and take back. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultSections, type HomeRow, type HomeSection } from '../../../contract/home-page.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { type Admin, addAdmin } from '../../../tests/setup/people.ts'
import { jpeg, upload } from '../../../tests/setup/pictures.ts'
import { openProductForm, type ProductForm } from '../../../tests/setup/product-form.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { changeDueHomePage } from './arrange-home-page.ts'

let shop: TestShop
let admin: Admin
let form: ProductForm
let picture: string
beforeAll(async () => {
  shop = await startTestShop({ pages: true })
  admin = await addAdmin(shop)
  form = await openProductForm(shop)
  picture = (await upload(admin, await jpeg(1_600, 900))).body.secure_url
})
afterAll(() => shop?.stop())

const path = '/public/admin/home-page'
const arranged = async () => (await admin.get(path)).body
const [slides, categories, why, values] = defaultSections
const words = {
  alt: 'Diyas',
  heading: 'Light up',
  text: 'Clay lamps',
  link: '/search/diya',
  from: null,
  until: null,
}
const slide = (more: object = {}) => ({ imageUrl: picture, ...words, ...more })
const banner = (more: object = {}) => ({ key: 'b', hidden: false, kind: 'banner', ...slide(), ...more })
const emptyRow = {
  key: 'r',
  hidden: false,
  kind: 'row',
  of: 'newest',
  categoryId: null,
  subcategoryId: null,
  products: [],
  heading: 'Fresh',
  from: null,
  until: null,
}
const row = (more: Partial<HomeRow> = {}) => ({
  ...emptyRow,
  ...more,
})
async function save(sections: unknown) {
  return admin.post(path, { version: (await arranged()).version, sections })
}
async function publish(sections: unknown): Promise<void> {
  const saved = await save(sections)
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  expect((await admin.post('/public/admin/home-page/publish', { version: saved.body.version })).status).toBe(
    200,
  )
}
const home = async (target = '/', cookies = shop.client()) => (await cookies.request(target, {})).text()
/** The text of what is between the header and the footer, before the data for the scripts. */
const main = (html: string) =>
  html.slice(html.indexOf('<main'), html.indexOf('</main>')).replaceAll(/<!--.*?-->/g, '')
const heads = (html: string) => Array.from(main(html).matchAll(/<h2[^>]*>([^<]+)/g), (match) => match[1])

test('without an arrangement, and after the defaults are published, it is the page of the specification', async () => {
  await form.add({ name: 'Neem comb' })
  const before = await home()
  const names = (await shop.client().get('/public/category/all')).body.map(
    (one: { name: string }) => one.name,
  )
  const shown = names.filter((name: string) => heads(before).includes(name))
  expect(heads(before)).toEqual([...shown, expect.stringMatching(/^Why /), 'Shop Only Sustainable Products'])
  expect(main(before).match(/aria-label="Go to Slide \d"/g)).toHaveLength(9)
  expect(main(before)).toContain(
    'alt="Slide 1" width="1600" height="900" decoding="sync" fetchPriority="high"',
  )
  await publish([values, slides, categories, why])
  expect(heads(await home())[0]).toBe('Shop Only Sustainable Products')
  const { version } = await arranged()
  const restored = await admin.post('/public/admin/home-page/take-back', { version, id: null })
  expect(
    (await admin.post('/public/admin/home-page/publish', { version: restored.body.version })).status,
  ).toBe(200)
  expect(main(await home())).toBe(main(before))
})

test('links lead to pages of the shop only, and what is not right is refused', async () => {
  const elsewhere = [
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    'javascript:alert(1)',
    '/api/v1',
    '/\t/evil.test',
  ]
  for (const link of [...elsewhere, '/.//evil.test', '/search/a b', '/nowhere'])
    expect([link, (await save([...defaultSections, banner({ link })])).status]).toEqual([link, 400])
  for (const link of [
    '',
    '/',
    '/products/category/1?sort=rating',
    `/product/${crypto.randomUUID()}`,
    '/search/%E0%A4%A6',
    '/about',
  ])
    expect([link, (await save([...defaultSections, banner({ link })])).status]).toEqual([link, 200])
  const twice = crypto.randomUUID()
  const soon = { from: '2027-01-02T00:00:00+05:30', until: '2027-01-01T00:00:00+05:30' }
  for (const bad of [
    [...defaultSections, banner({ imageUrl: 'https://evil.test/a.jpg' })],
    [...defaultSections, banner(soon)],
    [...defaultSections, banner({ alt: '' })],
    [...defaultSections, row({ of: 'category', categoryId: 999_999 })],
    [...defaultSections, row({ of: 'category' })],
    [...defaultSections, row({ of: 'picked' })],
    [...defaultSections, row({ of: 'picked', products: [twice, twice] })],
    [...defaultSections, row(), row()],
    [slides, categories, why],
    [...defaultSections, ...Array.from({ length: 9 }, (_, at) => row({ key: `r${at}` }))],
    [{ ...slides, slides: Array.from({ length: 9 }, () => slide()) }, categories, why, values],
  ])
    expect((await save(bad)).status).toBe(400)
})

test('every kind of row shows what is there to buy; what left sale leaves it, and an empty row goes', async () => {
  const [offer, rated, picked, gone] = [
    await form.add({ name: 'Jute bag', price: 100 }),
    await form.add({ name: 'Clay cup' }),
    await form.add({ name: 'Oak bowl', ...form.otherSubcategory }),
    await form.add({ name: 'Tin box' }),
  ]
  await shop.db.query(sql`
    update product set regular_paise = price_paise, sale_paise = 8000, sale_begins_at = now() - interval '1 day',
      sale_ends_at = now() + interval '1 day', price_paise = 8000, lowest_paise = 10000 where id = ${offer}`)
  await shop.db.query(sql`update product set rating_score = 4200 where id = ${rated}`)
  const { subCategoryId } = form.otherSubcategory
  const { categoryId } = form.subcategory
  await publish([
    slides,
    row({ key: 'a', of: 'offer', heading: 'Offers' }),
    row({ key: 'b', of: 'rated', heading: 'Rated' }),
    row({ key: 'c', of: 'picked', heading: 'Picked', products: [gone, picked] }),
    row({ key: 'd', of: 'subcategory', heading: 'Sub', subcategoryId: subCategoryId }),
    row({ key: 'e', of: 'category', heading: 'Cat', categoryId }),
    row({ key: 'f', of: 'picked', heading: 'Only one', products: [gone] }),
    row({ key: 'g', heading: 'Hidden', hidden: true }),
    { ...categories, hidden: true },
    why,
    { ...values, hidden: true },
  ])
  const rows = async (): Promise<[string, string[]][]> =>
    (await shop.client().get('/public/home-page')).body.sections
      .filter((one: HomeSection) => one.kind === 'row')
      .map((one: { heading: string; products: { id: string }[] }) => [
        one.heading,
        one.products.map(({ id }) => id),
      ])
  const all = new Map(await rows())
  expect([
    all.get('Offers'),
    all.get('Rated'),
    all.get('Picked'),
    all.get('Sub'),
    all.get('Only one'),
  ]).toEqual([[offer], [rated], [gone, picked], [picked], [gone]])
  expect(all.get('Cat')).toContain(rated)
  expect(all.has('Hidden')).toBe(false)
  expect(heads(await home())).toEqual([
    'Offers',
    'Rated',
    'Picked',
    'Sub',
    'Cat',
    'Only one',
    expect.stringMatching(/^Why/),
  ])
  await form.seller.delete(`/private/product/delete/${gone}`)
  await eventually(
    async () => heads(await home()),
    (shown) => !shown.includes('Only one'),
  )
  expect(new Map(await rows()).get('Picked')).toEqual([picked])
  expect((await arranged()).products).toContainEqual(expect.objectContaining({ id: gone, onSale: false }))
})

test('of two administrators the second is told, and nothing of the first is lost; each publishing is audited', async () => {
  const { version } = await arranged()
  expect((await admin.post(path, { version, sections: [...defaultSections, banner()] })).status).toBe(200)
  const second = { version, sections: defaultSections }
  expect((await admin.post(path, second)).status).toBe(409)
  expect((await admin.post('/public/admin/home-page/publish', { version })).status).toBe(409)
  expect((await admin.post('/public/admin/home-page/take-back', { version, id: null })).status).toBe(409)
  const saved = await arranged()
  expect(saved).toMatchObject({
    isDraft: true,
    version: version + 1,
    sections: [{}, {}, {}, {}, { kind: 'banner' }],
  })
  const both = await Promise.all(
    [1, 2].map(() => admin.post('/public/admin/home-page/publish', { version: saved.version })),
  )
  expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  const entries = (await admin.get('/public/admin/audit?limit=200')).body
  const { published } = await arranged()
  expect(entries).toContainEqual(
    expect.objectContaining({
      act: 'home-page-published',
      to: { kind: 'home-page', id: String(published.id), name: 'Home page' },
    }),
  )
})

test('the preview is for administrators, as on a day, and is neither cached nor indexed', async () => {
  await save([
    {
      ...slides,
      slides: [
        slide({ heading: 'Pongal', from: '2027-01-14T00:00:00+05:30', until: '2027-01-15T00:00:00+05:30' }),
      ],
    },
    why,
    categories,
    values,
  ])
  const at = (time: string) => `/?preview=${encodeURIComponent(time)}`
  const response = await admin.request(at('2027-01-14T09:00:00+05:30'), {})
  expect([
    response.status,
    response.headers.get('cache-control'),
    response.headers.get('x-robots-tag'),
  ]).toEqual([200, 'private, no-store', 'noindex'])
  const html = await response.text()
  const { body } = await admin.get('/public/admin/home-page/preview?at=2027-01-14T09:00:00Z')
  expect(body.sections.map(({ kind }: HomeSection) => kind)).toEqual([
    'slides',
    'why',
    'categories',
    'values',
  ])
  expect(html).toContain('Preview, not published: the home page as on 14 January 2027 at 9:00')
  expect(html).toContain('Pongal')
  expect(await home(at('2027-01-15T00:00:00+05:30'), admin)).not.toContain('Pongal')
  expect(await home()).not.toContain('Pongal')
  for (const person of [shop.client(), await shop.customer(), form.seller]) {
    const refused = await person.request(at('2027-01-14T09:00:00+05:30'), { redirect: 'manual' })
    expect([refused.status, refused.headers.get('location')]).toEqual([
      302,
      expect.stringMatching(/^\/login\?next=%2F%3Fpreview/),
    ])
  }
})

const shows = async (words: string) => (await home()).includes(words)

test('a slide begins where the job of its second failed, by the timer', async () => {
  const until = new Date(Date.now() + 86_400_000).toISOString()
  await publish([
    { ...slides, slides: [slide({ heading: 'Tonight', from: until })] },
    categories,
    why,
    values,
  ])
  // A day later.
  await shop.db.query(sql`
    update home_arrangement set changes_at = array[now()],
      sections = jsonb_set(sections, '{0,slides,0,from}', to_jsonb(now()))
    where id = (select max(id) from home_arrangement)`)
  catalogueChanged(shop.running.shop.db)
  expect(await shows('Tonight')).toBe(false)
  await changeDueHomePage(shop.running.shop)
  expect(await shows('Tonight')).toBe(true)
  await changeDueHomePage(shop.running.shop)
})
