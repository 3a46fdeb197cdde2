/** Specification §1, §2, §4, §9; api-rules §6: the home page, and the header that every public page has. */
import { brotliCompressSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { callApi, customer, expect, fillCart, test } from './shop-test.ts'

interface Listed {
  name: string
  noOfUnits: number
}

const bullet = (page: Page, slide: number) => page.getByRole('button', { name: `Go to Slide ${slide}` })
const shown = (page: Page) =>
  page.getByRole('region', { name: 'Highlights' }).locator('button[aria-current=true]')

/** The hydrated home page on a clock that the test moves; slide 9 is shown. */
async function openSlideshow(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto('/')
  await bullet(page, 9).click()
  await expect(shown(page)).toHaveAccessibleName('Go to Slide 9')
}

async function box(place: Locator) {
  const found = await place.boundingBox()
  if (!found) throw new Error('not on the page')
  return found
}

test('the slideshow advances every 3 seconds in an endless loop, and goes on after clicks and swipes @nightly', async ({
  page,
}) => {
  await openSlideshow(page)
  await page.clock.runFor(2_900)
  await expect(shown(page)).toHaveAccessibleName('Go to Slide 9')
  await page.clock.runFor(200)
  await expect(shown(page)).toHaveAccessibleName('Go to Slide 1')
  await page.clock.runFor(3_000)
  await expect(shown(page)).toHaveAccessibleName('Go to Slide 2')
  await page.clock.runFor(3_000)
  await expect(shown(page)).toHaveAccessibleName('Go to Slide 3')

  const frame = await box(page.getByRole('region', { name: 'Highlights' }))
  const y = frame.y + frame.height / 3
  await page.mouse.move(frame.x + frame.width * 0.8, y)
  await page.mouse.down()
  await page.mouse.move(frame.x + frame.width * 0.3, y, { steps: 4 })
  await page.mouse.up()
  await expect(shown(page)).toHaveAccessibleName('Go to Slide 4')
  await page.clock.runFor(3_100)
  await expect(shown(page)).toHaveAccessibleName('Go to Slide 5')
})

test('pausing, keyboard focus inside and the wish for less motion hold the slideshow @nightly', async ({
  page,
}) => {
  await openSlideshow(page)
  await page.getByRole('button', { name: 'Pause slideshow' }).click()
  await page.clock.runFor(10_000)
  await expect(shown(page)).toHaveAccessibleName('Go to Slide 9')
  await page.getByRole('button', { name: 'Play slideshow' }).click()
  await page.clock.runFor(3_100)
  await expect(shown(page)).toHaveAccessibleName('Go to Slide 1')

  await page.keyboard.press('Shift+Tab')
  await expect(bullet(page, 9)).toBeFocused()
  await page.clock.runFor(10_000)
  await expect(shown(page)).toHaveAccessibleName('Go to Slide 1')
  await page.getByRole('button', { name: 'Pause slideshow' }).evaluate(() => {
    ;(document.activeElement as HTMLElement).blur()
  })
  await page.clock.runFor(3_100)
  await expect(shown(page)).toHaveAccessibleName('Go to Slide 2')

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(page.getByRole('button', { name: 'Play slideshow' })).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(shown(page)).toHaveAccessibleName('Go to Slide 2')
})

test('what is typed and pressed before and during hydration is kept, each press once @nightly', async ({
  page,
}) => {
  const errors: unknown[] = []
  page.on('pageerror', (error) => errors.push(error))
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  // Presses while React hydrates the header, and between that and the hydration of the slideshow.
  await page.addInitScript(() => {
    const press = (name: string) =>
      document.querySelector<HTMLElement>(`button[aria-label='${name}']`)?.click()
    addEventListener('app:hydrated', () => press('Go to Slide 5'))
    addEventListener('app:hydrated', () => setTimeout(() => press('Go to Slide 6')))
  })
  await page.goto('/')
  await watchLayout(page)
  await bullet(page, 4).click()
  await page.getByRole('button', { name: 'Pause slideshow' }).click()
  const field = page.getByLabel('Search for products')
  await field.pressSequentially('bam')
  release()
  await expect(shown(page)).toHaveAccessibleName('Go to Slide 6')
  await expect(page.getByRole('button', { name: 'Play slideshow' })).toBeVisible()
  await expect(field).toHaveValue('bam')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await layoutShifts(page)).toBe(0)

  // By the router, and not by loading a document.
  await page.evaluate(() => Object.assign(window, { kept: true }))
  await page.getByRole('link', { name: 'View All' }).first().click()
  await expect(page).toHaveURL(/\/products\/category\/\d+$/)
  expect(await page.evaluate(() => 'kept' in window)).toBe(true)
  expect(errors).toEqual([])
})

