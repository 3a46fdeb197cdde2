/** What goes wrong in the cluster while people buy, and what they notice of it. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../server/platform/db/sql.ts'
import { createClient } from '../../tests/setup/client.ts'
import { addProduct } from '../../tests/setup/products.ts'
import type { Seller } from '../../tests/setup/sellers.ts'
import type { FaultProxy } from '../../tests/faults/proxy.ts'
import { passing, type World } from '../../tests/faults/world.ts'
import { patroni, patroniName, postmasterOf, primaryOf, untilHealthy } from './database.ts'
import type { Layout } from './layout.ts'
import type { Services } from './services.ts'
import {
  node,
  nodeName,
  nodeUrl,
  type ShopOptions,
  shopUrl,
  statusOf,
  untilReady,
  worker,
  workerName,
  workerUrl,
} from './shop.ts'
import type { Shoppers } from './shoppers.ts'
import { measureAges, startTicker, startVisitor } from './visitors.ts'

export interface Run {
  layout: Layout
  services: Services
  options: ShopOptions
  world: World
  shoppers: Shoppers
  /** Between the first node and PgBouncer. */
  proxy: FaultProxy
}

/** What a failure did. */
export interface Effect {
  what: string
  figures: Record<string, string | number>
  faults: string[]
}

/** What the buyers noticed from `since` on: calls that had to be repeated, and purchases that did not end. */
function noticed({ shoppers }: Run, since: number): { repeated: number; calls: number; stuck: string[] } {
  const calls = shoppers.calls.filter(({ at }) => at >= since)
  const repeated = calls.filter(({ status }) => passing.has(status)).length
  const stuck = shoppers.purchases.flatMap(({ began, ended, failed }) =>
    failed !== undefined && (ended ?? Date.now()) >= since && began > since - 120_000 ? [failed] : [],
  )
  return { repeated, calls: calls.length, stuck }
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1)

/** A failure while buyers buy and a visitor looks at the home page. `work` returns more figures. */
async function whileBuying(
  run: Run,
  what: string,
  work: (since: number) => Promise<Effect['figures']>,
): Promise<Effect> {
  await run.shoppers.firstDone(Date.now(), 60)
  const visitor = startVisitor(shopUrl(run.layout))
  const since = Date.now()
  const faults: string[] = []
  const figures = await work(since).catch((error: unknown): Effect['figures'] => {
    faults.push(error instanceof Error ? error.message : String(error))
    return {}
  })
  await visitor.stop()
  const { repeated, calls, stuck } = noticed(run, since)
  const seen = visitor.looks.filter(({ status }) => status === 200).length
  return {
    what,
    figures: {
      ...figures,
      'calls repeated': `${repeated} of ${calls}`,
      'home pages': `${seen} of ${visitor.looks.length}`,
    },
    faults: [...faults, ...stuck],
  }
}

/** When a purchase was made that began after `since`; throws after half a minute. */
async function backAfter(run: Run, since: number): Promise<string> {
  const done = await run.shoppers.firstDone(since, 90)
  if (done === undefined) throw new Error('nobody could buy for 90 s')
  if (done - since > 30_000)
    throw new Error(`the first purchase came after ${seconds(done - since)} s, more than 30`)
  return `${seconds(done - since)} s`
}

