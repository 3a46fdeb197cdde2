/** Specification §2 (lists, search): sort, filters and suggestions, with and without scripts. */
import { demoProducts } from '../../demo/catalogue/catalogue.ts'
import type { Locator, Page, Route } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { callApi, expect, test } from './shop-test.ts'

async function categoryPath(page: Page, name: string): Promise<string> {
  const categories = await callApi<{ id: number; name: string }[]>(page, '/public/category/all')
  return `/products/category/${categories.find((category) => category.name === name)?.id}`
}

const rows = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })

async function pricesOf(page: Page): Promise<number[]> {
  const texts = await page
    .getByRole('main')
    .getByText(/^₹[\d,.]+$/)
    .allInnerTexts()
  return texts.map((text) => Number(text.replace(/[₹,]/g, '')))
}

/** The button of the filters: on small screens with scripts it says how many products they leave. */
const applyButton = (page: Page): Locator =>
  page
    .getByRole('form', { name: 'Filters' })
    .getByRole('button', { name: /^Apply$|^Show [\d,]+\+? products?$/ })

/** On small screens the filters are a sheet. */
async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Filters' })
  if (await button.isVisible()) await button.click()
  await expect(applyButton(page)).toBeVisible()
}

async function closeFilters(page: Page): Promise<void> {
  const close = page.getByRole('form', { name: 'Filters' }).getByRole('button', { name: 'Close' })
  if (await close.isVisible()) await close.click()
}

test('sort and filters stand in the address, change the list without a new document, and go back @nightly-laptop', async ({
  page,
}) => {
  // The two combs are one family.
  const all = `${demoProducts.filter(({ category }) => category === 'Hair Care').length - 1} products`
  const path = await categoryPath(page, 'Hair Care')
  await page.goto(path)
  const count = page.getByRole('main').getByRole('status').filter({ hasText: 'product' })
  await expect(count).toHaveText(all)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))

  const sort = page.getByLabel('Sort by')
  await sort.focus()
  await sort.selectOption('Price: low to high')
  await expect(page).toHaveURL(`${path}?sort=price-low`)
  await expect.poll(() => pricesOf(page)).toEqual((await pricesOf(page)).toSorted((a, b) => a - b))
  await expect(sort).toBeFocused()

  await openFilters(page)
  await page.getByLabel('Highest price in rupees').fill('cheap')
  await applyButton(page).click()
  await expect(page.getByText('Please enter a price in rupees').filter({ visible: true })).toBeVisible()
  await openFilters(page)
  await expect(page.getByLabel('Highest price in rupees')).toHaveValue('cheap')
  await page.getByLabel('Highest price in rupees').fill('300')
  await page.getByLabel('Highest price in rupees').press('Enter')
  await expect(page).toHaveURL(`${path}?sort=price-low&max=300`)
  await expect.poll(async () => Math.max(...(await pricesOf(page)))).toBeLessThanOrEqual(300)
  const some = await rows(page).count()

  await openFilters(page)
  await page.getByRole('checkbox', { name: 'In stock only' }).check()
  await expect(page).toHaveURL(`${path}?sort=price-low&max=300&stock=in`)
  await expect(page.getByRole('checkbox', { name: 'In stock only' })).toBeFocused()
  await expectAccessible(page)
  await closeFilters(page)
  await expect(page.getByRole('link', { name: 'Remove filter: In stock only' })).toBeVisible()

  await page.goBack()
  await expect(page).toHaveURL(`${path}?sort=price-low&max=300`)
  await expect(page.locator('[name=stock]')).not.toBeChecked()
  await expect(rows(page)).toHaveCount(some)

  await page.getByRole('link', { name: 'Remove filter: Up to ₹300' }).click()
  await expect(page).toHaveURL(`${path}?sort=price-low`)
  await expect(count).toHaveText(all)
  await expect(count).toBeFocused()
  await expect(page.getByLabel('Highest price in rupees')).toHaveValue('')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)

  await page.goto(`${path}?min=90000`)
  await expect(page.getByRole('heading', { name: 'No Product Found' })).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(page).toHaveURL(path)
  await expect(count).toHaveText(all)
})

