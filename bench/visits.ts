/** Web Vitals of a first visit with slow 4G and 4x CPU throttling; compared with the same page without scripts. */
import { type Browser, chromium, type Page } from '@playwright/test'
import { browserOptions } from '../tests/setup/chromium.ts'
import { startDemoShop } from './demo-shop.ts'
import { publicPages } from './public-pages.ts'
import { printTable } from './table.ts'

const visits = 5
// Lighthouse's slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms round trip.
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (750 * 1_000) / 8,
}

interface Visit {
  lcp: number
  cls: number
  inp: number
  kilobytes: number
  requests: number
}

export async function benchVisits(): Promise<void> {
  const shop = await startDemoShop()
  const browser = await chromium.launch(browserOptions())
  try {
    const rows: string[][] = []
    for (const [name, path] of await publicPages(shop.url)) {
      await visit(browser, shop.url + path, true) // not counted: fills the page cache
      const ours: Visit[] = []
      const bare: Visit[] = []
      // Alternate, so that a busy moment of the machine affects both.
      for (let i = 0; i < visits; i += 1) {
        ours.push(await visit(browser, shop.url + path, true))
        bare.push(await visit(browser, shop.url + path, false))
      }
      const lcp = median(ours, 'lcp')
      const bareLcp = median(bare, 'lcp')
      rows.push([
        name,
        `${(lcp / 1_000).toFixed(2)} s`,
        `${(bareLcp / 1_000).toFixed(2)} s`,
        (lcp / bareLcp).toFixed(2),
        Math.max(...ours.map(({ cls }) => cls)).toFixed(3),
        `${median(ours, 'inp').toFixed(0)} ms`,
        `${median(ours, 'kilobytes').toFixed(0)} kB`,
        String(median(ours, 'requests')),
      ])
    }
    printTable(
      ['slow 4G, processor ÷ 4', 'LCP', 'LCP without scripts', 'ratio', 'CLS', 'INP', 'bytes', 'requests'],
      rows,
    )
  } finally {
    await browser.close()
    await shop.stop()
  }
}

function median(seen: readonly Visit[], what: keyof Visit): number {
  return seen.map((one) => one[what]).toSorted((a, b) => a - b)[Math.floor(seen.length / 2)] ?? Number.NaN
}

async function visit(browser: Browser, url: string, scripts: boolean): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
  })
  try {
    const page = await context.newPage()
    const tools = await context.newCDPSession(page)
    await tools.send('Network.enable')
    await tools.send('Network.emulateNetworkConditions', slow4G)
    await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    if (!scripts) await tools.send('Network.setBlockedURLs', { urls: ['*.js'] })
    let bytes = 0
    let requests = 0
    tools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
      requests += 1
    })
    await page.addInitScript(watch)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForLoadState('networkidle')
    const { lcp, cls } = await page.evaluate(() => (window as unknown as Watched).seen)
    const [sent, count] = [bytes / 1_000, requests]
    return { lcp, cls, inp: scripts ? await slowestAnswer(page) : 0, kilobytes: sent, requests: count }
  } finally {
    await context.close()
  }
}

interface Watched {
  seen: { lcp: number; cls: number; inp: number }
}

function watch(): void {
  const seen = { lcp: 0, cls: 0, inp: 0 }
  ;(window as unknown as Watched).seen = seen
  const on = (type: string, see: (entry: any) => void, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({
      type,
      buffered: true,
      ...more,
    })
  on('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime))
  on('layout-shift', (entry) => entry.hadRecentInput || (seen.cls += entry.value))
  on('event', (entry) => entry.interactionId && (seen.inp = Math.max(seen.inp, entry.duration)), {
    durationThreshold: 16,
  })
}

/** Returns the slowest interaction (INP) of typing in the search field and pressing the page's first button. */
async function slowestAnswer(page: Page): Promise<number> {
  await page.getByLabel('Search for products').pressSequentially('bam', { delay: 100 })
  await page.keyboard.press('Escape')
  const control = page.locator('main button:visible').first()
  if (await control.count()) await control.tap()
  await page.waitForTimeout(500)
  return page.evaluate(() => (window as unknown as Watched).seen.inp)
}
