/** What stands beside a product, and what this browser has shown before. */
import type { Page } from '@playwright/test'
import { relatedLimits } from '../../contract/related-limits.ts'
import { expectAccessible } from './accessible.ts'
import { callApi, customer, expect, test } from './shop-test.ts'

interface Listed {
  id: string
  name: string
  noOfUnits: number
}

const soaps = (page: Page) => callApi<Listed[]>(page, '/public/product/search/soap')
const viewedIn = (page: Page) => page.getByRole('region', { name: 'Recently viewed' })
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('viewed'))
const view = async (page: Page, { id }: Listed) => {
  await page.goto(`/product/${id}`)
  await expect.poll(() => stored(page)).toContain(id)
}

test('what was viewed stands on product and home page, asked for without cookies, until it is cleared @nightly', async ({
  page,
  baseURL,
}) => {
  const [first, second] = await soaps(page)
  if (!first || !second) throw new Error('no soaps')
  const asked: (string | undefined)[] = []
  page.on('request', async (request) => {
    if (request.url().includes('/product-cards')) asked.push((await request.allHeaders())['cookie'])
  })
  await page.context().addCookies([{ name: 'any', value: '1', url: String(baseURL) }])
  await view(page, first)
  await expect(viewedIn(page)).toHaveCount(0)
  expect(asked).toEqual([])
  await view(page, second)
  await expect(viewedIn(page).getByRole('listitem')).toHaveText(new RegExp(first.name))
  await page.goto('/')
  await expect(viewedIn(page).getByRole('listitem')).toHaveText([
    new RegExp(second.name),
    new RegExp(first.name),
  ])
  expect(asked).toEqual([undefined, undefined])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear recently viewed' }).click()
  await expect(page.getByText('The list of what you viewed is cleared.')).toBeFocused()
  expect(await stored(page)).toBeNull()
  await page.reload()
  await expect(viewedIn(page)).toHaveCount(0)
})

test('a list in the browser keeps twelve products for thirty days, and drops what is none @nightly', async ({
  page,
}) => {
  const [first] = await soaps(page)
  if (!first) throw new Error('no soap')
  const old = (at: number) => `01a21be2-870e-7281-8f55-3dd5134243${at + 10}`
  await page.goto('/')
  await page.evaluate(
    ([late, rest]) => localStorage.setItem('viewed', `${late}:1,<b>:${Date.now()},${rest}:${Date.now()}`),
    [old(80), Array.from({ length: 12 }, (_, at) => old(at)).join(`:${Date.now()},`)],
  )
  await view(page, first)
  const kept = (await stored(page))?.split(',').map((entry) => entry.split(':')[0])
  expect(kept).toEqual([first.id, ...Array.from({ length: 11 }, (_, at) => old(at))])
  expect(kept).toHaveLength(relatedLimits.cards)
  // None of them is on sale.
  await expect(viewedIn(page)).toHaveCount(0)
})

test('where the browser forbids its storage, pages of products are whole @nightly', async ({ page }) => {
  const [first] = await soaps(page)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('forbidden', 'SecurityError')
      },
    })
  })
  for (const path of [`/product/${first?.id}`, '/']) {
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  expect(errors).toEqual([])
})

test('what is sold out shows what is like it and in stock before all else, also without scripts @nightly', async ({
  page,
  browser,
  baseURL,
}) => {
  const none = (await soaps(page)).find(({ noOfUnits }) => noOfUnits === 0)
  const visit = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const plain = await visit.newPage()
  await plain.goto(`/product/${none?.id}`)
  await plain.getByRole('link', { name: 'Sold out: see what is like it' }).click()
  const similar = plain.getByRole('region', { name: /^More in / })
  await expect(similar).toBeInViewport()
  await expect(similar.getByText('Similar price').first()).toBeVisible()
  await expect(similar.getByText('Out of Stock')).toHaveCount(0)
  const order = await plain.getByRole('heading', { level: 2 }).allTextContents()
  expect(order.findIndex((text) => text.startsWith('More in '))).toBeLessThan(
    order.indexOf('Product information'),
  )
  await similar.getByRole('link').first().click()
  await expect(plain.getByRole('heading', { level: 1 })).not.toHaveText(none?.name ?? '')
  await visit.close()
})

test('a search without results and a missing product show others, without scripts, too @nightly', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), javaScriptEnabled: false })
  const page = await context.newPage()
  const others = page.getByRole('region', { name: 'You may like these' })
  for (const path of ['/search/qqqq', '/product/01a21f7f-0000-7000-8000-000000000000']) {
    await page.goto(path)
    const first = others.getByRole('listitem').first().getByRole('link')
    await expect(first).toHaveAttribute('href', /^\/product\//)
    await first.click()
    await expect(page.getByRole('button', { name: 'Add to Wishlist' })).toBeVisible()
    await expect(others).toHaveCount(0)
  }
  await context.close()
})

test('Compare adds to the cart of a customer, and sends a visitor to the login and back @nightly', async ({
  page,
}) => {
  const [product] = (await soaps(page)).filter(({ noOfUnits }) => noOfUnits > 0)
  const path = `/product/${product?.id}/compare?with=`
  await page.goto(path)
  const add = page.getByRole('button', { name: 'Add to Cart' })
  await add.click()
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
  await customer(page)
  await page.goto(path)
  await add.click()
  await expect(page.getByRole('link', { name: 'View in Cart' })).toBeVisible()
  expect(await callApi(page, `/private/cart/product-exists/${product?.id}`)).toBe(true)
})
