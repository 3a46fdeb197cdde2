/** A shop with 10,000 products, 100,000 buyers and a million orders beside the demo shop, call by call and in turns. */
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../server/platform/db/client.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { sql } from '../server/platform/db/sql.ts'
import { makeTempFolder } from '../tests/setup/temp-folder.ts'
import { type KeptDatabases, openKeptDatabases } from './kept-databases.ts'
import { buyersCallsOf, pagesCallsOf } from './large-calls.ts'
import { jobs, shareOfWhole, timeJobs } from './large-jobs.ts'
import { callers, loadByBuyers, loadByOne, loadByPurchases, type Measured, mediansOf } from './large-load.ts'
import { fillLargeShop } from './large-shop.ts'
import { type ComparedShop, startComparedShop } from './large-shops.ts'
import { pinTo } from './pin.ts'
import { childrenOf } from './processor-time.ts'
import { postmasterOf } from './purchase-rig.ts'
import { printTable } from './table.ts'

/** To be raised with every change of the data that large-*.ts and search-shop.ts make. */
const version = 1
const rounds = 3
const seconds = 2
const secondsOfPages = 1
const secondsOfPurchases = 6
/** The jobs of the last purchases are done by then. */
const settleMs = 2_000

/**
 * BENCH_ORDERS: another number of orders, with a tenth as many buyers, a hundredth as many products and a 2,000th as many sellers.
 * BENCH_DATA: where the database is kept. BENCH_CALLS: only calls whose name has this text.
 */
export async function benchLarge(): Promise<void> {
  const orders = Number(process.env.BENCH_ORDERS ?? 1_000_000)
  const made = await makeLarge(orders)
  const databases = await openKeptDatabases('large', {
    shared_preload_libraries: 'pg_stat_statements',
    max_connections: '200',
  })
  const folder = makeTempFolder('hariyali-bench-large-shops-')
  const shops: ComparedShop[] = []
  try {
    // The shops on the first processor, everything else on the second one.
    const postmaster = postmasterOf(databases.server)
    pinTo(1, [process.pid, postmaster, ...childrenOf(postmaster)])
    const small = await copyOf(databases, 'template1', 'run_small')
    const large = await copyOf(databases, made, 'run_large')
    await bringUpToDate(databases.connect(large))
    shops.push(await startComparedShop({ databases, folder, name: small, isLarge: false }))
    shops.push(await startComparedShop({ databases, folder, name: large, isLarge: true }))
    for (const shop of shops) await shop.db.execute('vacuum analyze')
    await compareBuyers(shops, databases)
    await comparePages(shops, databases)
    for (const shop of shops) await shop.stop()
    await compareJobs(shops)
    for (const name of [small, large])
      await databases.connect('postgres').execute(`drop database ${name} with (force)`)
  } finally {
    for (const shop of shops) shop.stopStandIns()
    await databases.stop()
    rmSync(folder, { recursive: true, force: true })
    pinTo('any', [process.pid])
  }
}

/** On all processors. An older one is only migrated, as a shop would be. Answers the name of the database. */
async function makeLarge(orders: number): Promise<string> {
  const databases = await openKeptDatabases('large')
  const name = `large_${version}_${orders}`
  try {
    await databases.make(name, async () => {
      process.stderr.write(
        `making a shop of ${orders} orders: ten minutes of processor time for a million ...\n`,
      )
      await fillLargeShop(databases, name, {
        products: orders / 100,
        sellers: Math.max(8, orders / 2_000),
        customers: orders / 10,
        orders,
      })
    })
    await migrate(databases.connect(name))
    return name
  } finally {
    await databases.stop()
  }
}

/** What a run changes is gone with the copy. */
async function copyOf(databases: KeptDatabases, template: string, name: string): Promise<string> {
  const admin = databases.connect('postgres')
  await admin.execute(`drop database if exists ${name}`)
  await admin.execute(`create database ${name} template ${template} strategy file_copy`)
  await databases.connect(name).execute('create extension if not exists pg_stat_statements')
  return name
}

/** What has become due since the database was made would be done while the calls are measured. */
async function bringUpToDate(db: Db): Promise<void> {
  await db.execute(`
    update checkout set next_check_at = now() + interval '6 hours' where next_check_at is not null;
    update orders set parcel_check_at = now() + interval '6 hours' where parcel_check_at is not null;
    update return_request set check_at = now() + interval '6 hours' where check_at is not null;
    update return_request set due_at = now() + interval '2 days' where due_at is not null;
    update refund set updated_at = now() where state = 'accepted';
    update invariant_check set done_at = now(), done_from = now(), step = null, position = null;
    insert into settlement_run (id, up_to, state, finished_at)
    select uuidv7(), d.sunday, 'done', now() from (select current_date - extract(isodow from current_date)::int as sunday) as d
    where not exists (select from settlement_run where up_to >= d.sunday);
    insert into reconciliation (day, state, sides, differences)
    select d::date, 'done', '[]', 0 from generate_series(now() - interval '20 days', now(), '1 day') as d on conflict do nothing`)
}

