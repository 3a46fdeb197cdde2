/** Response times of the administrator's lists with 50 and with 50,000 rows. */
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { api } from '../contract/endpoints.ts'
import { createClient } from '../tests/setup/client.ts'
import { fillLists } from '../tests/setup/many-rows.ts'
import { startDemoShopHere } from './demo-shop.ts'
import { printTable } from './table.ts'

const asked = [
  ['overview: counters', '/public/admin/counts'],
  ['overview: ten recent orders', '/public/admin/all-orders?limit=10'],
  ['overview: categories', '/public/admin/category-tree'],
  ['orders: first page of 48', '/public/admin/all-orders'],
  ['orders: a page from the middle', '/public/admin/all-orders?cursor=MIDDLE'],
  ["one seller's orders", '/public/admin/all-orders?sellerEmail=seller-7@many.test'],
  ['orders of a rare status', '/public/admin/all-orders?status=cancelled'],
  ['orders that need attention', '/public/admin/all-orders?attention=yes'],
  ['orders: a word that one product has', '/public/admin/all-orders?q=number%2049'],
  ['orders: a word that nothing has', '/public/admin/all-orders?q=porcelain'],
  ["orders: a buyer's e-mail", '/public/admin/all-orders?q=buyer-31@'],
  ['orders: an AWB number', '/public/admin/all-orders?q=AWB31'],
  ['customers: first page of 48', '/public/admin/all-customers'],
  ['customers: part of a name', '/public/admin/all-customers?q=rare'],
  ['customers: part of an e-mail', '/public/admin/all-customers?q=buyer-49'],
  ['sellers: first page of 48', '/public/admin/all-sellers'],
  ['sellers: part of a name', '/public/admin/all-sellers?q=company 7'],
  ['audit: first page of 48', '/public/admin/audit'],
  ['audit: one person', '/public/admin/audit?q=buyer-31@'],
  ['audit: one action on one day', '/public/admin/audit?act=list-exported&from=2026-01-01'],
  ['overdue refunds', '/public/admin/refunds'],
] as const

export async function benchAdmin(): Promise<void> {
  const shop = await startDemoShopHere()
  try {
    const admin = createClient(shop.url)
    const login = { email: 'admin@hariyali.test', password: 'green-demo' }
    if ((await admin.post(api.auth.login.path, login)).status !== 200) throw new Error('no log-in')
    const results = asked.map(() => [] as { ms: string; statements: number }[])
    for (const count of [50, 50_000]) {
      const middle = await fillLists(shop.db, count)
      for (const [i, [name, path]] of asked.entries()) {
        const call = async () => {
          const { status } = await admin.get(path.replace('MIDDLE', middle))
          if (status !== 200) throw new Error(`${name}: ${status}`)
        }
        // Warm-up: PostgreSQL switches a prepared statement to a generic plan after five executions.
        for (let n = 0; n < 10; n += 1) await call()
        const before = shop.statements()
        const times: number[] = []
        for (let n = 0; n < 20; n += 1) times.push(await timed(call))
        results[i]?.push({ ms: median(times), statements: (shop.statements() - before) / times.length })
      }
    }
    printTable(
      ["administrator's lists", 'ms at 50', 'ms at 50,000', 'statements, the session included'],
      asked.map(([name], i) => {
        const [few, many] = results[i] ?? []
        return [name, few?.ms ?? '', many?.ms ?? '', `${few?.statements} / ${many?.statements}`]
      }),
    )
    process.stdout.write('\n')
    const memory = process.memoryUsage().rss
    const ms = await timed(async () => {
      const response = await admin.request('/public/admin/export/orders', {})
      await finished(Readable.fromWeb(response.body as never).pipe(createWriteStream('/dev/null')))
    })
    const grown = Math.round((process.memoryUsage().rss - memory) / 1_048_576)
    printTable(
      ['all 50,000 orders as CSV', ''],
      [
        ['until the last line', `${(ms / 1_000).toFixed(1)} s`],
        ['memory of server and reader together, grown by', `${grown} MB`],
      ],
    )
  } finally {
    await shop.stop()
  }
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await call()
  return performance.now() - started
}

function median(times: readonly number[]): string {
  return (times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0).toFixed(1)
}