test('boxes of a facet widen the list by what their numbers say, are removed one by one, and the button says how many products are left @nightly', async ({
  page,
}) => {
  const path = await categoryPath(page, 'Hair Care')
  await page.goto(path)
  await openFilters(page)
  const count = page.getByRole('main').getByRole('status').filter({ hasText: 'product' })
  const box = (name: RegExp) => page.getByRole('group', { name: 'Price' }).getByRole('checkbox', { name })
  const numberAt = async (name: RegExp) => Number(/ (\d+) products?$/.exec(await nameOf(box(name)))?.[1])
  const [low, middle] = [await numberAt(/^Up to ₹200/), await numberAt(/^₹200 to ₹500/)]
  expect(Math.min(low, middle)).toBeGreaterThan(0)
  await box(/^Up to ₹200/).check()
  await expect(page).toHaveURL(`${path}?price=0-200`)
  await expect(count).toHaveText(`${low} ${low === 1 ? 'product' : 'products'}`)
  await box(/^₹200 to ₹500/).check()
  await expect(page).toHaveURL(`${path}?price=0-200,200-500`)
  await expect(count).toHaveText(`${low + middle} products`)
  expect(await numberAt(/^Up to ₹200/)).toBe(low)
  await expectAccessible(page)
  const show = page.getByRole('button', { name: `Show ${low + middle} products` })
  if (await show.isVisible()) {
    await show.click()
    await expect(show).toBeHidden()
  }
  await page.getByRole('link', { name: 'Remove filter: Up to ₹200' }).click()
  await expect(page).toHaveURL(`${path}?price=200-500`)
  await expect(box(/^₹200 to ₹500/).or(page.locator('[name=price][value="200-500"]'))).toBeChecked()
  await expect(page.locator('[name=price][value="0-200"]')).not.toBeChecked()
  await page.getByRole('link', { name: 'Clear all' }).filter({ visible: true }).first().click()
  await expect(page).toHaveURL(path)
})

const nameOf = (box: Locator) =>
  box.evaluate((element: HTMLInputElement) => element.labels?.[0]?.textContent ?? '')

test('without scripts several boxes of a facet are sent at once @nightly', async ({
  browser,
  baseURL,
  viewport,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '', viewport })
  const page = await context.newPage()
  const path = await categoryPath(page, 'Hair Care')
  await page.goto(path)
  await openFilters(page)
  for (const name of [/^Up to ₹200/, /^₹200 to ₹500/]) await page.getByRole('checkbox', { name }).check()
  await applyButton(page).click()
  await expect(page).toHaveURL(/price=0-200&price=200-500/)
  expect(Math.max(...(await pricesOf(page)))).toBeLessThanOrEqual(500)
  await page.getByRole('link', { name: 'Remove filter: ₹200 to ₹500' }).click()
  await expect(page).toHaveURL(`${path}?price=0-200`)
  expect(Math.max(...(await pricesOf(page)))).toBeLessThanOrEqual(200)
  await expect(page.locator('[name=price][value="0-200"]')).toBeChecked()
  await context.close()
})

test('without scripts the form, the links of filters and the pages of a search do the same @nightly', async ({
  browser,
  baseURL,
  viewport,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '', viewport })
  const page = await context.newPage()
  await page.goto('/search/cotton')
  await openFilters(page)
  await page.getByLabel('Lowest price in rupees').fill('200')
  await page.getByRole('checkbox', { name: 'In stock only' }).check()
  await applyButton(page).click()
  await expect(page).toHaveURL(/\/search\/cotton\?.*min=200.*stock=in/)
  await page.getByLabel('Sort by').selectOption('Price: high to low')
  await page.getByRole('button', { name: 'Sort', exact: true }).click()
  await expect(page).toHaveURL(/sort=price-high/)
  await expect(rows(page).first()).toBeVisible()
  const prices = await pricesOf(page)
  expect(prices.length).toBeGreaterThan(5)
  expect(prices).toEqual(prices.toSorted((a, b) => b - a))
  expect(Math.min(...prices)).toBeGreaterThanOrEqual(200)
  await page.getByRole('link', { name: 'Remove filter: ₹200 and above' }).click()
  await expect(page).toHaveURL('/search/cotton?sort=price-high&stock=in')

  await page.goto('/search/cotton steel leaf wood')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(/^\d+ results for "cotton steel leaf wood"$/)
  await expect(page.getByText('No product has all of these words.')).toBeVisible()
  const first = await rows(page).first().innerText()
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page).toHaveURL(/\/search\/cotton.*\?cursor=/)
  expect(await rows(page).first().innerText()).not.toBe(first)
  await page.getByRole('link', { name: 'Back to the first products' }).click()
  await expect(rows(page).first()).toHaveText(first, { useInnerText: true })

  // What cannot be used is left out, with words where they help.
  await page.goto('/search/soap?sort=oldest&min=9&max=1&sub=x&stock=no&cursor=none')
  await expect(heading).toHaveText(/^\d+ results for "soap"$/)
  await expect(
    page.getByText('The lowest price is above the highest.').filter({ visible: true }),
  ).toBeVisible()
  await expect(page.getByText('Products can be sorted by relevance')).toBeVisible()

  await page.goto('/search/bambo%20tothbrush')
  await expect(heading).toHaveText('2 results for "bambo tothbrush"')
  await expect(page.getByText('Showing results for "bamboo toothbrush"')).toBeVisible()

  // A budget in words can be taken out, or searched for as words.
  await page.goto('/search/soap under 180')
  const budget = page.getByRole('link', { name: 'Remove the price: Up to ₹180' })
  await expect(budget).toBeVisible()
  expect(Math.max(...(await pricesOf(page)))).toBeLessThanOrEqual(180)
  await page.getByRole('link', { name: 'Search for the words as typed' }).click()
  await expect(page).toHaveURL('/search/%22soap%20under%20180%22')
  await expect(heading).toContainText('for "soap under 180"')
  await expect(budget).toHaveCount(0)
  await page.goto('/search/soap under 180')
  await budget.click()
  await expect(page).toHaveURL('/search/soap')
  await context.close()
})