const isWanted = (name: string) => name.includes(process.env.BENCH_CALLS ?? '')

async function compareBuyers(shops: readonly ComparedShop[], { server }: KeptDatabases): Promise<void> {
  const calls = await Promise.all(shops.map((shop) => buyersCallsOf(shop)))
  const rows: string[][] = []
  for (const name of Object.keys(calls[0] ?? {}).filter(isWanted))
    rows.push(
      await compare(name, shops, (shop, i) =>
        loadByBuyers(shop, server, calls[i]?.[name] ?? { paths: [] }, seconds),
      ),
    )
  const purchase = 'purchase, all calls and jobs'
  if (isWanted(purchase))
    rows.push(
      await compare(purchase, shops, async (shop) => {
        // What is left in the carts would be bought.
        await shop.db.query(sql`delete from cart_line where customer_id in (
          select account_id from session s where s.created_at > now() - interval '1 hour')`)
        const measured = await loadByPurchases(shop, server, secondsOfPurchases)
        await sleep(settleMs)
        return measured
      }),
    )
  print(
    `${callers} callers: requests/s; median / 99 %; statements; processor time of shop + PostgreSQL`,
    rows,
  )
}

async function comparePages(shops: readonly ComparedShop[], { server }: KeptDatabases): Promise<void> {
  const calls = await Promise.all(shops.map((shop) => pagesCallsOf(shop)))
  const rows: string[][] = []
  for (const name of Object.keys(calls[0] ?? {}).filter(isWanted))
    rows.push(
      await compare(
        name,
        shops,
        async (shop, i) => {
          const call = calls[i]?.[name]
          if (!call) throw new Error(`${shop.name} has no ${name}`)
          return loadByOne(shop, server, call, secondsOfPages)
        },
        1,
      ),
    )
  print('pages of sellers and administrators, one after the other: the same', rows)
}

/** The row of a table: each shop, and how much more the second one takes. */
async function compare(
  name: string,
  shops: readonly ComparedShop[],
  load: (shop: ComparedShop, place: number) => Promise<Measured>,
  times = rounds,
): Promise<string[]> {
  const measured = shops.map((): Measured[] => [])
  for (let round = 0; round < times; round += 1)
    for (const [i, shop] of shops.entries()) measured[i]?.push(await load(shop, i))
  const middle = measured.map((all) => mediansOf(all))
  const [small, large] = middle
  if (!small || !large) throw new Error('there are two shops')
  const work = ({ shopMs, databaseMs }: Measured) => shopMs + databaseMs
  const row = [
    name,
    ...middle.map(
      ({ perSecond, p50, p99, statements, shopMs, databaseMs }) =>
        `${perSecond.toFixed(perSecond < 100 ? 1 : 0)}/s; ${p50.toFixed(1)} / ${p99.toFixed(1)} ms; ${statements.toFixed(1)}; ${shopMs.toFixed(2)} + ${databaseMs.toFixed(2)} ms`,
    ),
    (small.perSecond / large.perSecond).toFixed(2),
    (work(large) / work(small)).toFixed(2),
  ]
  process.stderr.write(`${row.join(' | ')}\n`)
  return row
}

function print(title: string, rows: string[][]): void {
  if (rows.length === 0) return
  printTable([title, 'small shop', 'large shop', 'slower by', 'more work by'], rows)
  process.stdout.write('\n')
}

async function compareJobs(shops: readonly ComparedShop[]): Promise<void> {
  const [small, large] = [await timeJobs(shops[0]!), await timeJobs(shops[1]!)]
  const cells = (time?: { ms: number; databaseMs: number; pages: number }) =>
    time ? `${time.ms.toFixed(1)} ms; ${time.databaseMs.toFixed(1)} ms; ${time.pages}` : ''
  printTable(
    ['jobs: time; time in PostgreSQL; pages read', 'every', 'small shop', 'large shop'],
    jobs.map(({ name, every }, i) => [name, every, cells(small[i]), cells(large[i])]),
  )
  process.stdout.write('\n')
  printTable(
    ['the check of all rows in its first 20 s', 'small shop', 'large shop'],
    [
      [
        'share of the checkouts that it read',
        ...(await Promise.all(
          shops.map(async (shop) => `${(100 * (await shareOfWhole(shop))).toFixed(1)} %`),
        )),
      ],
    ],
  )
}
