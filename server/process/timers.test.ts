/** Timers of several nodes: each turn is run once, also if its node dies or no node ran that night; a failed run is repeated. */
// @module-tag nightly: It waits for leases of nodes. The timers' work is called by all other tests.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TimerState } from '../../contract/admin-work.ts'
import { eventually } from '../../tests/setup/buying.ts'
import { awayFrom } from '../../tests/setup/clock.ts'
import { compiledScripts } from '../../tests/setup/compiled-scripts.ts'
import { freePort } from '../../tests/setup/free-port.ts'
import { addAdmin, type Admin } from '../../tests/setup/people.ts'
import { paymentFault, stopPaymentFaults } from '../../tests/setup/providers.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { addDays, dayOf, lastTimeAt } from '../platform/calendar.ts'
import { sql } from '../platform/db/sql.ts'

const script = fileURLToPath(new URL('../../tests/setup/shop-process.ts', import.meta.url))
const compare = 'compare with the payment provider'

let shop: TestShop
let admin: Admin
let metricsPort: number
let worker: ChildProcess
beforeAll(async () => {
  // Otherwise a night begins in the middle.
  await awayFrom('hour in India', 60)
  metricsPort = await freePort()
  shop = await startTestShop({
    sweepSeconds: 1,
    env: { SHOP_ROLE: 'web', METRICS_PORT: String(metricsPort), LOG_LEVEL: 'fatal' },
  })
  admin = await addAdmin(shop)
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await shop.stop()
})

const timers = async (): Promise<TimerState[]> => (await admin.get('/public/admin/timers')).body
const comparing = async () => (await timers()).find(({ name }) => name === compare)
const runsOf = async (name: string): Promise<number> => {
  const [row] = await shop.db.query<{ runs: number }>(sql`select runs from timer_run where name = ${name}`)
  return row?.runs ?? -1
}
const compared = async () =>
  (await admin.get('/public/admin/reconciliations')).body.map(({ day, state }: any) => [day, state])
/** As if the shop had not run for three days. */
const missNights = () =>
  shop.db.query(sql`
    update timer_run set done_turn = done_turn - interval '3 days' where schedule like 'nightly%'`)

/** A node with jobs and timers, in a process of its own. */
async function startWorker(): Promise<void> {
  const { dataDir, databaseUrl, payment, courier, smtpUrl } = shop.running.shop.config
  const task = { port: await freePort(), dataDir, databaseUrl, payment, courier, smtpUrl }
  worker = spawn(process.execPath, [script, JSON.stringify(task)], {
    env: { ...process.env, ...compiledScripts },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(worker.stdout!, 'data')
}

test('a nightly timer whose node is killed is run by another one, once, and so is a night that was missed', async () => {
  // A node of the role web has no timers.
  expect(await timers()).toEqual([])
  await startWorker()
  const first = await eventually(timers, (all) =>
    all.some(({ name, state }) => name === 'sweep checkouts' && state === 'done'),
  )
  expect(first.map(({ schedule }) => schedule)).toContain('nightly at 4:00')
  const nightly = first.filter(({ schedule }) => schedule.startsWith('nightly'))
  expect(nightly.filter(({ state }) => state !== 'waiting')).toEqual([])

  await paymentFault(shop, 'payments.list', 'timeout')
  await missNights()
  // The others of the night end, and this one waits for the provider.
  await eventually(
    async () => (await timers()).filter(({ schedule }) => schedule.startsWith('nightly')),
    (all) => all.every(({ name, state }) => state === (name === compare ? 'running' : 'done')),
  )
  expect(worker.exitCode).toBeNull()
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  expect(await compared()).toEqual([])

  for (let node = 0; node < 2; node += 1)
    await shop.secondNode({ SHOP_ROLE: 'worker', METRICS_PORT: String(await freePort()) })
  expect(await comparing()).toMatchObject({ state: 'running', seconds: null, succeededAt: null })
  await eventually(comparing, (timer) => timer?.state === 'done')
  expect(await compared()).toEqual([[addDays(dayOf(lastTimeAt(2, new Date())), -1), 'done']])
  await sleep(2_000)
  expect(await runsOf(compare)).toBe(2)
  expect(await runsOf('check everything')).toBe(1)
  expect(await runsOf('settle sellers')).toBe(1)
})

test('two nodes run each turn of a timer once, also one that takes longer than they wait between looks', async () => {
  await paymentFault(shop, 'payments.list', 'timeout')
  await shop.db.query(sql`delete from reconciliation`)
  await missNights()
  await eventually(comparing, (timer) => timer?.state === 'running')
  const [before, began, comparisons] = [await runsOf('sweep parcels'), Date.now(), await runsOf(compare)]
  await sleep(4_000)
  const runs = (await runsOf('sweep parcels')) - before
  expect(runs).toBeGreaterThan(2)
  expect(runs).toBeLessThanOrEqual((Date.now() - began) / 1_000 + 1)
  expect(await runsOf(compare)).toBe(comparisons)
  await eventually(comparing, (timer) => timer?.state === 'done')
})

test('a run that failed is shown with its error and repeated after a pause; /metrics says how late each timer is', async () => {
  await paymentFault(shop, 'payments.list', 'error-500', { times: 99 })
  await shop.db.query(sql`delete from reconciliation`)
  await missNights()
  expect(await eventually(comparing, (timer) => timer?.state === 'failed')).toMatchObject({
    error: expect.stringContaining('500'),
  })
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const value = (gauge: string, timer: string) =>
    Number(text.match(RegExp(`^hariyali_timer_${gauge}\\{timer="${timer}"\\} (.*)$`, 'm'))?.[1])
  expect(value('success_age_seconds', 'sweep checkouts')).toBeLessThan(60)
  expect(value('success_age_seconds', compare)).toBeGreaterThan(2 * 86_400)
  expect(value('period_seconds', compare)).toBe(86_400)

  const failed = await runsOf(compare)
  await sleep(2_000)
  expect(await runsOf(compare)).toBe(failed)
  await stopPaymentFaults(shop)
  expect(await eventually(comparing, (timer) => timer?.state === 'done')).toMatchObject({ error: null })
  expect(await runsOf(compare)).toBe(failed + 1)
})
