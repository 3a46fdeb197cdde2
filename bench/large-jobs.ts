/** How long the work in the background takes that reads orders, checkouts, payments or the ledger, when nothing is due. */
import { sweepUnmatched } from '../server/buying/checkout/settle-unmatched.ts'
import { sweepCheckouts } from '../server/buying/checkout/sweep-checkouts.ts'
import { seedDemoShop } from '../demo/seed/shop.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { singleRow } from '../server/platform/db/client.ts'
import { newId } from '../server/platform/db/ids.ts'
import { sql } from '../server/platform/db/sql.ts'
import { runAsWorkload } from '../server/platform/db/workload.ts'
import { checkRecent, continueWhole } from '../server/administration/invariants/check.ts'
import { advanceCheckpoint } from '../server/money/ledger/checkpoint.ts'
import { startServer } from '../server/process/start-server.ts'
import {
  countWaitingReturns,
  readWaitingJobs,
  readWaitingWork,
} from '../server/platform/observe/gauge-queries.ts'
import { sweepParcels } from '../server/fulfilment/orders/sweep-parcels.ts'
import { sweepRefunds } from '../server/money/payments/sweep-refunds.ts'
import { retainedTables } from '../server/administration/retention/retained-tables.ts'
import { sweepReturns } from '../server/fulfilment/returns/sweep-returns.ts'
import { dayOf } from '../server/money/settlements/days.ts'
import { sweepPayouts } from '../server/money/settlements/route-payouts.ts'
import { insertRun } from '../server/money/settlements/run-queries.ts'
import { continueRun, sweepSettlements } from '../server/money/settlements/run-settlement.ts'
import type { Shop } from '../server/platform/shop.ts'
import { freePort } from '../tests/setup/free-port.ts'
import type { ComparedShop } from './large-shops.ts'

interface Job {
  name: string
  every: string
  run: (shop: Shop) => Promise<unknown>
}

export interface JobTime {
  ms: number
  /** Time of its statements in PostgreSQL, and pages of 8 kB that they read. */
  databaseMs: number
  pages: number
}

const minute = 'a minute'
/** How many rows a removal takes at once (server/retention/enforce-retention.ts). */
const removedAtOnce = 500

const noon = () => new Date(`${dayOf(new Date())}T06:30:00Z`)
const night = () => new Date(`${dayOf(new Date())}T20:30:00Z`)

export const jobs: readonly Job[] = [
  { name: 'sweep of checkouts', every: minute, run: sweepCheckouts },
  { name: 'sweep of unmatched payments', every: minute, run: sweepUnmatched },
  { name: 'sweep of refunds', every: minute, run: sweepRefunds },
  { name: 'sweep of parcels', every: minute, run: sweepParcels },
  { name: 'sweep of returns', every: minute, run: sweepReturns },
  { name: 'sweep of settlements', every: minute, run: (shop) => sweepSettlements(shop, noon()) },
  { name: 'sweep of payouts', every: minute, run: sweepPayouts },
  { name: 'checkpoint of the ledger', every: minute, run: ({ db }) => advanceCheckpoint(db) },
  { name: 'invariants of what changed', every: minute, run: atOnce(checkRecent) },
  {
    name: 'gauges of /metrics',
    every: '15 s',
    run: async ({ db }) => {
      await readWaitingJobs(db)
      await readWaitingWork(db)
      await countWaitingReturns(db)
    },
  },
  ...Object.entries(retainedTables).flatMap(([table, { remove }]) =>
    remove
      ? [
          {
            name: `removal: ${table.replaceAll('_', ' ')}`,
            every: 'ten minutes',
            run: (shop: Shop) => remove(shop, removedAtOnce),
          },
        ]
      : [],
  ),
  {
    name: 'settlement of all sellers',
    every: 'a week',
    run: async (shop) => {
      const id = newId()
      if (await insertRun(shop.db, id, dayOf(new Date()))) await continueRun(shop, id)
    },
  },
  {
    name: 'invariants of everything, 20 s of it',
    every: 'a night',
    run: atOnce((shop) => continueWhole(shop, night())),
  },
]

/** As if the last check was long ago. */
function atOnce(check: (shop: Shop) => Promise<void>) {
  return async (shop: Shop) => {
    await check({ ...shop, config: { ...shop.config, sweepSeconds: 0 } })
  }
}

/**
 * Each job twice in this process, of which the second time counts: the first one reads what is not in memory, and does what is
 * due. The last two are run once.
 */
export async function timeJobs({ db, task }: ComparedShop): Promise<JobTime[]> {
  const running = await startServer(
    readConfig({
      PORT: String(await freePort()),
      DATA_DIR: task.dataDir,
      DATABASE_URL: task.databaseUrl,
      SEED: task.seed ?? 'demo',
      LOG_LEVEL: 'error',
    }),
    { sandbox: task.providers, work: false, seed: (shop) => seedDemoShop(shop) },
  )
  try {
    const times: JobTime[] = []
    for (const { every, run } of jobs) {
      const work = () => runAsWorkload('background', () => run(running.shop))
      if (every === 'a night')
        await db.execute(
          "update invariant_check set done_at = now() - interval '25 hours' where name = 'whole'",
        )
      else if (every !== 'a week') await work()
      await db.execute('select pg_stat_statements_reset()')
      const began = performance.now()
      await work()
      const ms = performance.now() - began
      const { databaseMs, pages } = singleRow(
        await db.query<Omit<JobTime, 'ms'>>(sql`
          select coalesce(sum(total_exec_time), 0) as "databaseMs", coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 as pages
          from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())`),
      )
      times.push({ ms, databaseMs, pages })
    }
    return times
  } finally {
    await running.stop()
  }
}

/** What share of the checkouts the check of all rows has read. */
export async function shareOfWhole({ db }: ComparedShop): Promise<number> {
  const { share } = singleRow(
    await db.query<{ share: number }>(sql`
      select case when step = 'checkouts' then (select count(*) from checkout c where c.id <= position::uuid)::float8
        / (select count(*) from checkout) else 1 end as share from invariant_check where name = 'whole'`),
  )
  return share
}
