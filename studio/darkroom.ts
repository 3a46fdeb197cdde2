import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import type { PageRequest } from './page.ts'

const flags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
]

export type Darkroom = {
  slugs: string[]
  take: (request: PageRequest) => Promise<Buffer>
  close: () => Promise<void>
}

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: { entry: fileURLToPath(new URL('page.ts', import.meta.url)), formats: ['es'], fileName: 'page' },
    },
  })
  const output = Array.isArray(result) ? result[0] : result
  if (output === undefined || !('output' in output)) throw new Error('the page could not be bundled')
  return output.output[0].code
}

/** Opens the studio page in a browser without a screen and hands out raw RGBA pictures. */
export async function openDarkroom(): Promise<Darkroom> {
  const script = await bundle()
  const font = readFileSync(
    fileURLToPath(import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2')),
  )
  let received: ((picture: Buffer) => void) | undefined
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        response.end()
        received?.(Buffer.concat(parts))
      })
    } else if (request.url === '/page.js') {
      response.setHeader('content-type', 'text/javascript')
      response.end(script)
    } else if (request.url === '/figtree.woff2') {
      response.end(font)
    } else {
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>Studio</title><body><script type="module" src="/page.js"></script>')
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const browser: Browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: flags,
  })
  const page: Page = await browser.newPage()
  page.setDefaultTimeout(120_000)
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      if (!message.text().includes('GPU stall')) process.stderr.write(`${message.text().slice(0, 400)}\n`)
    }
  })
  page.on('pageerror', (error) => process.stderr.write(`${error.message}\n`))
  await page.goto(`http://127.0.0.1:${address.port}/`)
  await page.waitForFunction(() => 'studio' in window)
  await page.evaluate(() => window.studio.ready)
  return {
    slugs: await page.evaluate(() => window.studio.slugs()),
    take: async (request) => {
      const arrival = new Promise<Buffer>((resolve) => {
        received = resolve
      })
      await page.evaluate((wish) => window.studio.take(wish), request)
      return arrival
    },
    close: async () => {
      await browser.close()
      server.close()
    },
  }
}
