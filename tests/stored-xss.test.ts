/**
 * 200 payloads in every text that people, couriers and payment providers can store, shown on every page in a real browser: no
 * script runs, no dialog opens, no element or attribute of theirs comes to be, and our own code breaks no content policy
 * (reliability §2; ASVS V1.2.1, V3.2.2). A short field holds them over a hundred rows, and no field is too short for one.
 * Each kind of row is once written through the shop's own calls, and then a hundred times into the same columns.
 */
import { readFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAdminPaths } from '../server/admin/paths.ts'
import { addAdmin } from '../server/admin/testing.ts'
import { type Sql, sql } from '../server/db/sql.ts'
import { newSeller, productInput, uploaded } from '../server/sellers/testing.ts'
import { buy, cartOf } from './setup/buying.ts'
import { browserOptions } from './setup/chromium.ts'
import type { TestClient } from './setup/client.ts'
import { fillHostileRows, type HostileRows } from './setup/hostile-rows.ts'
import { payloads, payloadTexts } from './setup/payloads.ts'
import { startTestShop, type TestShop } from './setup/shop.ts'

const [long, middle, short] = [payloadTexts(5_000), payloadTexts(200), payloadTexts(100)]
const nth = (all: readonly string[], i: number) => all[i % all.length] ?? ''

let shop: TestShop
let browser: Browser
let buyer: TestClient
let seller: TestClient
let admin: TestClient
let shelf: { categoryId: number; subCategoryId: number }
let accounts: { buyer: string; seller: string }
let rows: HostileRows
const products: string[] = []

