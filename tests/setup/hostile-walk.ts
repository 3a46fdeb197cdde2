/** Pages full of payloads in a real browser: what they show, and what came to be that nobody wrote. */
import type { Browser, Page } from '@playwright/test'
import type { TestClient } from './client.ts'
import type { TestShop } from './shop.ts'

/** Pages break lines where they like. */
export const onOneLine = (text: string) => text.replace(/\s+/g, ' ')

export interface Looked {
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

interface Walk {
  /** Whose pages; null for a visitor's. */
  client: TestClient | null
  addresses: readonly string[]
  /** What is looked at besides, in one of the tabs. */
  more?: (page: Page) => AsyncGenerator<Looked>
}

/** Answers what the pages showed, and what they should not have. */
export async function walkHostile(shop: TestShop, browser: Browser, { client, addresses, more }: Walk) {
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
            (element.localName === 'script' && element.textContent.startsWith('xss=')),
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
      await openPage(page, shop.url + address)
      await look(page)
    }
  }
  const pages = await Promise.all(Array.from({ length: 4 }, () => context.newPage()))
  const [page] = pages
  try {
    await Promise.all(pages.map(visit))
    // A browser with windows draws no frames for a tab behind others, and the steps below wait for frames.
    await page?.bringToFront()
    if (page && more) for await (const one of more(page)) keep(one, page.url())
  } catch (error) {
    // A page that a payload led away: what was found before says more.
    found.push(String(error))
  }
  await context.close()
  return { found: [...new Set(found)], seen: onOneLine(seen.join('\n')) }
}

export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address)
  // Each of the two applications, when it has begun; then the quiet after its calls.
  await page.waitForFunction(
    () => '__reactRouterDataRouter' in globalThis || document.querySelector('#console main h1'),
  )
  await page.waitForLoadState('networkidle')
}

export const looked = (page: Page) => page.evaluate(() => (globalThis as unknown as Here).looked())

/** From page to page as the press of a link goes. */
export async function* glide(page: Page, addresses: readonly string[]): AsyncGenerator<Looked> {
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
export async function* written(page: Page, addresses: readonly string[]): AsyncGenerator<Looked> {
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
export async function* eachProfile(
  page: Page,
  times: number,
  change: (i: number) => Promise<unknown>,
): AsyncGenerator<Looked> {
  await page.exposeFunction('change', change)
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
  }, times)
}

export async function* dialogs(page: Page, ...names: string[]): AsyncGenerator<Looked> {
  for (const name of names) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('dialog').waitFor()
    await page.waitForLoadState('networkidle')
    yield await looked(page)
    await page.getByRole('button', { name: 'Close' }).click()
  }
}
