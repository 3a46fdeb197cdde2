/** Purchases per second with all their calls, and what one costs each process and the database. */
import type pg from 'pg'
import { type Bought, type Measured, spentBy, withPurchases } from './purchase-rig.ts'
import { printTable } from './table.ts'

// Short enough that no buyer settles 60 payments within a minute, which the shop refuses.
const warmUpSeconds = 4
const seconds = 12

export async function benchPurchase(): Promise<void> {
  await withPurchases(async ({ client, measured, people, buyFor }) => {
    await buyFor(warmUpSeconds)
    await measure(client, measured, people.length, () => buyFor(seconds))
  })
}

async function measure(
  client: pg.Client,
  measured: Measured,
  buyers: number,
  run: () => Promise<Bought>,
): Promise<void> {
  const spent = () => spentBy(measured)
  const walPosition = async () =>
    (await client.query('select pg_current_wal_lsn() as at')).rows[0].at as string
  await client.query('select pg_stat_statements_reset()')
  const [before, walBefore] = [spent(), await walPosition()]
  const { ms, refused } = await run()
  const after = spent()
  const { rows } = await client.query(
    `select sum(calls)::float8 as statements, sum(calls) filter (where query = 'commit')::float8 as commits,
       sum(total_exec_time) as ms, pg_wal_lsn_diff(pg_current_wal_lsn(), $1)::float8 as wal
     from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())`,
    [walBefore],
  )
  const each = (sum: number) => (sum / ms.length).toFixed(1)
  ms.sort((a, b) => a - b)
  const at = (share: number) => `${Math.round(ms[Math.floor(ms.length * share)] ?? 0)} ms`
  printTable(
    [`${buyers} buyers, ${seconds} s`, ''],
    [
      ['purchases per second', (ms.length / seconds).toFixed(1)],
      ['a purchase, all calls: median, 99 %', `${at(0.5)}, ${at(0.99)}`],
      ['refused calls', refused],
      ['processor time of a purchase: shop with its jobs', `${each(after.shop - before.shop)} ms`],
      ['… PostgreSQL', `${each(after.database - before.database)} ms`],
      ['… stand-ins', `${each(after.standIns - before.standIns)} ms`],
      ['… buyers', `${each(after.buyers - before.buyers)} ms`],
      [
        'statements of a purchase, jobs included; explicit transactions',
        `${each(rows[0].statements)}, ${each(rows[0].commits)}`,
      ],
      ['time of its statements in the server', `${each(rows[0].ms)} ms`],
      ['write-ahead log', `${each(rows[0].wal / 1_024)} kB`],
    ],
  )
}
