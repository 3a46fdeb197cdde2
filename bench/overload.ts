/**
 * Load of four times the shop's capacity, which is measured in the same run: throughput, latency of accepted requests,
 * accepted orders that were lost, and time to recover.
 */
import { readFileSync } from 'node:fs'
import type { TestClient } from '../tests/setup/client.ts'
import { keepBuying, type Purchases, signUpBuyer } from './buyers.ts'
import { startBare } from './start-bare.ts'
import { startDemoShop } from './demo-shop.ts'
import { type Flood, flood, type FloodOptions } from './flood.ts'
import { printTable } from './table.ts'

const seconds = 5
const turns = 3
const times = 4
/** More than the shop lets in: with fewer the load generator would wait for itself. */
const most = 1_024
const buyers = 6

export async function benchOverload(): Promise<void> {
  const shop = await startDemoShop()
  const bare = await startBare({
    status: 503,
    headers: { 'content-type': 'text/plain' },
    body: Buffer.alloc(700),
  })
  try {
    const categories = (await getJson(`${shop.url}/api/v1/public/category/all`)) as { id: number }[]
    const calls = categories.map(({ id }) => `/api/v1/public/product/category/${id}?limit=24&made=1`)
    const lists = (await Promise.all(calls.map((path) => getJson(shop.url + path)))) as Product[][]
    const list = lists.flat().filter(({ noOfUnits }) => noOfUnits > 0)
    // A page and an API call; the unknown query parameter bypasses the page cache.
    const call = calls[0] ?? ''
    const page = `/products/category/${categories[0]?.id}?made=1`
    const carts = await Promise.all(Array.from({ length: buyers }, (_, i) => signUpBuyer(shop.url, i)))
    const among = async (options: Omit<FloodOptions, 'url' | 'paths'>) =>
      amongBuyers({ ...options, url: shop.url, paths: [page, call] }, shop.pid, carts, list)

    // Warm-up, until V8 has optimised the shop's code.
    await (
      await among({ seconds: 12, connections: 16 })
    ).purchases
    const atLimit: Measured[] = []
    const over: Measured[] = []
    const beside: Measured[] = []
    let recovered = 0
    // Alternate the measurements, so that changes of the machine's speed affect all of them.
    for (let turn = 0; turn < turns; turn += 1) {
      const limit = await among({ seconds, connections: 16 })
      await limit.purchases
      atLimit.push(limit)
      const rate = Math.round((limit.flood.accepted.length / limit.flood.seconds) * times)
      const flooded = await among({ seconds, connections: most, rate })
      over.push(flooded)
      const quickMs = shareOf(limit.flood.accepted, 1).p50 * 2 + 5
      recovered = Math.max(recovered, await secondsUntilQuick(shop.url + call, quickMs, flooded.endedAt))
      await flooded.purchases
      // The load generator takes processor time from the shop: measure how much, by flooding a bare server instead.
      const refusedEach = Math.round(flooded.flood.refused.length / flooded.flood.seconds)
      const elsewhere = flood({
        url: bare.url,
        paths: [page, call],
        seconds,
        connections: most,
        rate: refusedEach,
      })
      const left = await among({ seconds, connections: 16 })
      await Promise.all([elsewhere, left.purchases])
      beside.push(left)
    }

    const bought = await Promise.all([...atLimit, ...over, ...beside].map((one) => one.purchases))
    let lost = 0
    for (const [i, client] of carts.entries()) {
      const { body } = await client.get<{ id: string }[]>('/private/order/get/customer?limit=200')
      const known = new Set(body.map(({ id }) => id))
      lost += bought.flatMap((each) => each[i]?.orders ?? []).filter((id) => !known.has(id)).length
    }
    const limit = await together(atLimit)
    const flooded = await together(over)
    const left = await together(beside)
    const row = (name: string, { accepted, refused, failed, purchases, health, busy }: Together) => [
      name,
      Math.round(accepted.perSecond),
      Math.round(refused.perSecond),
      `${accepted.p50} / ${accepted.p99} / ${accepted.max}`,
      `${refused.p50} / ${refused.p99}`,
      failed,
      `${purchases.flatMap((one) => one.ms).length}, ${medianOf(purchases.flatMap((one) => one.ms))} ms`,
      `${medianOf(health.ms)} / ${Math.round(Math.max(...health.ms))}, ${health.good} of ${health.ms.length}`,
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
        row('16 connections, closed loop', limit),
        row(`${times} times that rate, ${most} connections`, flooded),
        row('16 connections, while a bare server refuses as many', left),
      ],
    )
    process.stdout.write('\n')
    const sumOf = (pick: (one: Purchases) => number) =>
      flooded.purchases.reduce((sum, one) => sum + pick(one), 0)
    printTable(
      ['overload', ''],
      [
        ['accepted, of the capacity', (flooded.accepted.perSecond / limit.accepted.perSecond).toFixed(2)],
        [
          'accepted, of what the load generator leaves',
          (flooded.accepted.perSecond / left.accepted.perSecond).toFixed(2),
        ],
        ['503 with Retry-After, of all 503', `${flooded.withRetryAfter} of ${flooded.refused.count}`],
        ['checkouts refused (then retried)', sumOf((one) => one.refusedPaying)],
        ['steps after paying refused', sumOf((one) => one.refusedAfterPaying)],
        ['accepted orders lost', lost],
        ['seconds until a list is fast again, at most', recovered.toFixed(2)],
      ],
    )
  } finally {
    bare.stop()
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
  /** Processors used meanwhile: by the shop's process and by the measuring process. */
  busy: { shop: number; measuring: number }
  /** Resolves when each buyer has completed the last purchase, after the flood. */
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

interface Share {
  count: number
  perSecond: number
  p50: number
  p99: number
  max: number
}

function shareOf(times: readonly number[], seconds: number): Share {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return { count: sorted.length, perSecond: sorted.length / seconds, p50: at(0.5), p99: at(0.99), max: at(1) }
}

type Together = Awaited<ReturnType<typeof together>>

/** Merges the repetitions of one measurement. */
async function together(all: readonly Measured[]) {
  const sum = (pick: (one: Measured) => number) => all.reduce((total, one) => total + pick(one), 0)
  const took = sum(({ flood }) => flood.seconds)
  return {
    accepted: shareOf(
      all.flatMap(({ flood }) => flood.accepted),
      took,
    ),
    refused: shareOf(
      all.flatMap(({ flood }) => flood.refused),
      took,
    ),
    failed: sum(({ flood }) => flood.failed),
    withRetryAfter: sum(({ flood }) => flood.withRetryAfter),
    purchases: (await Promise.all(all.map((one) => one.purchases))).flat(),
    health: { ms: all.flatMap(({ health }) => health.ms), good: sum(({ health }) => health.good) },
    busy: {
      shop: sum(({ busy }) => busy.shop) / all.length,
      measuring: sum(({ busy }) => busy.measuring) / all.length,
    },
  }
}

/** Product ids, rotated so that each buyer starts with another product and none is sold out. */
function things(list: readonly Product[], first: number): string[] {
  return list.map((_, i) => list[(i + first * 4) % list.length]?.id ?? '')
}

/** Processor time of a process from /proc (Linux); 0 elsewhere. */
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
  ms: number[]
  good: number
}

async function keepAsking(url: string, over: () => boolean): Promise<Health> {
  const ms: number[] = []
  let good = 0
  while (!over()) {
    const began = performance.now()
    if ((await fetch(url).catch(() => null))?.ok) good += 1
    ms.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { ms, good }
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

async function getJson(url: string): Promise<unknown> {
  return (await fetch(url)).json()
}