beforeAll(async () => {
  shop = await startTestShop({ pages: true })
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
  const address = { street: middle[4], city: short[21], state: 'Rajasthan', pinCode: '302001' }
  expect((await buyer.post('/private/address/add', address)).status).toBe(200)
  const takeAll = () =>
    Promise.all(products.map((id) => buyer.post('/private/cart/add', { id, quantity: 1 })))
  await takeAll()
  expect((await buy(shop, buyer)).status).toBe(200)
  await takeAll()
  expect(await cartOf(buyer)).toHaveLength(products.length)
  for (const id of products) await buyer.post(`/private/wishlist/add/${id}`)
  const [own] = await shop.db.query<{ id: string }>(
    sql`select id from account where email = ${(buyer as TestClient & { email: string }).email}`,
  )
  accounts = { buyer: own?.id ?? '', seller: owner.accountId }
  rows = await fillHostileRows(shop, { ...accounts, categoryId: category.id })
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

interface Looked {
  text: string
  found: string[]
}
/** What stands in the window of each page. */
interface Here {
  tell(what: string): void
  plantedIn(where: Document): string[]
  looked(): Looked
  change(i: number): Promise<void>
  __reactRouterDataRouter: { navigate(to: string): Promise<void>; revalidate(): Promise<void> }
}

async function walk(
  client: TestClient | null,
  addresses: readonly string[],
  more?: (page: Page) => AsyncGenerator<Looked>,
) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  if (client)
    await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: shop.url })))
  // A page shows all rows at once.
  await context.route(/\/api\/v1\/.*[?&]limit=/, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/limit=\d+/, 'limit=200'),
    }),
  )
  const found: string[] = []
  await context.exposeFunction('tell', (what: string) => void found.push(what))
  await context.addInitScript(() => {
    const here = globalThis as unknown as Here
    addEventListener('securitypolicyviolation', (event) =>
      here.tell(
        `${location.pathname}: policy ${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
      ),
    )
    // Of a payload's own, in a page or in what the server wrote.
    here.plantedIn = (where) =>
      [...where.querySelectorAll('*')]
        .filter(
          (element) =>
            element.getAttributeNames().some((name) => name === 'xss' || name.startsWith('on')) ||
            /^\s*javascript:/i.test(element.getAttribute('href') ?? element.getAttribute('src') ?? '') ||
            (element.localName === 'script' && /^xss=/.test(element.textContent)),
        )
        .map((element) => element.outerHTML.slice(0, 100))
    here.looked = () => {
      for (const details of document.querySelectorAll('details')) details.open = true
      const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
      const options = [...document.querySelectorAll('option')]
      const shown = [
        document.body.innerText,
        ...fields.map((field) => field.value),
        ...options.map((o) => o.text),
      ]
      const found = 'xss' in globalThis ? ['a script ran'] : []
      return { text: shown.join('\n'), found: [...found, ...here.plantedIn(document)] }
    }
  })
  context.on('dialog', (dialog) => {
    found.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  const seen: string[] = []
  const keep = ({ text, found: here }: Looked, at: string) => {
    seen.push(text)
    found.push(...here.map((what) => `${at}: ${what}`))
  }
  const look = async (page: Page) =>
    keep(await page.evaluate(() => (globalThis as unknown as Here).looked()), page.url())
  // Waiting for the quiet after each page takes most of the time: some tabs wait together.
  const waiting = [...addresses]
  const visit = async (page: Page) => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      await open(page, address)
      await look(page)
    }
  }
  const pages = await Promise.all(Array.from({ length: 4 }, () => context.newPage()))
  const [page] = pages
  try {
    await Promise.all(pages.map(visit))
    if (page && more) for await (const one of more(page)) keep(one, page.url())
  } catch (error) {
    // A page that a payload led away: what was found before says more.
    found.push(String(error))
  }
  await context.close()
  expect([...new Set(found)]).toEqual([])
  return seen.join('\n').replace(/\s+/g, ' ')
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(shop.url + address)
  // Each of the two applications, when it has begun; then the quiet after its calls.
  await page.waitForFunction(
    () => '__reactRouterDataRouter' in globalThis || document.querySelector('#console main h1'),
  )
  await page.waitForLoadState('networkidle')
}

const looked = (page: Page) => page.evaluate(() => (globalThis as unknown as Here).looked())

/** From page to page as the press of a link goes. */
async function* glide(page: Page, addresses: readonly string[]): AsyncGenerator<Looked> {
  yield* await page.evaluate(async (all) => {
    const here = globalThis as unknown as Here
    const seen: Looked[] = []
    for (const address of all) {
      await here.__reactRouterDataRouter.navigate(address)
      await new Promise(requestAnimationFrame)
      seen.push(here.looked())
    }
    return seen
  }, addresses)
}

/** The pages as the server writes them, read as a browser reads them. */
async function* written(page: Page, addresses: readonly string[]): AsyncGenerator<Looked> {
  yield* await page.evaluate(async (all) => {
    const here = globalThis as unknown as Here
    const seen: Looked[] = []
    for (const address of all) {
      const html = await (await fetch(address)).text()
      const found = here.plantedIn(new DOMParser().parseFromString(html, 'text/html'))
      seen.push({ text: '', found: found.map((what) => `${address} as written: ${what}`) })
    }
    return seen
  }, addresses)
}

/** The own profile and its dialog with the texts of one row after the other. */
async function* eachProfile(page: Page, change: (i: number) => Sql): AsyncGenerator<Looked> {
  await page.exposeFunction('change', (i: number) => shop.db.query(change(i)))
  yield* await page.evaluate(async (count) => {
    const here = globalThis as unknown as Here
    const press = (name: string) => {
      const buttons = [...document.querySelectorAll('button')]
      buttons.find((button) => [button.innerText.trim(), button.ariaLabel].includes(name))?.click()
    }
    const seen: Looked[] = []
    for (let i = 0; i < count; i += 1) {
      await here.change(i)
      await here.__reactRouterDataRouter.revalidate()
      press('Edit Profile')
      await new Promise(requestAnimationFrame)
      if (!document.querySelector('dialog[open]')) throw new Error('no dialog')
      seen.push(here.looked())
      press('Close')
      await new Promise(requestAnimationFrame)
    }
    return seen
  }, short.length)
}

async function* dialogs(page: Page, ...names: string[]): AsyncGenerator<Looked> {
  for (const name of names) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('dialog').waitFor()
    await page.waitForLoadState('networkidle')
    yield await looked(page)
    await page.getByRole('button', { name: 'Close' }).click()
  }
}

function expectAll(seen: string, ...lists: (readonly string[])[]): void {
  const missing = lists.flat().filter((text) => !seen.includes(text.replace(/\s+/g, ' ')))
  expect(missing).toEqual([])
}

test('200 different payloads', () => {
  expect(new Set(payloads).size).toBe(200)
})

test("a visitor's pages", async () => {
  const list = `/products/sub-category/${shelf.subCategoryId}`
  const shelves = rows.subcategories.map((id) => `/products/sub-category/${id}`)
  const details = rows.products.map((id) => `/product/${id}`)
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
    async function* (page) {
      await open(page, '/')
      await page.getByRole('search').locator('input').pressSequentially('onerror')
      await page.getByRole('listbox').waitFor()
      yield await looked(page)
      // The names of all products stand in the first half of the subcategories.
      yield* glide(page, [...details, ...shelves.slice(0, middle.length)])
      yield* written(page, [
        ...details,
        ...shelves,
        ...rows.categories.map((id) => `/products/category/${id}`),
      ])
    },
  )
  // Names of products, companies, subcategories and categories, descriptions.
  expectAll(seen, middle, short, payloads, long)
})

test("a buyer's pages, with their dialogs", async () => {
  const seen = await walk(buyer, addressesOf('account'), async function* (page) {
    // Without room for the orders beside it.
    await page.setViewportSize({ width: 800, height: 800 })
    await open(page, '/profile')
    yield* dialogs(page, 'Addresses', 'Password and Devices')
    yield* eachProfile(
      page,
      (i) => sql`
        update customer set first_name = ${short[i]}, last_name = ${short[i]} where account_id = ${accounts.buyer}`,
    )
  })
  expectAll(seen, middle, short)
})

test("a seller's pages", async () => {
  const seen = await walk(seller, addressesOf('seller'), async function* (page) {
    await open(page, '/seller-profile')
    yield* dialogs(page, 'Password and Devices')
    yield* eachProfile(
      page,
      (i) => sql`
        update seller set company_name = ${nth(middle, i)}, building_no = ${short[i]}, street = ${nth(middle, i)},
          landmark = ${nth(middle, i)}, city = ${short[i]}, bank_full_name = ${short[i]}
        where account_id = ${accounts.seller}`,
    )
    yield* glide(
      page,
      products.flatMap((id) => [`/edit-product/${id}`, `/seller-product-view/${id}`]),
    )
  })
  expectAll(seen, middle, short, long)
})

test("an administrator's pages", async () => {
  const paths = await readAdminPaths(shop.db)
  const below = ['refunds?show=all', 'payments', 'jobs', 'mail', 'audit', 'security', 'nowhere']
  const [row] = await shop.db.query<{ email: string }>(
    sql`select email from account where id = ${accounts.seller}`,
  )
  const seen = await walk(admin, [
    ...Object.values(paths).map((path) => `/${path}`),
    ...below.map((name) => `/${paths.overview}/${name}`),
    `/${paths.orders}?q=${encodeURIComponent(payloads[5] ?? '')}`,
    `/admin-seller-orders/${row?.email}`,
    `/admin-seller-orders/${encodeURIComponent(payloads[2] ?? '')}`,
  ])
  expectAll(seen, middle, short, payloadTexts(500))
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
  // The names of all products that were ordered.
  expectAll((await page.evaluate(() => document.body.innerText)).replace(/\s+/g, ' '), middle)
  await context.close()
})
