/**
 * Nothing that was acknowledged is lost, nothing is charged or sold twice, when servers and PostgreSQL are killed with -9 and
 * servers freeze while people buy, cancel and return. This is the small set; `npm run test:faults` is the large one.
 */
// @module-tag nightly: It kills processes and PostgreSQL. failover.test.ts proves failing transactions each time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../sandbox/random.ts'
import { comeToRest, findBroken } from './check.ts'
import { nightly } from '../setup/nightly.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { findPoints, freezeNodes, killAtPoints, killDatabases, type Run, stormOfWebhooks } from './phases.ts'
import { startProxy } from './proxy.ts'
import { stepOf } from './points.ts'
import { raceForLastUnit } from './race.ts'
import { startTraffic, type Traffic } from './traffic.ts'
import { peopleWorld, type World } from './world.ts'

// The same choices each time; `npm run test:faults` chooses others.
const seed = 20_261_122
const minute = 60_000
let cluster: Cluster
let world: World
let traffic: Traffic
const said: string[] = []
beforeAll(async () => {
  cluster = await startCluster({ seed, clockAheadMs: 300_000 })
  world = await peopleWorld(cluster, { seed, buyers: 6 })
})
afterAll(() => cluster.stop())

test(
  `kill -9 of servers at named points and of PostgreSQL, and a frozen server (seed ${seed})`,
  { timeout: 300_000 },
  async () => {
    const { orders, kills } = await survive({ find: 2, points: 3, databases: 2, frozen: 1, webhooks: 0 })
    expect(kills).toBeGreaterThanOrEqual(2)
    expect(orders).toBeGreaterThan(3)
  },
)

test(
  `kill -9 of servers at more than a hundred named points, of PostgreSQL five times, five frozen servers, 500 webhooks five times each (seed ${seed})`,
  {
    timeout: 45 * minute,
    ...nightly(
      'Each kill starts a server or PostgreSQL again, several hundred times. A part of these kills and freezes runs each time.',
    ),
  },
  async () => {
    const { orders, passed, points, webhooks } = await survive({
      find: 15,
      points: 12 * 60,
      databases: 5,
      frozen: 5,
      webhooks: 2_500,
    })
    // How many of the points are passed in the time is the machine's speed; `npm run test:faults` waits for each of them.
    expect(points).toBeGreaterThan(100)
    expect(passed).toBeGreaterThan(100)
    expect(webhooks).toBeGreaterThanOrEqual(2_500)
    expect(orders).toBeGreaterThan(100)
  },
)

test(
  '1,000 buyers race for the last unit on two nodes, five times: one gets it, the others are told',
  {
    timeout: 600_000,
    ...nightly('A thousand buyers ask for a minute. Fifty race for ten units each time (race.test.ts).'),
  },
  async () => {
    expect(await raceForLastUnit(world, 1_000, 5)).toEqual([])
    expect(await comeToRest(world)).toEqual([])
    expect(await findBroken(world)).toEqual([])
  },
)

/**
 * Lets people work for `find` seconds and notes the points that are passed; kills servers at each of them, for at most `points`
 * seconds; kills PostgreSQL and freezes servers so many times; lets at least so many deliveries of webhooks come in storms; and looks at what is
 * left. Returns how often it did what.
 */
async function survive(often: Record<'find' | 'points' | 'databases' | 'frozen' | 'webhooks', number>) {
  traffic = startTraffic(world)
  const run: Run = {
    cluster,
    world,
    traffic,
    random: seededRandom(seed),
    say: (line) => void (line.startsWith('FAULT') && said.push(line)),
  }
  const points = await findPoints(run, often.find)
  const { kills, left } = await killAtPoints(run, points, often.points)
  expect(await killDatabases(run, often.databases)).toBe(often.databases)
  expect(await freezeNodes(run, often.frozen, points)).toBe(often.frozen)
  let webhooks = 0
  for (let storm = 0; storm < 30 && webhooks < often.webhooks; storm += 1)
    webhooks += await stormOfWebhooks(run, 10)
  expect(await traffic.progress(3, 60)).toBe(true)
  await traffic.stop()
  expect({ seed, left: await comeToRest(world) }).toEqual({ seed, left: [] })
  expect({ seed, broken: await findBroken(world), said }).toEqual({ seed, broken: [], said: [] })
  console.log(
    `${kills} kills at ${points.length - left.length} of ${points.length} points, ${webhooks} deliveries of webhooks in storms`,
  )
  expect(world.acknowledged.bought.size).toBeGreaterThan(0)
  const passed = points.length - left.length
  return { orders: world.acknowledged.orders.size, kills, points: points.length, passed, webhooks }
}

test('the harness sees an acknowledged order that is missing, an answer about another purchase, stock that is missing and money of which the shop does not know', async () => {
  const [order] = world.acknowledged.orders
  world.acknowledged.orders.add('00000000-0000-7000-8000-000000000000')
  world.stock += 1
  world.acknowledged.bought.set('order_ofNobody', [order ?? ''])
  const broken = (await findBroken(world)).join('\n')
  world.acknowledged.orders.delete('00000000-0000-7000-8000-000000000000')
  world.stock -= 1
  world.acknowledged.bought.delete('order_ofNobody')
  expect(order).toBeDefined()
  expect(broken).toMatch(/acknowledged order 00000000-0000-7000-8000-000000000000 is lost/)
  expect(broken).toMatch(/stock of/)
  expect(broken).toMatch(/after order_ofNobody was paid, order\/create answered .+ of another purchase/)
  // Money that the provider took and the shop knows nothing of.
  const { id } = (await cluster.kit('/sandbox/payments/ledger.json', undefined, 'GET')).orders[0]
  await cluster.kit('/sandbox/payments/webhooks', { mode: 'off' })
  await cluster.kit(`/dev/payments/${id}`, { outcome: 'paid', again: true })
  expect((await findBroken(world)).join('\n')).toMatch(/the provider keeps \d+, our ledger says undefined/)
})

test.each([
  ['BEGIN', 'begin'],
  ['insert into orders (id) select 1 from product for update', 'insert orders'],
  ['update  checkout c set state = 1', 'update checkout'],
  ['insert into a (b) values (1) on conflict (b) do update set b = 2', 'insert a'],
  [
    'WITH next AS (SELECT id FROM pgboss.job FOR UPDATE SKIP LOCKED) UPDATE pgboss.job j SET state = 1',
    'update job',
  ],
  ['select 1 from customer where account_id = $1 for no key update', 'lock customer'],
  ['select name from product', undefined],
])('the statement %s is the step %s', (statement, step) => {
  expect(stepOf(statement)).toBe(step)
})

test('the proxy delays, cuts, and swallows as it is told, and lets everything pass afterwards', async () => {
  const proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(cluster.url).port) })
  const ask = async (ms: number) => {
    const began = performance.now()
    const answer = await fetch(`http://127.0.0.1:${proxy.port}/healthz`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(ms),
    }).then(
      ({ status }) => status,
      (error: Error) => error.name,
    )
    return { answer, took: performance.now() - began }
  }
  expect((await ask(10_000)).answer).toBe(200)
  proxy.hurt('cut')
  expect((await ask(10_000)).answer).toBe('TypeError')
  for (const how of ['half-open', 'black-hole'] as const) {
    proxy.hurt(how)
    expect((await ask(500)).answer).toBe('TimeoutError')
  }
  proxy.hurt('latency', 150)
  const late = await ask(20_000)
  expect(late.answer).toBe(200)
  expect(late.took).toBeGreaterThanOrEqual(290)
  proxy.heal()
  expect((await ask(10_000)).answer).toBe(200)
  await proxy.stop()
})
