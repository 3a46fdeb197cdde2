/**
 * One walk over every page (pages.ts): no console error, no failed request, no layout shift; each dialog opens and closes; axe
 * finds nothing, in the open dialogs and in the dark, too. At the width of a phone, because a laptop shows the same: nothing
 * scrolls sideways at 320 px, nor with text of twice the size; public pages hold their content without scripts. `npm test`
 * walks one page of a phone; all pages, and those of a laptop, are walked each night, because it is slow.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible, expectLargeTextFits, expectNoSidewaysScroll } from './accessible.ts'
import {
  adminPages,
  customerPages,
  emptyCustomerPages,
  fillAccount,
  publicPages,
  sellerPages,
  type WalkedPage,
} from './pages.ts'
import { admin, customer, expect, seller, test } from './shop-test.ts'

/** Dozens of pages, each in several sizes: for a machine that does other work, too. */
const longWalk = 480_000

/** `npm test` walks one of the pages. */
const nightOf = (name: string) => (name === 'product' ? '@nightly-laptop' : '@nightly')

test.describe('every page', walks)

function walks(): void {
  for (const walked of publicPages) {
    test(`${walked.name} ${nightOf(walked.name)}`, async ({ page, browser, baseURL }) => {
      await walk(page, walked)
      if (!isPhone(page)) return
      const plain = await browser.newPage({
        viewport: page.viewportSize(),
        javaScriptEnabled: false,
        ...(baseURL && { baseURL }),
      })
      await plain.goto(await pathOf(plain, walked))
      await expect(holding(plain, { holds: walked.withoutScripts ?? walked.holds })).toBeVisible()
      await expectNoSidewaysScroll(plain)
      await plain.close()
    })
  }

  test("a customer's pages @nightly", async ({ page }) => {
    test.setTimeout(longWalk)
    await customer(page)
    await test.step('nothing on them', () => walkAll(page, emptyCustomerPages))
    await fillAccount(page)
    await walkAll(page, customerPages)
  })

  test("a seller's pages @nightly", async ({ page }) => {
    test.setTimeout(longWalk)
    await seller(page)
    await walkAll(page, sellerPages)
  })

  test("the administrator's pages @nightly", async ({ page }) => {
    test.setTimeout(longWalk)
    await admin(page)
    await walkAll(page, adminPages)
  })
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 600

async function walkAll(page: Page, pages: readonly WalkedPage[]): Promise<void> {
  for (const walked of pages) await test.step(walked.name, () => walk(page, walked))
}

const pathOf = async (page: Page, { path }: WalkedPage) =>
  typeof path === 'string' ? path : await path(page)

const holding = (page: Page, { holds }: Pick<WalkedPage, 'holds'>) =>
  page.getByRole('main').getByText(holds).filter({ visible: true }).first()

async function walk(page: Page, walked: WalkedPage): Promise<void> {
  const path = await pathOf(page, walked)
  const failed: string[] = []
  const document = new URL(path, 'http://shop.invalid').pathname
  const watch = page.context()
  const traffic = countRequests(watch)
  watch.on('response', (response) => {
    const expected =
      new URL(response.url()).pathname === document && response.status() === (walked.status ?? 200)
    if (response.status() >= 400 && !expected) failed.push(`${response.status()} ${response.url()}`)
  })
  watch.on('requestfailed', (request) => {
    // Requests that the page itself aborted, e.g. pictures of another size.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') failed.push(`failed ${request.url()}`)
  })

  await page.goto(path)
  await alive(page, walked)
  await traffic.quiet()
  expect(await layoutShifts(page), 'layout shifts').toEqual([])
  expect(failed, 'failed requests').toEqual([])
  watch.removeAllListeners('request')
  watch.removeAllListeners('requestfinished')
  watch.removeAllListeners('response')
  watch.removeAllListeners('requestfailed')

  await expectAccessible(page)
  if (walked.dark && isPhone(page)) await expectAccessibleInTheDark(page)
  await expectNarrow(page)
  if (walked.afterwards) {
    await walked.afterwards(page)
    await expectAccessible(page)
    await expectNarrow(page)
  }
  for (const { name, open } of walked.dialogs ?? []) {
    await open(page)
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await expect(page.getByText('Please verify your email')).toBeHidden()
    // The page behind a modal dialog is inert, and axe has checked it.
    if (isPhone(page)) await expectAccessible(page, 'dialog[open]')
    await expectNarrow(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
}

/** Nothing scrolls sideways at 320 px, or with a large text. A laptop's window of that width shows what a phone's shows. */
async function expectNarrow(page: Page): Promise<void> {
  if (!isPhone(page)) return
  await expectNoSidewaysScroll(page)
  await expectLargeTextFits(page)
}

/** The colours of the dark appearance have the contrast that axe asks for. */
async function expectAccessibleInTheDark(page: Page): Promise<void> {
  // Without motion, and once the shortest transitions have ended, so that no colour is measured half-way.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expect(page.locator('body')).not.toHaveCSS('background-color', 'rgb(253, 252, 249)')
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
  })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

/** Waits until no request was in flight for 200 ms; Playwright's 'networkidle' would wait 500 ms for each page. */
function countRequests(context: BrowserContext): { quiet: () => Promise<void> } {
  let inFlight = 0
  let lastChange = performance.now()
  const count = (by: number) => () => {
    inFlight += by
    lastChange = performance.now()
  }
  context.on('request', count(1))
  context.on('requestfinished', count(-1))
  context.on('requestfailed', count(-1))
  return {
    quiet: () =>
      expect
        .poll(() => inFlight <= 0 && performance.now() - lastChange > 200, { intervals: [50] })
        .toBe(true),
  }
}

/** Hydrated and filled in. */
async function alive(page: Page, walked: WalkedPage): Promise<void> {
  // The administrator's pages are made by their scripts and need no hydration.
  await page.waitForFunction(
    () => '__reactRouterDataRouter' in globalThis || document.getElementById('console') !== null,
  )
  await expect(holding(page, walked)).toBeVisible()
}

/** The elements that moved since the page began, each from where to where; moves after a press do not count. */
function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        interface Shift extends PerformanceEntry {
          value: number
          hadRecentInput: boolean
          sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[]
        }
        const found: string[] = []
        const observer = new PerformanceObserver((list) => {
          for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
            // The browser counts in thousandths; less is a line that was painted while the page was loading.
            if (hadRecentInput || value < 0.0005) continue
            const moves = sources.map(
              ({ node, previousRect, currentRect }) =>
                `${node?.outerHTML?.slice(0, 80)} ${JSON.stringify(previousRect)} ${JSON.stringify(currentRect)}`,
            )
            found.push(`${value}: ${moves.join(' | ')}`)
          }
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        // Buffered entries come with the next task.
        setTimeout(() => resolve(found), 50)
      }),
  )
}
