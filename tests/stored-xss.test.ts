/**
 * 200 payloads in the texts that people store, shown on every page in a real browser: no script runs, no dialog opens, no
 * element of theirs comes to be, and our own code breaks no content policy (reliability §2; ASVS V1.2.1, V3.2.2).
 */
import { readFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAdminPaths } from '../server/admin/paths.ts'
import { addAdmin } from '../server/admin/testing.ts'
import { sql } from '../server/db/sql.ts'
import { newSeller, productInput, uploaded } from '../server/sellers/testing.ts'
import { buy } from './setup/buying.ts'
import { browserOptions } from './setup/chromium.ts'
import type { TestClient } from './setup/client.ts'
import { startTestShop, type TestShop } from './setup/shop.ts'

// Each leaves `xss` in the window, or an element with an attribute of that name in the page; 48 characters at most.
const breakouts = ['', '"', "'", '">', "'>", '`', '-->', ']]>', '</p>', '\\"']
const actions = [
  '<script>xss=1</script>',
  '<img xss src=x onerror=xss=1>',
  '<svg xss onload=xss=1>',
  '<a xss href=javascript:xss=1>a</a>',
  '<iframe xss srcdoc=x></iframe>',
  '<b xss onmouseover=xss=1>b</b>',
  '<input xss autofocus onfocus=xss=1>',
  '<details xss open ontoggle=xss=1>',
  '<video xss><source onerror=xss=1>',
  '<style xss>*{x:y}</style>',
  '<object xss data=x></object>',
  '<meta xss http-equiv=refresh content=0>',
  '</script><script>xss=1</script>',
  '</title><img xss src onerror=xss=1>',
  '</textarea><svg xss onload=xss=1>',
  '<form xss action=x><button>b</form>',
  '<math xss href=javascript:xss=1>m',
  '<base xss href=//x.invalid/>',
  ' onfocus=xss=1 autofocus xss x=',
  '${xss=1}{{xss=1}}<%=xss=1%>',
]
const payloads = breakouts.flatMap((breakout) => actions.map((action) => (breakout + action).slice(0, 48)))

/** The payloads in texts of this length, as many in each as it holds. */
function texts(length: number): string[] {
  const each = Math.floor((length + 1) / 49)
  const made: string[] = []
  for (let i = 0; i < payloads.length; i += each) made.push(payloads.slice(i, i + each).join(' '))
  return made
}
const nth = (all: readonly string[], i: number) => all[i % all.length] ?? ''

let shop: TestShop
let browser: Browser
let buyer: TestClient
let seller: TestClient
let admin: TestClient
let shelf: { categoryId: number; subCategoryId: number }
const products: string[] = []

beforeAll(async () => {
  shop = await startTestShop({ pages: true })
  const [long, middle, short] = [texts(5_000), texts(200), texts(100)]
  admin = await addAdmin(shop)
  const { body: category } = await admin.post(
    `/public/admin/create-category/${encodeURIComponent(short[12] ?? '')}`,
  )
  const shelves: number[] = []
  for (const name of short.slice(0, 10)) {
    const body = {
      name,
      imageUrl: 'https://pictures.invalid/"><svg xss onload=xss=1>',
      categoryId: category.id,
    }
    const made = await admin.post('/public/admin/create-subcategory', body)
    expect([made.status, made.body.msg]).toEqual([200, 'Subcatogary added Successfully'])
    shelves.push(made.body.id)
  }
  shelf = { categoryId: category.id, subCategoryId: shelves[0] ?? 0 }
  const owner = await newSeller(shop, {
    companyName: middle[3],
    buildingNo: short[20],
    street: middle[4],
    landmark: middle[5],
    city: short[21],
    fullName: short[22],
  })
  seller = owner
  const picture = await uploaded(owner)
  for (const [i, name] of middle.entries()) {
    const input = productInput(shelf, [picture], {
      name,
      description: nth(long, i),
      details: `${nth(long, i)}\n${nth(long, i + 1)}`,
    })
    const { status, body } = await owner.post('/private/product/add', input)
    expect([status, body.msg]).toEqual([200, 'Product added successfully!'])
    products.push(body.id)
  }
  buyer = await shop.customer()
  expect(
    (
      await buyer.post('/private/profile/edit-customer', {
        firstName: short[30],
        lastName: short[31],
        mobile: '9876543210',
      })
    ).status,
  ).toBe(200)
  for (const [i, street] of middle.entries())
    await buyer.post('/private/address/add', {
      street,
      city: nth(short, i),
      state: 'Rajasthan',
      pinCode: '302001',
    })
  const take = (from: number, to: number) =>
    Promise.all(products.slice(from, to).map((id) => buyer.post('/private/cart/add', { id, quantity: 1 })))
  await take(0, 20)
  expect((await buy(shop, buyer)).status).toBe(200)
  await take(20, 40)
  for (const id of products.slice(0, 40)) await buyer.post(`/private/wishlist/add/${id}`)
  browser = await chromium.launch(browserOptions())
})
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const routes = [
  ...readFileSync(new URL('../web/routes.ts', import.meta.url), 'utf8').matchAll(
    /\broute\('([^']+)', 'routes\/(\w+)\//g,
  ),
].map(([, path = '', area = '']) => ({ path: `/${path}`, area }))

