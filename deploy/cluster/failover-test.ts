/**
 * `deploy/cluster/failover-test [--runs=3] [--seed=1] [--only=primary,nodes] [--port=7100] [--buyers=8] [--keep]`: brings the cluster
 * up, and while people buy kills the primary, nodes and a worker, rolls all nodes, and cuts a node off. Afterwards nothing that was
 * acknowledged may be lost and no invariant broken. Prints a table; exits with 1 for a fault.
 */
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDb } from '../../server/platform/db/client.ts'
import { comeToRest, findBroken } from '../../tests/faults/check.ts'
import { startProxy } from '../../tests/faults/proxy.ts'
import { peopleWorld } from '../../tests/faults/world.ts'
import { startDatabase } from './database.ts'
import {
  cutOff,
  type Effect,
  killNode,
  killPrimary,
  killWorker,
  rollNodes,
  type Run,
  switchOver,
} from './failures.ts'
import { databaseUrl, host, openLayout, portOf } from './layout.ts'
import { findMissingPackages } from './packages.ts'
import { openServices, type Services } from './services.ts'
import { nodeName, shopUrl, startShop } from './shop.ts'
import { startShoppers } from './shoppers.ts'

const phases: Record<string, (run: Run) => Promise<Effect>> = {
  primary: (run) => killPrimary(run, true),
  postgres: (run) => killPrimary(run, false),
  switchover: switchOver,
  node: (run) => killNode(run, 1),
  roll: rollNodes,
  worker: (run) => killWorker(run, 1),
  'cut-off': cutOff,
}

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { runs: text, seed: text, only: text, port: text, buyers: text, keep: { type: 'boolean' } },
})
const missing = findMissingPackages()
if (missing !== undefined) {
  console.error(missing)
  process.exit(1)
}
const only = values.only?.split(',') ?? Object.keys(phases)
const firstSeed = Number(values.seed ?? randomInt(1_000_000))
const port = Number(values.port ?? 7100)
let services: Services | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endAll().then(() => process.exit(1)))

let faults = 0
for (let n = 0; n < Number(values.runs ?? 1); n += 1) faults += await runOnce(firstSeed + n)
process.exit(faults === 0 ? 0 : 1)

/** A cluster of its own, every failure once. Returns how many faults were found. */
async function runOnce(seed: number): Promise<number> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hariyali-failover-'))
  const layout = openLayout(folder, { port, nodes: 2, workers: 1 })
  const began = Date.now()
  console.log(`\nSeed ${seed}, ${new Date().toISOString()}, in ${folder}`)
  services = openServices(folder)
  const found: string[] = []
  try {
    await startDatabase(layout, services)
    const proxy = await startProxy({ host, port: portOf(layout, 'pgbouncer') })
    const options = { seed: 'none', sweepSeconds: 2, databasePorts: { [nodeName(1)]: proxy.port } } as const
    await startShop(layout, services, options)
    const db = openDb({
      connection: { connectionString: databaseUrl(layout, 'hariyali_owner') },
      ensure: async () => {},
      max: 4,
    })
    const controlUrl = `http://${host}:${portOf(layout, 'control')}`
    const place = { url: shopUrl(layout), db, kit: (...given: KitCall) => kit(controlUrl, ...given) }
    const world = await peopleWorld(place, { seed, buyers: Number(values.buyers ?? 8) })
    const shoppers = startShoppers(world)
    const run: Run = { layout, services, options, world, shoppers, proxy }
    console.log(`Up after ${Math.round((Date.now() - began) / 1_000)} s.`)
    for (const name of only) {
      const effect = await phases[name]?.(run)
      if (effect) print(effect)
      found.push(...(effect?.faults ?? []))
      await sleep(2_000)
    }
    await shoppers.stop()
    found.push(...shoppers.purchases.flatMap(({ failed }) => failed ?? []))
    const left = await comeToRest(world, 300)
    found.push(...left.map((what) => `under way for ever: ${what}`), ...(await findBroken(world)))
    const { purchases } = shoppers
    const retried = purchases.filter(({ retries }) => retries > 0).length
    console.log(
      `${purchases.length} purchases, ${retried} of them finished by pressing again, ${world.acknowledged.orders.size} orders acknowledged, ${new Set(found).size} faults`,
    )
    await db.close()
    await proxy.stop()
  } catch (error) {
    found.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    await endAll()
  }
  for (const fault of new Set(found)) console.log(`  FAULT ${fault}`)
  if (!values.keep && found.length === 0) rmSync(folder, { recursive: true, force: true })
  return found.length
}

function print({ what, figures }: Effect): void {
  console.log(
    `${what}: ${Object.entries(figures)
      .map(([name, value]) => `${name} ${value}`)
      .join('; ')}`,
  )
}

async function endAll(): Promise<void> {
  for (const name of services?.names().toReversed() ?? []) await services?.end(name)
}

type KitCall = [target: string, body?: unknown, method?: string]
async function kit(controlUrl: string, target: string, body?: unknown, method = 'POST') {
  const response = await fetch(controlUrl + target, {
    method,
    // A new connection: the other end may close a kept one at the moment in which it is used again.
    headers: { connection: 'close', ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const said = await response.text()
  if (!response.ok) throw new Error(`${method} ${target}: ${response.status} ${said}`)
  return said === '' ? null : JSON.parse(said)
}
