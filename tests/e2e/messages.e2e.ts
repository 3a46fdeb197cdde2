/** Specification §4, §9: how long the short messages stay, how many there are and how wide; and what says that the connection is gone. */
import type { Locator, Page } from '@playwright/test'
import { callApi, customer, expect, test } from './shop-test.ts'

/** The customer's wishlist with `count` products, on a clock that the test moves once the page is complete. */
async function openWishlist(page: Page, count: number): Promise<void> {
  await customer(page)
  const products = await callApi<{ id: string }[]>(page, '/public/product/search/soap')
  for (const { id } of products.slice(0, count)) await callApi(page, `/private/wishlist/add/${id}`)
  await page.clock.install()
  await page.goto('/wishlist')
  await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(count)
  await page.clock.pauseAt(Date.now() + 120_000)
}

test('a success stays 2 seconds and an error 4, each is out of the page a second later and at most 350 px wide @nightly', async ({
  page,
}) => {
  await openWishlist(page, 2)
  const remove = page.getByRole('button', { name: 'Remove' }).first()
  const times = [
    ['success', 'Product Removed from Wishlist', 2_000],
    [
      'error',
      'The server is very busy at the moment and can take nothing off any wishlist. '.repeat(3).trim(),
      4_000,
    ],
  ] as const
  for (const [kind, words, ms] of times) {
    if (kind === 'error')
      await page.route('**/private/wishlist/remove/*', (route) =>
        route.fulfill({ status: 503, json: { msg: words } }),
      )
    await remove.click()
    const message = page.getByText(words)
    // The toast's own clock starts with its first frame.
    await expect(async () => {
      await page.clock.runFor(20)
      await expect(message).toBeVisible({ timeout: 100 })
    }).toPass()
    await expect(message).toHaveRole(kind === 'error' ? 'alert' : 'status')
    expect((await message.locator('..').boundingBox())?.width).toBeLessThanOrEqual(350)
    await page.clock.runFor(ms - 500)
    await expect(message).toBeVisible()
    await page.clock.runFor(600)
    // Leaving, but still there for the 1000 ms of its removal.
    await expect(message).toBeAttached()
    await page.clock.runFor(1_100)
    await expect(message).toHaveCount(0)
  }
})

test('My Orders and the panel say Loading orders... until they are there, on a direct load and from another page; without a session it leads to the login @nightly', async ({
  page,
}) => {
  await customer(page)
  const held: (() => void)[] = []
  let status = 200
  await page.route('**/order/get/customer*', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.fulfill({ status, json: [] })
  })
  const loading = page.getByText('Loading orders...')
  const arrive = async () => {
    // Visible, and not only for screen readers.
    await expect.poll(async () => (await loading.boundingBox())?.height ?? 0).toBeGreaterThan(15)
    await expect.poll(() => held.length).toBe(1)
    held.pop()?.()
  }
  // The panel beside the profile does the same.
  if ((page.viewportSize()?.width ?? 0) >= 1024) {
    await page.goto('/profile')
    await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible()
    await arrive()
    await expect(page.getByRole('link', { name: 'Start Shopping' })).toBeVisible()
    await expect(loading).toHaveCount(0)
  }
  await page.goto('/my-orders')
  await arrive()
  await expect(page.getByRole('link', { name: 'Start Shopping' })).toBeVisible()
  await expect(loading).toHaveCount(0)

  await page.getByRole('link', { name: 'Start Shopping' }).click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/my-orders')
  await arrive()
  await expect(page.getByRole('link', { name: 'Start Shopping' })).toBeVisible()

  status = 401
  await page.getByRole('link', { name: 'Start Shopping' }).click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await arrive()
  await expect(page).toHaveURL('/login?next=%2Fmy-orders')
})

test('of many messages 20 are there at once, the newest @nightly', { tag: '@laptop' }, async ({ page }) => {
  const logOut = await refusedLogOut(page)
  for (let press = 1; press <= 22; press += 1) {
    await logOut.click()
    await expect(page.getByText(`Refusal ${press}.`, { exact: true })).toBeAttached()
  }
  await expect(page.getByRole('alert')).toHaveCount(20)
  await expect(page.getByText('Refusal 2.', { exact: true })).toHaveCount(0)
})

test('on a phone messages lie on each other above the header of the shop, the newest in front @nightly @phone', async ({
  page,
}) => {
  const logOut = await refusedLogOut(page)
  for (const words of ['Refusal 1.', 'Refusal 2.']) {
    await logOut.click()
    await expect(page.getByText(words)).toBeVisible()
  }
  // The icons of wishlist and cart begin at 54 px, below the banner.
  const lowest = async () => {
    const plates = await page.getByRole('alert').locator('..').all()
    const boxes = await Promise.all(plates.map((plate) => plate.boundingBox()))
    return Math.max(...boxes.map((box) => (box ? box.y + box.height : Infinity)))
  }
  await expect.poll(lowest).toBeLessThanOrEqual(54)
  // Playwright presses only what nothing else covers.
  await page.getByText('Refusal 2.').click({ trial: true })
})

test('without a connection every page says so, and links and the search wait for it @nightly', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await page.waitForFunction(() => '__reactRouterDataRouter' in globalThis)
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  const link = page.getByRole('link', { name: 'View All' }).first()
  const search = page.getByRole('searchbox', { name: 'Search for products' })
  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
  await link.hover()
  await link.focus()
  await link.click()
  await search.fill('soap')
  await search.press('Enter')
  // Loading the page ahead would have failed by now, and the document would be loaded again.
  await page.waitForTimeout(1_000)
  expect(documents).toEqual([])
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await context.setOffline(false)
  await expect(page.getByText('You are offline.')).toHaveCount(0)
  await expect(search).toHaveValue('soap')
  await link.click()
  await expect(page).toHaveURL(/\/products\/category\/\d+$/)
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
})

test('a failed network is said, and leaves customers and visitors on the page where they press @nightly', async ({
  page,
}) => {
  const [product] = await callApi<{ id: string }[]>(page, '/public/product/search/soap')
  for (const signIn of [null, customer]) {
    await signIn?.(page)
    await page.goto(`/product/${product?.id}`)
    const button = page.getByRole('button', { name: 'Add to Cart' })
    await expect(button).toBeVisible()
    await page.waitForFunction(() => '__reactRouterDataRouter' in globalThis)
    await page.waitForLoadState('networkidle')
    // The browser believes that it is online. The messages have not been loaded.
    await page.route('**/*', (route) => route.abort())
    await button.click()
    await expect(page.getByRole('alert')).toHaveText('Failed to add to cart')
    await expect(page).toHaveURL(`/product/${product?.id}`)
    await expect(button).toBeEnabled()
    await expect(page.getByRole('alert')).toBeHidden({ timeout: 6_000 })
    await page.unrouteAll()
  }
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByRole('status')).toHaveText('Product Added to Cart')
})

/** The button 'Logout', whose n-th press is refused with 'Refusal n.'; the page's clock stands still, so messages stay. */
async function refusedLogOut(page: Page): Promise<Locator> {
  await customer(page)
  await page.clock.install()
  await page.goto('/profile')
  let answered = 0
  await page.route('**/auth/logout', (route) => {
    answered += 1
    return route.fulfill({ status: 503, json: { msg: `Refusal ${answered}.` } })
  })
  const logOut = page.getByRole('button', { name: 'Logout' })
  await expect(logOut).toBeVisible()
  await page.clock.pauseAt(Date.now() + 120_000)
  return logOut
}
