/** Web Vitals of a first visit with slow 4G and 4x CPU throttling; compared with the same page without scripts. */
import { type Browser, chromium, type Page } from '@playwright/test'
import { browserOptions } from '../tests/setup/chromium.ts'
import { publicPages } from './public-pages.ts'
import { quantile } from './quantile.ts'
import { withShops } from './shops.ts'
import type { Side } from './sides.ts'
import type { Table } from './table.ts'

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

export async function benchVisits(sides: readonly Side[]): Promise<Table[]> {
  const rows: string[][] = []
  await withShops(sides, async (shops) => {
    const browser = await chromium.launch(browserOptions())
    try {
      const [first] = shops
      for (const page of first ? Object.keys(await publicPages(first.url)) : []) {
        const seen = shops.map(() => ({ ours: [] as Visit[], bare: [] as Visit[] }))
        // In turns, so that a busy moment of the machine meets all of them. The first visit fills the page cache.
        for (let i = 0; i <= visits; i += 1)
          for (const [number, { url }] of shops.entries()) {
            const address = url + (await publicPages(url))[page]
            const ours = await visit(browser, address, true)
            const bare = await visit(browser, address, false)
            if (i > 0) seen[number]?.ours.push(ours)
            if (i > 0) seen[number]?.bare.push(bare)
          }
        for (const [number, { side }] of shops.entries())
          rows.push(
            rowOf(sides.length > 1 ? `${page}, ${side.name}` : page, seen[number] ?? { ours: [], bare: [] }),
          )
      }
    } finally {
      await browser.close()
    }
  })
  return [
    {
      head: ['slow 4G, processor ÷ 4', 'LCP', 'LCP without scripts', 'ratio', 'CLS', 'INP', 'kB', 'requests'],
      rows,
    },
  ]
}

function rowOf(name: string, { ours, bare }: { ours: Visit[]; bare: Visit[] }): string[] {
  const lcp = median(ours, 'lcp')
  const bareLcp = median(bare, 'lcp')
  return [
    name,
    `${(lcp / 1_000).toFixed(2)} s`,
    `${(bareLcp / 1_000).toFixed(2)} s`,
    (lcp / bareLcp).toFixed(2),
    Math.max(...ours.map(({ cls }) => cls)).toFixed(3),
    `${median(ours, 'inp').toFixed(0)} ms`,
    median(ours, 'kilobytes').toFixed(0),
    String(median(ours, 'requests')),
  ]
}

const median = (seen: readonly Visit[], what: keyof Visit): number =>
  quantile(
    seen.map((one) => one[what]),
    0.5,
  )

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
