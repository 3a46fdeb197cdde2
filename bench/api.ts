/** Requests a second, each beside a bare node:http server that writes the same bytes, in the same run. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { freePort } from '../tests/setup/free-port.ts'
import { startDemoShop } from './demo-shop.ts'
import { printTable } from './table.ts'

const seconds = 5

export async function benchApi(): Promise<void> {
  const shop = await startDemoShop()
  try {
    const [category] = (await (await fetch(`${shop.url}/api/v1/public/category/all`)).json()) as {
      id: number
    }[]
    const [product] = (await (
      await fetch(`${shop.url}/api/v1/public/product/category/${category?.id}`)
    ).json()) as { id: string }[]
    const paths: [string, string][] = [
      ['list of 24, API', `/api/v1/public/product/category/${category?.id}?limit=24`],
      ['product, API', `/api/v1/public/product/${product?.id}`],
      ['search, API', '/api/v1/public/product/search/bamboo?limit=24'],
      ['home, page', '/'],
      ['category, page', `/products/category/${category?.id}`],
      ['product, page', `/product/${product?.id}`],
    ]
    const rows: (string | number)[][] = []
    for (const [name, target] of paths) {
      const bare = await startBare(shop.url + target)
      const ours = await load(shop.url + target)
      const limit = await load(bare.url)
      bare.stop()
      rows.push([name, Math.round(ours), Math.round(limit), (ours / limit).toFixed(3)])
    }
    printTable(['16 connections', 'shop, requests/s', 'bare node:http, same bytes', 'ratio'], rows)
  } finally {
    await shop.stop()
  }
}

async function load(url: string): Promise<number> {
  await autocannon({ url, connections: 16, duration: 1 })
  const result = await autocannon({ url, connections: 16, duration: seconds })
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} answers were no success`)
  return result.requests.average
}

async function startBare(url: string): Promise<{ url: string; stop(): void }> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const body = Buffer.from(await answer.arrayBuffer()).toString('base64')
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hariyali-bare-'))
  const file = path.join(folder, 'answer.json')
  writeFileSync(
    file,
    JSON.stringify({ headers: { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }, body }),
  )
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('bare.ts', import.meta.url)), String(port), file],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return {
    url: `http://127.0.0.1:${port}/`,
    stop() {
      child.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