test('nine pictures, Slide 1 to Slide 9, each whole in a rounded frame of the stated size @nightly', async ({
  page,
}) => {
  await openSlideshow(page)
  const show = page.getByRole('region', { name: 'Highlights' })
  await expect(show.getByRole('button', { name: /^Go to Slide/ })).toHaveCount(9)
  for (let slide = 1; slide <= 9; slide += 1) {
    await bullet(page, slide).click()
    const picture = show.getByRole('img', { name: `Slide ${slide}`, exact: true })
    await expect(picture).toBeInViewport()
    await expect(picture).toHaveCSS('object-fit', 'contain')
  }
  await expect(show).toHaveCSS('background-color', 'rgb(229, 236, 228)')
  expect(parseFloat(await show.evaluate((frame) => getComputedStyle(frame).borderRadius))).toBeGreaterThan(0)
  for (const [width, height] of [
    [1440, 500],
    [1024, 500],
    [1023, 400],
    [768, 400],
    [767, null],
    [360, null],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    const frame = await box(show)
    const whole = await box(show.getByRole('img', { name: 'Slide 9' }))
    expect(frame.width).toBeLessThanOrEqual(1024)
    expect(frame.height).toBeCloseTo(height ?? (frame.width * 9) / 16, 0)
    expect(whole.width).toBeLessThanOrEqual(frame.width + 1)
    expect(whole.height).toBeLessThanOrEqual(frame.height + 1)
    await expect(show.getByRole('img', { name: 'Slide 9' })).toHaveCSS('mask-image', 'none')
  }
})

test('subcategories: an icon strip on small screens, dropdowns for mouse and keyboard on wide ones @nightly', async ({
  page,
}) => {
  const categories = await callApi<{ id: number; name: string }[]>(page, '/public/category/all')
  const [first] = categories
  const all = await callApi<{ id: number; name: string; categoryId: number }[]>(
    page,
    '/public/category/sub/all',
  )
  const own = all.filter(({ categoryId }) => categoryId === first?.id)
  await page.goto('/')
  const strip = page.getByRole('navigation', { name: 'Subcategories', exact: true })
  const bar = page.getByRole('navigation', { name: 'Categories', exact: true })
  if ((page.viewportSize()?.width ?? 0) < 1024) {
    await expect(bar).toBeHidden()
    await expect(strip.getByRole('link')).toHaveCount(all.length)
    await strip
      .getByRole('link', { name: all[0]?.name ?? '' })
      .first()
      .click()
    await expect(page).toHaveURL(`/products/sub-category/${all[0]?.id}`)
    return
  }
  await expect(strip).toBeHidden()
  const drop = bar.getByRole('list', { name: `Subcategories of ${first?.name}` })
  await expect(drop).toBeHidden()
  await bar.getByRole('link', { name: first?.name ?? '', exact: true }).hover()
  await expect(drop.getByRole('link')).toHaveText(own.map(({ name }) => name))
  await page.mouse.move(600, 700)
  await expect(drop).toBeHidden()

  const opener = bar.getByRole('button', { name: `Subcategories of ${first?.name}` })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(drop).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(drop.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(drop).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(drop.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/products/sub-category/${own[0]?.id}`)
})

test('the category bar is one row with the rest under More, and its lists open where the mouse stops @nightly @laptop', async ({
  page,
}) => {
  const categories = await callApi<{ id: number; name: string }[]>(page, '/public/category/all')
  await page.goto('/')
  const bar = page.getByRole('navigation', { name: 'Categories', exact: true })
  const more = bar.getByRole('button', { name: 'More: More categories' })
  const rest = bar.getByRole('list', { name: 'More categories' })
  const inBar: number[] = []
  for (const width of [1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    expect((await box(bar)).height).toBeLessThan(50)
    await more.focus()
    await page.keyboard.press('Enter')
    await expect(rest).toBeVisible()
    for (const { id } of categories)
      await expect(
        bar.locator(`a[href="/products/category/${id}"]`).filter({ visible: true }),
        `links of category ${id} at ${width} px`,
      ).toHaveCount(1)
    inBar.push(categories.length - (await rest.locator('> li').filter({ visible: true }).count()))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.keyboard.press('Escape')
    await expect(rest).toBeHidden()
    await expect(more).toBeFocused()
  }
  expect(inBar[1]).toBeGreaterThan(inBar[0] ?? 0)
  await more.hover()
  await expect(rest).toBeVisible()
  await expectAccessible(page)

  // On the way into the list of the first category the mouse crosses the name of the second one.
  const [first, second] = categories.map(({ id, name }) => ({
    name: bar.locator(`a[href="/products/category/${id}"]`).first(),
    list: bar.getByRole('list', { name: `Subcategories of ${name}` }),
  }))
  if (!first || !second) throw new Error('the demo shop has no categories')
  await first.name.hover()
  await expect(first.list).toBeVisible()
  await expect(rest).toBeHidden()
  const crossed = second.name.evaluate(
    (name) =>
      new Promise<(string | null)[]>((resolve) =>
        name.addEventListener('mouseover', () => {
          const lists = [...document.querySelectorAll('.menu-list')]
          const shown = lists.filter((list) => getComputedStyle(list).visibility === 'visible')
          resolve(shown.map((list) => list.getAttribute('aria-label')))
        }),
      ),
  )
  await second.name.hover()
  expect(await crossed).toEqual([`Subcategories of ${categories[0]?.name}`])
  // It stays there: the second one was meant.
  await expect(second.list).toBeVisible()
  await expect(first.list).toBeHidden()
})

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

/** Adds up all layout shifts from here on. */
async function watchLayout(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = { shifts: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.shifts += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift' })
  })
}

const layoutShifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { shifts: number } }).seen.shifts)

test('category rows lead to everything, and cards below 11 units say how many are left @nightly', async ({
  page,
}) => {
  // The sixth card stands in the row that scrolls on a phone, and on the widest screens.
  const cardsShown = page.viewportSize()?.width === 1280 ? 5 : 6
  const categories = await callApi<{ id: number; name: string }[]>(page, '/public/category/all')
  await page.goto('/')
  await watchLayout(page)
  const height = await heightOf(page)
  for (const { id, name } of categories) {
    const row = page.getByRole('region', { name, exact: true })
    // The browser lays a row out when it comes near the screen.
    await row.scrollIntoViewIfNeeded()
    await expect(row.getByRole('link', { name: 'View All' })).toHaveAttribute(
      'href',
      `/products/category/${id}`,
    )
    const products = await callApi<Listed[]>(page, `/public/product/category/${id}?limit=${cardsShown}`)
    const cards = row.getByRole('listitem')
    await expect(cards).toHaveCount(products.length)
    const texts = await cards.allInnerTexts()
    for (const [at, { name: product, noOfUnits }] of products.entries()) {
      expect(texts[at]).toContain(product)
      expect(/^(\d+) items? left$/m.exec(texts[at] ?? '')?.[1] ?? null).toBe(
        noOfUnits > 0 && noOfUnits < 11 ? String(noOfUnits) : null,
      )
    }
    await expect(row.locator('img').first()).toHaveJSProperty('complete', true)
  }
  expect(await layoutShifts(page), 'layout shifts while scrolling').toBe(0)
  expect(await heightOf(page)).toBe(height)

  const why = page.getByRole('region', { name: 'Why Hariyali?' })
  await expect(why.getByText('Plastic-free').first()).toBeVisible()
  const moving = why.locator('[class*=animate-marquee]')
  await expect(moving).toHaveCSS('animation-duration', '20s')
  await expect(moving).toHaveCSS('animation-timing-function', 'linear')
  await expect(moving).toHaveCSS('animation-iteration-count', 'infinite')
  await why.getByRole('checkbox', { name: 'Pause the strip' }).check({ force: true })
  await expect(moving).toHaveCSS('animation-play-state', 'paused')

  const values = page.getByRole('region', { name: 'Shop Only Sustainable Products' })
  await expect(values.getByRole('listitem')).toHaveText([
    /ethical sustainable brand with eco-friendly gifts/i,
    /cruelty free and plastic free, ethically made in India/i,
    /climate commitment to reduce the carbon footprint/i,
  ])
})

test('the header sends visitors to log in and customers to their cart and wishlist @nightly', async ({
  page,
}) => {
  await page.goto('/')
  const account = page.getByRole('navigation', { name: 'Your account' })
  await expect(account.getByRole('link', { name: 'Profile' })).toBeHidden()
  await expect(account.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
  await account.getByRole('link', { name: 'Cart' }).click()
  await expect(page).toHaveURL('/login?next=%2Fcart')
  await page.goBack()
  await account.getByRole('link', { name: 'Wishlist' }).click()
  await expect(page).toHaveURL('/login?next=%2Fwishlist')
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Be a Seller' }).filter({ visible: true })).toHaveAttribute(
    'href',
    '/register-seller',
  )

  await customer(page)
  await fillCart(page, 2)
  await page.goto('/')
  await expect(account.getByRole('link', { name: 'Login' })).toBeHidden()
  await expect(account.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile')
  // No room is kept for the wider login button, which would stand as a gap between the icons.
  const [cart, profile] = await Promise.all(
    ['Cart, 2 items', 'Profile'].map((name) => account.getByRole('link', { name }).boundingBox()),
  )
  expect((profile?.x ?? 999) - (cart?.x ?? 0) - (cart?.width ?? 0)).toBeLessThan(12)
  await account.getByRole('link', { name: 'Cart, 2 items' }).click()
  await expect(page).toHaveURL('/cart')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/')
  await account.getByRole('link', { name: 'Wishlist' }).click()
  await expect(page).toHaveURL('/wishlist')
})

test('every change of path begins at the top, and the first Tab leads past the header @nightly', async ({
  page,
}) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const viewAll = page.getByRole('link', { name: 'View All' }).last()
  await viewAll.scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500)
  await viewAll.click()
  await expect(page).toHaveURL(/\/products\/category\/\d+$/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('Back, reloading, the search of the browser and the keyboard reach what stands far down the home page @nightly', async ({
  page,
}) => {
  await page.goto('/')
  const viewAll = page.getByRole('link', { name: 'View All' })
  const strip = page.getByRole('main').locator('.category-strip')
  const last = strip.last().getByRole('link').first()
  const name = (await last.locator('p').first().textContent()) ?? ''
  const isLeftOut = (at: number) =>
    strip
      .nth(at)
      .locator('li')
      .first()
      .evaluate((card) => !card.checkVisibility({ contentVisibilityAuto: true }))
  expect(await isLeftOut(-1)).toBe(true)
  await expect(last).toHaveAccessibleName(new RegExp(`^${name.slice(0, 5)}`))

  // What the browser's own search finds, it brings into view.
  expect(
    await page.evaluate((text) => (window as unknown as { find(text: string): boolean }).find(text), name),
  ).toBe(true)
  await expect(last).toBeInViewport()
  // What is selected stays laid out, and what was found is selected.
  await page.evaluate(() => {
    getSelection()?.removeAllRanges()
    scrollTo(0, 0)
  })
  await expect.poll(() => isLeftOut(-1)).toBe(true)

  await viewAll.last().focus()
  await page.keyboard.press('Tab')
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()

  const place = () => viewAll.last().evaluate((link) => Math.round(link.getBoundingClientRect().top))
  const before = await place()
  await page.reload()
  await expect.poll(place).toBe(before)
  await viewAll.last().click()
  await expect(page).toHaveURL(/\/products\/category\/\d+$/)
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect.poll(place).toBe(before)
})

test('a first visit to the home page, a list or a product loads at most 120 kB of scripts @nightly', async ({
  page,
  browser,
  baseURL,
}) => {
  const [category] = await callApi<{ id: number }[]>(page, '/public/category/all')
  const [product] = await callApi<{ id: string }[]>(page, `/public/product/category/${category?.id}`)
  for (const path of ['/', `/products/category/${category?.id}`, `/product/${product?.id}`]) {
    const visit = await browser.newContext(baseURL ? { baseURL } : {})
    const first = await visit.newPage()
    const scripts: Promise<number>[] = []
    first.on('response', (response) => {
      if (response.headers()['content-type']?.includes('javascript'))
        scripts.push(response.body().then((body) => brotliCompressSync(body).length))
    })
    await first.goto(path)
    await expect(first.getByRole('link', { name: 'Login' })).toBeVisible()
    await first.waitForLoadState('networkidle')
    const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
    await visit.close()
    expect(scripts.length, path).toBeGreaterThan(5)
    expect(bytes, path).toBeLessThanOrEqual(120_000)
  }
})
