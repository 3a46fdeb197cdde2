/** Opens pages full of XSS payloads in a real browser; collects their text and everything that a payload achieved. */
import type { Browser, Page } from '@playwright/test'
import type { TestClient } from './client.ts'
import type { TestShop } from './shop.ts'

/** Collapses white space, because pages wrap text. */
export const onOneLine = (text: string) => text.replace(/\s+/g, ' ')

export interface PageContent {
  text: string
  found: string[]
}
/** Globals that the init script defines in each page. */
interface PageGlobals {
  tell(what: string): void
  injectedElements(where: Document): string[]
  readPage(): PageContent
  change(i: number): Promise<void>
  __reactRouterDataRouter: { navigate(to: string): Promise<void>; revalidate(): Promise<void> }
}

interface Walk {
  /** The logged-in client; null for a visitor. */
  client: TestClient | null
  addresses: readonly string[]
  /** Further steps in one of the tabs, such as opening dialogs. */
  more?: (page: Page) => AsyncGenerator<PageContent>
}

/** Returns the text that the pages showed, and the list of violations. */
export async function visitPages(shop: TestShop, browser: Browser, { client, addresses, more }: Walk) {
  // As wide as a laptop's window; its height does not matter.
  const context = await browser.newContext({ viewport: { width: 1280, height: 200 } })
  if (client)
    await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: shop.url })))
  const found: string[] = []
  await context.exposeFunction('tell', (what: string) => void found.push(what))
  await context.addInitScript(() => {
    const here = globalThis as unknown as PageGlobals
    // Lists show all rows, not one page of them. A route of Playwright would turn off the browser's cache.
    const send = globalThis.fetch
    globalThis.fetch = (target, init) =>
      send(
        typeof target === 'string' && target.startsWith('/api/v1/')
          ? target.replace(/([?&]limit=)\d+/, '$1200')
          : target,
        init,
      )
    addEventListener('securitypolicyviolation', (event) =>
      here.tell(
        `${location.pathname}: policy ${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
      ),
    )
    // Elements and attributes that come from a payload, in the live page or in the server's HTML.
    here.injectedElements = (where) =>
      [...where.querySelectorAll('*')]
        .filter(
          (element) =>
            element.getAttributeNames().some((name) => name === 'xss' || name.startsWith('on')) ||
            /^\s*javascript:/i.test(element.getAttribute('href') ?? element.getAttribute('src') ?? '') ||
            (element.localName === 'script' && element.textContent.startsWith('xss=')),
        )
        .map((element) => element.outerHTML.slice(0, 100))
    here.readPage = () => {
      for (const details of document.querySelectorAll('details')) details.open = true
      const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
      const options = [...document.querySelectorAll('option')]
      const shown = [
        document.body.innerText,
        ...fields.map((field) => field.value),
        ...options.map((o) => o.text),
        ...[...document.images].map(({ alt }) => alt),
      ]
      const found = 'xss' in globalThis ? ['a script ran'] : []
      return { text: shown.join('\n'), found: [...found, ...here.injectedElements(document)] }
    }
  })
  context.on('dialog', (dialog) => {
    found.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  const seen: string[] = []
  const keep = ({ text, found: here }: PageContent, at: string) => {
    seen.push(text)
    found.push(...here.map((what) => `${at}: ${what}`))
  }
  const look = async (page: Page) =>
    keep(await page.evaluate(() => (globalThis as unknown as PageGlobals).readPage()), page.url())
  // Several tabs in parallel, because most of the time is spent waiting for network idle.
  const waiting = [...addresses]
  const visit = async (page: Page) => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      await openPage(page, shop.url + address)
      await look(page)
    }
  }
  const pages = await Promise.all(Array.from({ length: 4 }, () => context.newPage()))
  const [page] = pages
  try {
    await Promise.all(pages.map(visit))
    // A Chromium with windows renders no frames for background tabs, and the steps below wait for frames.
    await page?.bringToFront()
    if (page && more) for await (const one of more(page)) keep(one, page.url())
  } catch (error) {
    // A payload navigated away. Report that in addition to the violations found before.
    found.push(String(error))
  }
  await context.close()
  return { found: [...new Set(found)], seen: onOneLine(seen.join('\n')) }
}

export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address)
  // Wait until the storefront or the admin application has hydrated, then for network idle.
  await page.waitForFunction(
    () => '__reactRouterDataRouter' in globalThis || document.querySelector('#console main h1'),
  )
  await page.waitForLoadState('networkidle')
}

export const readPage = (page: Page) => page.evaluate(() => (globalThis as unknown as PageGlobals).readPage())

/** Navigates on the client side, as a click on a link does. */
export async function* navigateTo(page: Page, addresses: readonly string[]): AsyncGenerator<PageContent> {
  yield* await page.evaluate(async (all) => {
    const here = globalThis as unknown as PageGlobals
    const seen: PageContent[] = []
    for (const address of all) {
      await here.__reactRouterDataRouter.navigate(address)
      await new Promise(requestAnimationFrame)
      seen.push(here.readPage())
    }
    return seen
  }, addresses)
}

/** Parses the server's HTML of the pages without running it. */
export async function* parseServerHtml(
  page: Page,
  addresses: readonly string[],
): AsyncGenerator<PageContent> {
  yield* await page.evaluate(async (all) => {
    const here = globalThis as unknown as PageGlobals
    const seen: PageContent[] = []
    for (const address of all) {
      const html = await (await fetch(address)).text()
      const found = here.injectedElements(new DOMParser().parseFromString(html, 'text/html'))
      seen.push({ text: '', found: found.map((what) => `${address} as written: ${what}`) })
    }
    return seen
  }, addresses)
}

/** Shows the profile page and its dialog with the texts of one row after the other. */
export async function* showEachProfile(
  page: Page,
  times: number,
  change: (i: number) => Promise<unknown>,
): AsyncGenerator<PageContent> {
  await page.exposeFunction('change', change)
  yield* await page.evaluate(async (count) => {
    const here = globalThis as unknown as PageGlobals
    const press = (name: string) => {
      const buttons = [...document.querySelectorAll('button')]
      buttons.find((button) => [button.innerText.trim(), button.ariaLabel].includes(name))?.click()
    }
    const seen: PageContent[] = []
    for (let i = 0; i < count; i += 1) {
      await here.change(i)
      await here.__reactRouterDataRouter.revalidate()
      press('Edit Profile')
      await new Promise(requestAnimationFrame)
      if (!document.querySelector('dialog[open]')) throw new Error('no dialog')
      seen.push(here.readPage())
      press('Close')
      await new Promise(requestAnimationFrame)
    }
    return seen
  }, times)
}

export async function* openDialogs(page: Page, ...names: string[]): AsyncGenerator<PageContent> {
  for (const name of names) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('dialog').waitFor()
    await page.waitForLoadState('networkidle')
    yield await readPage(page)
    await page.getByRole('button', { name: 'Close' }).click()
  }
}
