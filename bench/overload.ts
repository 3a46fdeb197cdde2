/**
 * Four times as much as the shop can do, against the limit measured in the same run: what it answers, how fast those
 * are who were let in, whether anything that it accepted is lost, and how soon it is itself again.
 */
import { readFileSync } from 'node:fs'
import type { TestClient } from '../tests/setup/client.ts'
import { keepBuying, type Purchases, signUpBuyer } from './buyers.ts'
import { startDemoShop } from './demo-shop.ts'
import { type Flood, flood, type FloodOptions } from './flood.ts'
import { printTable } from './table.ts'

const seconds = 10
const times = 4
const buyers = 6

export async function benchOverload(): Promise<void> {
  const shop = await startDemoShop()
  try {
    const categories = (await getJson(`${shop.url}/api/v1/public/category/all`)) as { id: number }[]
    const calls = categories.map(({ id }) => `/api/v1/public/product/category/${id}?limit=24`)
    const lists = (await Promise.all(calls.map((path) => getJson(shop.url + path)))) as Product[][]
    const list = lists.flat().filter(({ noOfUnits }) => noOfUnits > 0)
    // A page and a call, both made for each request: an unknown parameter goes past the memory.
    const call = calls[0] ?? ''
    const page = `/products/category/${categories[0]?.id}?made=1`
    const carts = await Promise.all(Array.from({ length: buyers }, (_, i) => signUpBuyer(shop.url, i)))
    const among = async (options: Omit<FloodOptions, 'url' | 'paths'>) =>
      amongBuyers({ ...options, url: shop.url, paths: [page, call] }, shop.pid, carts, list)

    await (
      await among({ seconds: 4, connections: 16 })
    ).purchases
    const limit = await among({ seconds, connections: 16 })
    await limit.purchases
    const rate = Math.round(limit.flood.accepted.perSecond * times)
    const over = await among({ seconds, connections: 256, rate })
    const recovered = await secondsUntilQuick(shop.url + call, limit.flood.accepted.p50 * 2 + 5, over.endedAt)
    await over.purchases
    const after = await among({ seconds: 4, connections: 16 })

    const bought = (await Promise.all([limit, over, after].map((one) => one.purchases))).flat()
    let lost = 0
    for (const [i, client] of carts.entries()) {
      const { body } = await client.get<{ id: string }[]>('/private/order/get/customer?limit=200')
      const known = new Set(body.map(({ id }) => id))
      const told = bought.filter((_, of) => of % buyers === i).flatMap((one) => one.orders)
      lost += told.filter((id) => !known.has(id)).length
    }
    const row = async (name: string, { flood, health, busy, purchases }: Measured) => [
      name,
      Math.round(flood.accepted.perSecond),
      Math.round(flood.refused.perSecond),
      `${flood.accepted.p50} / ${flood.accepted.p99} / ${flood.accepted.max}`,
      `${flood.refused.p50} / ${flood.refused.p99}`,
      flood.failed,
      `${sumOf(await purchases, (one) => one.ms.length)}, ${medianOf((await purchases).flatMap((one) => one.ms))} ms`,
      `${health.medianMs} / ${Math.round(health.mostMs)}, ${health.good} of ${health.asked}`,
      `${busy.shop.toFixed(2)} + ${busy.measuring.toFixed(2)}`,
    ]
    printTable(
      [
        `load, beside ${buyers} buyers`,
        'accepted/s',
        '503/s',
        'accepted ms: median / 99th of 100 / slowest',
        '503 ms: median / 99th',
        'cut or other',
        'purchases, median',
        '/healthz ms: median / slowest, good',
        'processors: shop + measuring',
      ],
      [
        await row('16 connections, as fast as they can', limit),
        await row(`${rate} requests/s, 256 connections`, over),
        await row('16 connections afterwards', after),
      ],
    )
    process.stdout.write('\n')
    const { accepted, refused, withRetryAfter } = over.flood
    printTable(
      ['overload', ''],
      [
        [
          'accepted, of what the shop can do',
          (accepted.perSecond / limit.flood.accepted.perSecond).toFixed(2),
        ],
        ['503 with Retry-After, of all 503', `${withRetryAfter} of ${refused.count}`],
        ['checkouts refused (then tried again)', sumOf(await over.purchases, (one) => one.refusedPaying)],
        ['steps after paying refused', sumOf(await over.purchases, (one) => one.refusedAfterPaying)],
        ['accepted orders lost', lost],
        ['seconds until a list is quick again', recovered.toFixed(2)],
      ],
    )
  } finally {
    await shop.stop()
  }
}

interface Product {
  id: string
  noOfUnits: number
}

interface Measured {
  flood: Flood
  health: Health
  /** Processors taken from the machine meanwhile: by the shop's own process, and by the measuring itself. */
  busy: { shop: number; measuring: number }
  /** Of each buyer; the last thing is bought to its end after the flood. */
  purchases: Promise<Purchases[]>
  endedAt: number
}

async function amongBuyers(
  options: FloodOptions,
  pid: number,
  carts: readonly TestClient[],
  list: readonly Product[],
): Promise<Measured> {
  let over = false
  const purchases = Promise.all(carts.map((client, i) => keepBuying(client, things(list, i), () => over)))
  const asking = keepAsking(`${options.url}/healthz`, () => over)
  const began = performance.now()
  const before = { shop: processorSeconds(pid), own: process.cpuUsage() }
  const flooded = await flood(options)
  const endedAt = performance.now()
  over = true
  const took = (endedAt - began) / 1_000
  const { user, system } = process.cpuUsage(before.own)
  const busy = {
    shop: (processorSeconds(pid) - before.shop) / took,
    measuring: (user + system) / 1e6 / took,
  }
  return { flood: flooded, health: await asking, busy, purchases, endedAt }
}

/** Each buyer begins with another thing, so that none is sold out. */
function things(list: readonly Product[], first: number): string[] {
  return list.map((_, i) => list[(i + first * 4) % list.length]?.id ?? '')
}

/** Where the kernel does not tell, none. */
function processorSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return 0
  }
}

interface Health {
  asked: number
  good: number
  medianMs: number
  mostMs: number
}

async function keepAsking(url: string, over: () => boolean): Promise<Health> {
  const took: number[] = []
  let good = 0
  while (!over()) {
    const began = performance.now()
    if ((await fetch(url).catch(() => null))?.ok) good += 1
    took.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { asked: took.length, good, medianMs: medianOf(took), mostMs: Math.max(0, ...took) }
}

async function secondsUntilQuick(url: string, quickMs: number, since: number): Promise<number> {
  for (let quick = 0; quick < 5;) {
    const began = performance.now()
    const answer = await fetch(url)
    await answer.arrayBuffer()
    quick = answer.ok && performance.now() - began <= quickMs ? quick + 1 : 0
  }
  return (performance.now() - since) / 1_000
}

function medianOf(times: readonly number[]): number {
  return Math.round(times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0)
}

function sumOf(all: readonly Purchases[], pick: (one: Purchases) => number): number {
  return all.reduce((sum, one) => sum + pick(one), 0)
}

async function getJson(url: string): Promise<unknown> {
  return (await fetch(url)).json()
}