/** Addresses of one part of the site, with ids and payloads where they belong. */
function addressesOf(...areas: string[]): string[] {
  const id = (path: string) =>
    /category/.test(path) ? (/sub/.test(path) ? shelf.subCategoryId : shelf.categoryId) : products[7]
  return routes
    .filter(({ path, area }) => areas.includes(area) && path !== '/search')
    .map(({ path }) =>
      path
        .replace(':id', String(id(path)))
        .replace(':name', encodeURIComponent(payloads[43] ?? ''))
        .replace('*', `nowhere/${encodeURIComponent(payloads[21] ?? '')}`),
    )
}

async function walk(
  client: TestClient | null,
  addresses: readonly string[],
  more?: (page: Page) => Promise<void>,
) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  if (client)
    await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: shop.url })))
  const found: string[] = []
  await context.exposeFunction('tell', (what: string) => void found.push(what))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) =>
      (globalThis as any).tell(
        `${location.pathname}: policy ${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
      ),
    )
  })
  context.on('dialog', (dialog) => {
    found.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  const seen: string[] = []
  const look = async (page: Page) => {
    const result = await page.evaluate(() => ({
      ran: 'xss' in globalThis,
      planted: [...document.querySelectorAll('[xss]')].map((element) => element.outerHTML.slice(0, 100)),
      text: document.body.innerText,
    }))
    if (result.ran) found.push(`${page.url()}: a script ran`)
    found.push(...result.planted.map((html) => `${page.url()}: ${html}`))
    seen.push(result.text)
  }
  // Waiting for the quiet after each page takes most of the time: some tabs wait together.
  const waiting = [...addresses]
  const visit = async (page: Page) => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      await page.goto(shop.url + address)
      // Each of the two applications, when it has begun; then the quiet after its calls.
      await page.waitForFunction(
        () => '__reactRouterDataRouter' in globalThis || document.querySelector('#console main h1'),
      )
      await page.waitForLoadState('networkidle')
      await look(page)
    }
  }
  const pages = await Promise.all(Array.from({ length: 4 }, () => context.newPage()))
  await Promise.all(pages.map(visit))
  const [page] = pages
  if (more && page) {
    await more(page)
    await look(page)
  }
  await context.close()
  expect(found).toEqual([])
  return seen.join('\n')
}

test('200 different payloads', () => {
  expect(new Set(payloads).size).toBe(200)
})

test("a visitor's pages", async () => {
  const list = `/products/sub-category/${shelf.subCategoryId}`
  const seen = await walk(
    null,
    [
      '/',
      ...addressesOf('storefront'),
      `/search/brush?sort=${encodeURIComponent(payloads[3] ?? '')}`,
      `${list}?limit=200`,
      '/search/xss',
      ...products.slice(0, 4).map((id) => `/product/${id}`),
      `/login?next=${encodeURIComponent(`/${payloads[5]}`)}`,
    ],
    async (page) => {
      await page.goto(shop.url)
      await page.getByRole('search').locator('input').pressSequentially('onerror')
      await page.getByRole('listbox').waitFor()
    },
  )
  for (const text of ['<script>xss=1</script>', '<svg xss onload=xss=1>']) expect(seen).toContain(text)
})

test("a buyer's pages, with their dialogs", async () => {
  const seen = await walk(buyer, addressesOf('account'), async (page) => {
    await page.goto(`${shop.url}/profile`)
    await page.getByRole('button', { name: 'Addresses' }).click()
    await page.getByRole('dialog').waitFor()
  })
  expect(seen).toContain(texts(200)[0])
})

test("a seller's pages", async () => {
  const seen = await walk(seller, addressesOf('seller'), async (page) => {
    await page.goto(`${shop.url}/seller-profile`)
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await page.getByRole('dialog').waitFor()
  })
  expect(seen).toContain(texts(200)[3])
})

test("an administrator's pages", async () => {
  const paths = await readAdminPaths(shop.db)
  const below = ['refunds?show=all', 'payments', 'jobs', 'mail', 'audit', 'security', 'nowhere']
  const [row] = await shop.db.query<{ email: string }>(
    sql`select email from account where role = 'SELLER' limit 1`,
  )
  const seen = await walk(admin, [
    ...Object.values(paths).map((path) => `/${path}`),
    ...below.map((name) => `/${paths.overview}/${name}`),
    `/${paths.orders}?q=${encodeURIComponent(payloads[5] ?? '')}`,
    `/admin-seller-orders/${row?.email}`,
    `/admin-seller-orders/${encodeURIComponent(payloads[2] ?? '')}`,
  ])
  // The seller's company and a buyer's street, as text.
  for (const text of [texts(200)[3], texts(200)[0]]) expect(seen).toContain(text)
})

test('a mail shows payloads as text', async () => {
  const { email } = buyer as TestClient & { email: string }
  const [mail] = await shop.mail(email)
  expect(mail?.html).not.toMatch(/<[^>]*\bxss\b/)
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.setContent(mail?.html ?? '')
  expect(await page.evaluate(() => ['xss' in globalThis, document.querySelectorAll('[xss]').length])).toEqual(
    [false, 0],
  )
  await context.close()
})