test('suggestions by keyboard: never those of an earlier text, and Enter alone searches for what is typed @nightly', async ({
  page,
}) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/product/suggest/so', async (route) => {
    await held
    await route
      .fulfill({ json: [{ kind: 'product', id: '1', name: 'Outdated', within: null }] })
      .catch(() => {})
  })
  await page.goto('/')
  const field = page.getByLabel('Search for products')
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  const slow = page.waitForRequest('**/product/suggest/so')
  await field.click()
  await field.pressSequentially('so')
  await slow
  await field.pressSequentially('ap')
  await expect(options).toHaveCount(8)
  release()
  await expect(options.first()).toHaveText('Soaps in Bath & Body')
  await expect(page.getByText('Outdated')).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: '8 suggestions' })).toHaveCount(1)
  await expectAccessible(page)

  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await field.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await field.press('ArrowDown')
  await field.press('ArrowDown')
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await options.first().getAttribute('id')) ?? '',
  )
  await field.press('Home')
  await expect(options.and(page.getByRole('option', { selected: true }))).toHaveCount(0)
  await field.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(field).toHaveValue('soap')
  await expect(field).toHaveAttribute('aria-expanded', 'false')

  await field.press('ArrowDown')
  await expect(options).toHaveCount(8)
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/products\/sub-category\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Soaps')
  await expect(options).toHaveCount(0)
  await expect(field).toHaveValue('')

  await field.pressSequentially('kum')
  await expect(options).toHaveCount(1)
  await field.press('Tab')
  await expect(options).toHaveCount(0)
  await field.fill('  neem  ')
  await expect(options.first()).toBeVisible()
  await field.press('Enter')
  await expect(page).toHaveURL('/search/neem')
  await expect(options).toHaveCount(0)
  await expect(field).toHaveValue('neem')

  await field.fill('kumkum')
  await options.first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kumkumadi Face Oil, 15 ml')
})

test('a page of the catalogue that cannot be loaded keeps its header and footer, and Try again shows it @nightly', async ({
  page,
}) => {
  const path = await categoryPath(page, 'Hair Care')
  const [subcategory] = await callApi<{ id: number }[]>(page, '/public/category/sub/all')
  const [product] = await callApi<{ id: string; name: string }[]>(page, '/public/product/search/soap')
  await page.goto('/search/neem')
  await page.waitForFunction(() => '__reactRouterDataRouter' in globalThis)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const heading = page
    .getByRole('main')
    .getByRole('heading', { name: /^(No Product Found|The product could)/ })
  const fails = [
    (route: Route) => route.abort('internetdisconnected'),
    (route: Route) => route.fulfill({ status: 503, json: { msg: 'Busy.' } }),
  ]
  const pages = [
    path,
    `/products/sub-category/${subcategory?.id}`,
    `/product/${product?.id}`,
    '/search/soap',
    '/',
  ]
  for (const [at, to] of pages.entries()) {
    let asked = 0
    await page.route('**/*.data*', (route) => {
      asked += 1
      return fails[at % 2]?.(route)
    })
    await page.evaluate((target) => {
      const { __reactRouterDataRouter: router } = globalThis as unknown as {
        __reactRouterDataRouter: { navigate: (to: string) => Promise<void> }
      }
      return router.navigate(target)
    }, to)
    await expect(heading, to).toBeVisible()
    await expect(page).toHaveURL(to)
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    if (at === 0) await expectAccessible(page)
    const before = asked
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect.poll(() => asked).toBeGreaterThan(before)
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
    await page.unroute('**/*.data*')
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(heading).toHaveCount(0)
    await expect(
      page
        .getByRole('main')
        .getByText(/^₹[\d,.]+$/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
  }
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('from a list to a product and back its picture moves, except for people who ask for less motion @nightly', async ({
  page,
}) => {
  await page.goto('/search/soap')
  await page.waitForFunction(() => '__reactRouterDataRouter' in globalThis)
  await page.evaluate(() => {
    const begin = document.startViewTransition.bind(document)
    const moved: number[] = []
    Object.assign(window, { moved })
    document.startViewTransition = (change) => {
      const transition = begin(change)
      void transition.ready.then(() => {
        const moving = document
          .getAnimations()
          .filter(({ effect }) => (effect as KeyframeEffect).pseudoElement?.includes('(product-picture)'))
        moved.push(moving.length)
      })
      return transition
    }
  })
  const moved = () => page.evaluate(() => (window as unknown as { moved: number[] }).moved)
  const product = rows(page).nth(1).getByRole('link').first()
  const heading = page.getByRole('heading', { level: 1 })
  await product.click()
  await expect(heading).not.toContainText('results')
  await expect.poll(moved).toEqual([expect.any(Number)])
  await page.goBack()
  await expect(heading).toContainText('results')
  await expect.poll(async () => (await moved()).length).toBe(2)
  expect(Math.min(...(await moved()))).toBeGreaterThan(0)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await product.click()
  await expect(heading).not.toContainText('results')
  await expect.poll(async () => (await moved())[2]).toBe(0)
})
