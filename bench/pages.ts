/** Bytes of a first visit by type, compressed with brotli 11, and SQL statements per page. */
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { browserOptions } from '../tests/setup/chromium.ts'
import { startDemoShopHere } from './demo-shop.ts'
import { printTable } from './table.ts'

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`

export async function benchPages(): Promise<void> {
  const shop = await startDemoShopHere()
  const browser = await chromium.launch(browserOptions())
  try {
    const categories = (await (await fetch(`${shop.url}/api/v1/public/category/all`)).json()) as {
      id: number
    }[]
    const listPath = `/products/category/${categories[0]?.id}`
    const [product] = (await (
      await fetch(`${shop.url}/api/v1/public/product/category/${categories[0]?.id}`)
    ).json()) as { id: string }[]
    const rows: (string | number)[][] = []
    for (const [name, path] of [
      ['home', '/'],
      ['category', listPath],
      ['product', `/product/${product?.id}`],
    ] as const) {
      const bytes = { html: 0, css: 0, js: 0, font: 0, picture: 0 }
      const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
      page.on('response', async (response) => {
        const type = response.headers()['content-type'] ?? ''
        const body = await response.body().catch(() => Buffer.alloc(0))
        const kind = type.includes('html')
          ? 'html'
          : type.includes('css')
            ? 'css'
            : type.includes('javascript')
              ? 'js'
              : type.includes('font')
                ? 'font'
                : type.startsWith('image/')
                  ? 'picture'
                  : undefined
        if (kind)
          bytes[kind] += kind === 'font' || kind === 'picture' ? body.length : brotliCompressSync(body).length
      })
      await page.goto(shop.url + path)
      await page.waitForLoadState('networkidle')
      rows.push([
        name,
        kilobytes(bytes.html),
        kilobytes(bytes.css),
        kilobytes(bytes.js),
        kilobytes(bytes.font),
        kilobytes(bytes.picture),
        await statementsOf(shop, path),
      ])
      await page.context().close()
    }
    printTable(
      ['first visit at 360 px', 'HTML', 'CSS', 'JavaScript', 'fonts', 'pictures in view', 'SQL statements'],
      rows,
    )
  } finally {
    await browser.close()
    await shop.stop()
  }
}

/** Number of statements to render a page; an unknown query parameter bypasses the page cache. */
async function statementsOf(shop: { url: string; statements(): number }, path: string): Promise<number> {
  const before = shop.statements()
  await (await fetch(`${shop.url}${path}?made=1`)).text()
  return shop.statements() - before
}