/** When a server writes again, straight through HAProxy. The time from then to the first purchase is the shop's own. */
async function writesAfter({ world }: Run, since: number): Promise<string> {
  // A session of the killed server may still respond for a moment.
  await sleep(1_000)
  while (Date.now() - since < 90_000) {
    const rows = await world.cluster.db
      .query<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`)
      .catch(() => [])
    if (rows[0]?.standby === false) return `${seconds(Date.now() - since)} s`
    await sleep(100)
  }
  return 'never'
}

/** kill -9 of PostgreSQL on the primary, with Patroni as if the machine had died, or alone. */
export function killPrimary(run: Run, withPatroni: boolean): Promise<Effect> {
  const what = withPatroni ? 'kill -9 of the primary and its Patroni' : 'kill -9 of PostgreSQL on the primary'
  return whileBuying(run, what, async (since) => {
    const { layout, services } = run
    const old = await primaryOf(layout)
    if (old === undefined) throw new Error('there is no primary to kill')
    const postmaster = postmasterOf(layout, old)
    if (withPatroni) services.signal(patroniName(old), 'SIGKILL')
    if (postmaster !== undefined) process.kill(postmaster, 'SIGKILL')
    const writes = writesAfter(run, since)
    const sold = backAfter(run, since)
    // A fault is reported after the server is up again, because the next failures need three servers.
    await sold.catch(() => {})
    const primary = await primaryOf(layout)
    if (withPatroni) services.start(patroni(layout, old))
    await untilHealthy(layout)
    return {
      'a primary again': await writes,
      back: await sold,
      primary: `${old} → ${primary}`,
      'three servers again': `${seconds(Date.now() - since)} s`,
    }
  })
}

/** What an operator does before work on the primary's machine. */
export function switchOver(run: Run): Promise<Effect> {
  return whileBuying(run, 'patronictl switchover', async (since) => {
    const { layout } = run
    const old = await primaryOf(layout)
    const settings = path.join(layout.folder, 'patroni-1.yml')
    const { status, stdout, stderr } = spawnSync(
      'patronictl',
      ['-c', settings, 'switchover', '--master', `postgres-${old}`, '--force'],
      { encoding: 'utf8', env: { PATH: process.env.PATH, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' } },
    )
    if (status !== 0) throw new Error(`patronictl: ${stdout}${stderr}`)
    const back = await backAfter(run, since)
    await untilHealthy(layout)
    return { back, primary: `${old} → ${await primaryOf(layout)}` }
  })
}

export function killNode(run: Run, n: number): Promise<Effect> {
  return whileBuying(run, 'kill -9 of a node', async (since) => {
    const { layout, services, options } = run
    services.signal(nodeName(n), 'SIGKILL')
    const back = await backAfter(run, since)
    await sleep(2_000)
    services.start(node(layout, options, n))
    await untilReady(nodeUrl(layout, n))
    return { back }
  })
}

/** As an upgrade does it: SIGTERM, the node ends by itself, another process takes its place. */
export function rollNodes(run: Run): Promise<Effect> {
  return whileBuying(run, 'every node and worker rolled', async () => {
    const { layout, services, options } = run
    const began = Date.now()
    for (let n = 1; n <= layout.nodes; n += 1) {
      await services.end(nodeName(n))
      services.start(node(layout, options, n))
      await untilReady(nodeUrl(layout, n))
      // The load balancer wants two good responses before it sends anybody there.
      await sleep(1_000)
    }
    for (let n = 1; n <= layout.workers; n += 1) {
      await services.end(workerName(n))
      services.start(worker(layout, options, n))
      await untilReady(workerUrl(layout, n))
    }
    return { took: `${seconds(Date.now() - began)} s` }
  })
}

export function killWorker(run: Run, n: number): Promise<Effect> {
  return whileBuying(run, 'kill -9 of a worker', async () => {
    const { layout, services, options } = run
    services.signal(workerName(n), 'SIGKILL')
    await sleep(3_000)
    services.start(worker(layout, options, n))
    await untilReady(workerUrl(layout, n))
    return {}
  })
}

/** Cuts a node off from its database for ten seconds, while a seller renames a product at another node three times a second. */
export function cutOff(run: Run): Promise<Effect> {
  return whileBuying(run, 'a node cut off from its database', async () => {
    const { layout, world, proxy } = run
    const seller = world.sellers[0]
    if (!seller) throw new Error('there is no seller')
    const { id } = await addProduct(world.shop, {
      name: 'Ticker 10000',
      units: 5,
      seller: seller as unknown as Seller,
    })
    // Not through the balancer: a request that is on its way to the first node at that moment would wait until it is healed.
    const atOtherNode = createClient(nodeUrl(layout, 2))
    for (const [name, value] of seller.cookies) atOtherNode.cookies.set(name, value)
    const ticker = startTicker(atOtherNode, id)
    const after = (ms: number) => {
      const end = Date.now() + ms
      return () => Date.now() > end
    }
    const throughBalancer = () => shopUrl(layout)
    const before = await measureAges(throughBalancer, id, ticker, after(5_000))
    const cut = Date.now()
    proxy.hurt('black-hole')
    const [during, alone] = await Promise.all([
      measureAges(throughBalancer, id, ticker, after(10_000)),
      measureAges(() => nodeUrl(layout, 1), id, ticker, after(10_000)),
    ])
    proxy.heal()
    const healed = Date.now()
    while ((await statusOf(`${nodeUrl(layout, 1)}/readyz`)) !== 200 && Date.now() - healed < 60_000)
      await sleep(20)
    const readyAgain = Date.now() - healed
    const since = await measureAges(() => nodeUrl(layout, 1), id, ticker, after(5_000))
    await ticker.stop()
    const renames = ticker.acknowledged.filter((time) => time > cut && time < healed).length
    if (renames < 5) throw new Error(`only ${renames} changes were made while the node was cut off`)
    const oldest = Math.max(before.oldestMs, during.oldestMs, since.oldestMs)
    if (oldest > 1_000) throw new Error(`a page was ${oldest} ms behind`)
    const words = ({ oldestMs, pages }: typeof before) => `${oldestMs} ms (${pages} pages)`
    return {
      'changes meanwhile': renames,
      'oldest page before': words(before),
      'through the balancer meanwhile': words(during),
      'from the node itself meanwhile': words(alone),
      'ready again': `${seconds(readyAgain)} s`,
      'from the node itself afterwards': words(since),
    }
  })
}
