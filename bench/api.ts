/** Requests per second, each compared with a bare node:http server that writes the same bytes in the same run. */
import autocannon from 'autocannon'
import { startDemoShop } from './demo-shop.ts'
import { rawAnswer } from './raw-answer.ts'
import { startBare } from './start-bare.ts'
import { quantile } from './quantile.ts'
import { printTable } from './table.ts'

const rounds = 5
const seconds = 2

export async function benchApi(): Promise<void> {
  const shop = await startDemoShop()
  try {
    const [category] = (await (await fetch(`${shop.url}/api/v1/public/category/all`)).json()) as {
      id: number
    }[]
    const [product] = (await (
      await fetch(`${shop.url}/api/v1/public/product/category/${category?.id}`)
    ).json()) as { id: string; imageUrl: string }[]
    const script = /"(\/assets\/shop-[^"]+\.js)"/.exec(await (await fetch(shop.url)).text())?.[1]
    // Pages with the headers of a browser. An unknown query parameter bypasses the page cache.
    const paths: [name: string, path: string, encoding?: string][] = [
      ['list of 24, API', `/api/v1/public/product/category/${category?.id}?limit=24`],
      ['product, API', `/api/v1/public/product/${product?.id}`],
      ['search, API', '/api/v1/public/product/search/bamboo?limit=24'],
      ['list of 24, API, uncached', `/api/v1/public/product/category/${category?.id}?limit=24&made=1`],
      ['product, API, uncached', `/api/v1/public/product/${product?.id}?made=1`],
      ['search, API, uncached', '/api/v1/public/product/search/bamboo?limit=24&made=1'],
      ['home, page', '/', 'br'],
      ['category, page', `/products/category/${category?.id}`, 'br'],
      ['product, page', `/product/${product?.id}`, 'br'],
      ['product, page, revalidated (304)', `/product/${product?.id}`, 'again'],
      ['script of the build', script ?? '', 'br'],
      ['picture', new URL(product?.imageUrl ?? '', shop.url).pathname],
      ['product, page, uncached', `/product/${product?.id}?made=1`, 'br'],
      ['category, page, uncached', `/products/category/${category?.id}?made=1`, 'br'],
    ]
    const compared = await Promise.all(
      paths.map(async ([name, target, encoding = 'identity']): Promise<Compared> => {
        const url = shop.url + target
        const headers = await headersFor(url, encoding)
        const bare = await startBare(await rawAnswer(url, headers))
        return { name, url, headers, bare, ours: [], limits: [] }
      }),
    )
    for (let round = 0; round < rounds; round += 1)
      for (const { url, headers, bare, ours, limits } of compared) {
        ours.push(await load(url, headers))
        limits.push(await load(bare.url))
      }
    for (const { bare } of compared) bare.stop()
    printTable(
      [
        `16 connections, ${rounds} rounds in turns: median (quartiles)`,
        'shop, requests/s',
        'bare node:http, same bytes',
        'ratio',
      ],
      compared.map(({ name, ours, limits }) => [
        name,
        quartiles(ours),
        quartiles(limits),
        (quantile(ours, 0.5) / quantile(limits, 0.5)).toFixed(3),
      ]),
    )
  } finally {
    await shop.stop()
  }
}

interface Compared {
  name: string
  url: string
  headers: Headers
  bare: Awaited<ReturnType<typeof startBare>>
  ours: number[]
  limits: number[]
}

function quartiles(values: readonly number[]): string {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => Math.round(quantile(values, share)))
  return `${middle} (${low}–${high})`
}

type Headers = Record<string, string>

async function headersFor(url: string, encoding: string): Promise<Headers> {
  if (encoding !== 'again') return { 'accept-encoding': encoding }
  const { headers } = await fetch(url)
  return { 'accept-encoding': 'br', 'if-none-match': headers.get('etag') ?? '' }
}

async function load(url: string, headers: Headers = {}): Promise<number> {
  // The first half second is not counted.
  await autocannon({ url, headers, connections: 16, duration: 0.5 })
  const result = await autocannon({ url, headers, connections: 16, duration: seconds })
  const failed = result['4xx'] + result['5xx'] + result.errors
  if (failed > 0) throw new Error(`${url}: ${failed} answers were no success`)
  return result.requests.average
}
