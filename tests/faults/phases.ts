/** The kinds of faults, each as a phase of a run: people go on buying meanwhile. Every phase answers what it did. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../server/platform/db/sql.ts'
import { type Cluster, proxied, type ServerNode } from './cluster.ts'
import { hurts } from './proxy.ts'
import type { Traffic } from './traffic.ts'
import type { World } from './world.ts'

export interface Run {
  cluster: Cluster
  world: World
  traffic: Traffic
  random: () => number
  say(line: string): void
}

/** Points that are about money, goods or what people are told of them. */
export const isMoneyPoint = (point: string): boolean =>
  /^(?:(?:GET|POST) \/(?:private\/(?:order|returns)|public\/admin\/(?:orders|settlement-runs|bank-files|payouts|returns)|webhooks)\/|job |timer |queue)/.test(
    point,
  ) && !/ (?:rate_limit|session)$/.test(point)

/** With all of them nobody would get further than the first step of anything; those that are armed change every two seconds. */
const armedAtOnce = 12

function someOf(points: readonly string[], count: number, random: () => number): string[] {
  const from = Math.floor(random() * points.length)
  // Neighbours in the list belong to one act, of which the first one that is passed counts: so every n-th.
  const step = Math.max(1, Math.floor(points.length / count))
  return points.filter((_, index) => (index + from) % step === 0)
}

/** Lets everybody work undisturbed, and answers the points of money that the nodes passed so far. */
export async function findPoints(run: Run, seconds: number): Promise<string[]> {
  await sleep(seconds * 1_000)
  return seenPoints(run)
}

async function seenPoints({ cluster }: Run): Promise<string[]> {
  const seen = await Promise.all(cluster.nodes.map((node) => node.seen()))
  return [...new Set(seen.flat())].filter(isMoneyPoint).toSorted()
}

/** When no other point was passed for so long, the rest is given up: what people do rarely may not come again. */
const patienceMs = 90_000

/** Ends a node at each of the points, once. Returns those that were not passed in time. */
export async function killAtPoints(
  run: Run,
  points: readonly string[],
  seconds: number,
): Promise<{ kills: number; left: string[] }> {
  const left = new Set(points)
  let kills = 0
  const end = Date.now() + seconds * 1_000
  let lastHit = Date.now()
  const isOver = () => left.size === 0 || Date.now() > Math.min(end, lastHit + patienceMs)
  await Promise.all(
    run.cluster.nodes.map(async (node) => {
      while (!isOver()) {
        node.arm({ points: someOf([...left], armedAtOnce, run.random), act: 'kill' })
        const hit = await Promise.race([node.ended(), sleep(2_000, 'time' as const)])
        // From time to time anyway: what the other node died of is armed here no more.
        if (hit === 'time') continue
        if (hit === undefined) run.say(`FAULT: ${node.name} ended by itself`)
        else kills += 1
        if (hit !== undefined && left.delete(hit)) lastHit = Date.now()
        if (kills % 50 === 0) run.say(`${kills} kills, ${left.size} points are left`)
        await node.start()
      }
      node.arm({ points: [], act: 'kill' })
      // Its answer comes after it has read that it is armed no more.
      await node.seen()
      await revive(node)
    }),
  )
  return { kills, left: [...left] }
}

/** A node that is down is started; one that was killed while it started is tried again. */
export async function revive(node: ServerNode): Promise<void> {
  // A node that has just been killed is still marked as up for a moment.
  await sleep(50)
  while (!node.up) await node.start()
}

const oneOf = <T>(from: readonly T[], random: () => number): T => from[Math.floor(random() * from.length)]!

/** kill -9 of a node at any time, `times` times. The other node may be starting again at that moment. */
export async function killAtRandom({ cluster, random }: Run, times: number): Promise<number> {
  let kills = 0
  await Promise.all(
    cluster.nodes.map(async (node) => {
      while (kills < times) {
        kills += 1
        await sleep(random() * 600)
        node.kill()
        await node.ended()
        await node.start()
        await revive(node)
      }
    }),
  )
  return kills
}

/** kill -9 of PostgreSQL at any time. After each of them the shop has to sell again by itself. */
export async function killDatabases({ cluster, random, traffic, say }: Run, times: number): Promise<number> {
  let kills = 0
  for (; kills < times; kills += 1) {
    await sleep(random() * 500)
    await cluster.killDatabase()
    if (!(await traffic.progress(1, 30)))
      say(`FAULT: nothing was sold for 30 s after kill ${kills + 1} of PostgreSQL`)
  }
  return kills
}

/**
 * A node stops in the middle of a transaction or anywhere, its transactions are ended, others buy, and it goes on where it
 * stopped: with what it believed before.
 */
export async function freezeNodes(run: Run, times: number, points: readonly string[]): Promise<number> {
  const { cluster, random, traffic, say } = run
  const within = points.filter((point) => /: after (?:lock|update|insert|payments)/.test(point))
  let frozen = 0
  for (; frozen < times; frozen += 1) {
    const node = oneOf(cluster.nodes, random)
    if (random() < 0.7 && within.length > 0) {
      node.arm({ points: within, act: 'stop' })
      for (let tries = 0; tries < 200 && !node.isFrozen(); tries += 1) await sleep(10)
      node.arm({ points: [], act: 'stop' })
    } else await sleep(random() * 400)
    node.freeze()
    await endTransactionsOf(run, node)
    // The other node sells meanwhile. Some buyers sit on a connection to the frozen one, and give up after six seconds.
    if (!(await traffic.progress(1, 20)))
      say(`FAULT: nothing was sold for 20 s beside a frozen node (${frozen + 1})`)
    node.thaw()
    await sleep(random() * 200)
  }
  return frozen
}

async function endTransactionsOf({ cluster: { db } }: Run, { name }: ServerNode): Promise<void> {
  await db.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name} and pid <> pg_backend_pid()`)
}

/** Every fault of the network before every dependency, one after the other. Returns how many. */
export async function hurtNetwork({ cluster, random, traffic, say }: Run, rounds: number): Promise<number> {
  let faults = 0
  for (let round = 0; round < rounds; round += 1)
    for (const where of proxied)
      for (const how of hurts) {
        cluster.proxies[where].hurt(how, 50 + random() * 300)
        await sleep(500 + random() * 1_500)
        cluster.proxies[where].heal()
        faults += 1
        if (!(await traffic.progress(1, 60)))
          say(`FAULT: nothing was sold for 60 s after ${how} before ${where}`)
      }
  return faults
}

/** Every webhook five times, in any order, a tenth forged, while people buy. Returns how many deliveries the provider has made or begun. */
export async function stormOfWebhooks({ cluster, traffic }: Run, orders: number): Promise<number> {
  const storm = { mode: 'storm', repeat: 5, ms: 1_500, forged: 0.1 }
  await cluster.kit('/sandbox/payments/webhooks', storm)
  await cluster.kit('/sandbox/courier/webhooks', storm)
  const sent = async () => {
    const { webhooks } = await cluster.kit('/sandbox/payments/ledger.json', undefined, 'GET')
    return new Set((webhooks as { id: string }[]).map(({ id }) => id))
  }
  const before = await sent()
  await traffic.progress(orders, 15 + orders)
  // The provider forgets finished webhooks.
  const after = (await sent()).difference(before)
  await cluster.kit('/sandbox/payments/webhooks', { mode: 'normal' })
  await cluster.kit('/sandbox/courier/webhooks', { mode: 'normal' })
  return after.size
}
