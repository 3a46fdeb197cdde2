/** The settlement run of 100,000 orders of 1,000 sellers, and the money pages at a million entries of the ledger. */
import { api } from '../contract/endpoints.ts'
import type { Db } from '../server/platform/db/client.ts'
import { newId } from '../server/platform/db/ids.ts'
import { sql } from '../server/platform/db/sql.ts'
import { runAsWorkload } from '../server/platform/db/workload.ts'
import { advanceCheckpoint } from '../server/money/ledger/checkpoint.ts'
import { insertRun } from '../server/money/settlements/run-queries.ts'
import { continueRun } from '../server/money/settlements/run-settlement.ts'
import { createClient, type TestClient } from '../tests/setup/client.ts'
import { fillLists } from '../tests/setup/many-rows.ts'
import { dayAgo } from '../tests/setup/settling.ts'
import { startDemoShopHere } from './demo-shop.ts'
import { printTable } from './table.ts'

const orders = 100_000
const entries = 1_000_000

const adminPages = [
  ['balances', '/public/admin/balances'],
  ['seller balances: first page of 48', '/public/admin/seller-balances'],
  ['seller balances: one seller', '/public/admin/seller-balances?q=seller-7@'],
  ['exceptions', '/public/admin/money-exceptions'],
  ['settlement runs', '/public/admin/settlement-runs'],
  ['settlements: first page of 48', '/public/admin/settlements'],
  ['payouts: first page of 48', '/public/admin/payouts'],
  ['rates', '/public/admin/rates/commission'],
] as const
const sellerPages = [
  ["a seller's earnings", '/private/earnings'],
  ["a seller's orders: first page of 48", '/private/earnings/orders'],
  ["a seller's orders that are settled", '/private/earnings/orders?state=settled'],
  ["a seller's statements", '/private/earnings/statements'],
] as const

export async function benchMoney(): Promise<void> {
  const shop = await startDemoShopHere()
  try {
    const { db } = shop
    await inBackground(() => fillLists(db, orders))
    await inBackground(() => fillLedger(db))
    const first = await timed(() => inBackground(() => advanceCheckpoint(db)))
    const log = async (email: string) => {
      const client = createClient(shop.url)
      if ((await client.post(api.auth.login.path, { email, password: 'green-demo' })).status !== 200)
        throw new Error('no log-in')
      return client
    }
    const admin = await log('admin@hariyali.test')
    // The first of the thousand sellers gets the password of the demo shop.
    await db.execute(`update account set password_hash = (select password_hash from account where email = 'seller@hariyali.test')
      where email = 'seller-7@many.test'`)
    const seller = await log('seller-7@many.test')
    const pages = async () => [
      ...(await measure(shop, admin, adminPages)),
      ...(await measure(shop, seller, sellerPages)),
    ]
    const before = await pages()
    const id = newId()
    await insertRun(db, id, dayAgo(1))
    const run = await timed(() => inBackground(() => continueRun(shop.shop, id)))
    const { body } = await admin.get(`/public/admin/settlement-runs/${id}`)
    if (body.lines !== orders || body.sellers !== orders / 100 || body.payout !== (orders * 2_780) / 100)
      throw new Error(`${body.lines} lines of ${body.sellers} sellers`)
    printTable(
      ['money', ''],
      [
        [
          `the first checkpoint of ${entries.toLocaleString('en')} entries`,
          `${(first / 1_000).toFixed(1)} s`,
        ],
        [
          `a settlement run of ${orders.toLocaleString('en')} orders of 1,000 sellers`,
          `${(run / 1_000).toFixed(1)} s`,
        ],
      ],
    )
    process.stdout.write('\n')
    await inBackground(() => db.execute('vacuum analyze'))
    const after = await pages()
    printTable(
      [
        'money pages at a million entries',
        'ms before the run',
        'ms after it',
        'statements, the session included',
      ],
      before.map(([name, ms, statements], i) => [
        name,
        ms,
        after[i]?.[1] ?? '',
        `${statements} / ${after[i]?.[2]}`,
      ]),
    )
  } finally {
    await shop.stop()
  }
}

/** With the time limits of jobs and timers, which do this work. */
const inBackground = <T>(work: () => Promise<T>) => runAsWorkload('background', work)

/** Each order is a sale that is due, with the entries of its payment and its sale; other entries make up the million. */
async function fillLedger(db: Db): Promise<void> {
  const triggers = (what: 'enable' | 'disable') =>
    db.execute(
      ['journal_entry', 'posting', 'order_terms', 'order_sale', 'unsettled_entry']
        .map((table) => `alter table ${table} ${what} trigger user`)
        .join('; '),
    )
  await triggers('disable')
  // The lists were filled with sales of other amounts.
  await db.execute('delete from order_sale; delete from order_terms')
  await db.execute(`
    update orders set shipment_status = 'Delivered', status = 'completed', delivery_date = now() - interval '20 days'`)
  await db.execute(`
    insert into order_tax (order_id, rate_bp, seller_gstin, seller_state, place_of_supply, gross_paise, taxable_paise, cgst_paise,
      sgst_paise, utgst_paise, igst_paise)
    select id, 1800, 'x', 'Maharashtra', 'Rajasthan', 9900, 8390, 0, 0, 0, 1510 from orders`)
  await db.execute(`
    insert into order_terms (order_id, commission_bp, gst_on_fees_bp, tcs_bp, tds_bp, piece_grams, cancel_until, return_days,
      answer_days, send_days, refund_days, change_of_mind, way_back)
    select id, 1000, 1800, 50, 10, 100, created_at, 7, 2, 7, 7, true, 'buyer' from orders`)
  await db.execute(`
    insert into order_sale (order_id, units, gross_paise, taxable_paise, cgst_paise, sgst_paise, utgst_paise, igst_paise,
      commission_paise, shipping_paise, gst_on_fees_paise, tcs_paise, tds_paise, sold_at)
    select id, 1, 9900, 8390, 0, 0, 0, 1510, 990, 5000, 1078, 42, 10, now() - interval '21 days' from orders`)
  await db.execute(`
    with e as (
      insert into journal_entry (key, kind, order_id, posting_count)
      select 'sale:' || id, 'sale', id, 8 from orders returning id, order_id
    )
    insert into posting (entry_id, line_no, account, seller_id, amount_paise)
    select e.id, l.no, l.account, case l.account when 'seller_payable' then o.seller_id end, l.paise
    from e join orders o on o.id = e.order_id cross join (values (1, 'buyer', 9900), (2, 'seller_payable', -9900),
      (3, 'seller_payable', 7120), (4, 'commission', -990), (5, 'shipping', -5000), (6, 'gst_on_fees', -1078),
      (7, 'tcs', -42), (8, 'tds', -10)) as l (no, account, paise)`)
  await db.execute(`
    insert into unsettled_entry (entry_id, seller_id, order_id, net_paise)
    select e.id, o.seller_id, o.id, 2780 from journal_entry e join orders o on o.id = e.order_id where e.kind = 'sale'`)
  // What the triggers do, which are off.
  await db.execute(`
    update unsettled_entry e set due_on = d.due_on, held = d.held from unsettled_due d where d.entry_id = e.entry_id`)
  const { rows } = await db.execute('select count(*) as count from journal_entry')
  const more = entries - (rows[0] as { count: number }).count
  for (let done = 0; done < more; done += 100_000)
    await db.query(sql`
      with e as (
        insert into journal_entry (key, kind, posting_count)
        select ${`filler:${done}:`}::text || n, 'payment-captured', 2
        from generate_series(1, ${Math.min(100_000, more - done)}::int) as n returning id
      )
      insert into posting (entry_id, line_no, account, amount_paise)
      select e.id, l.no, l.account, l.paise from e cross join (values (1, 'provider', 100), (2, 'buyer', -100)) as l (no, account, paise)`)
  await triggers('enable')
  await db.execute('vacuum analyze')
}

async function measure(
  shop: { statements: () => number },
  client: TestClient,
  asked: readonly (readonly [string, string])[],
): Promise<[string, string, number][]> {
  const results: [string, string, number][] = []
  for (const [name, path] of asked) {
    const call = async () => {
      const { status } = await client.get(path)
      if (status !== 200) throw new Error(`${name}: ${status}`)
    }
    for (let n = 0; n < 10; n += 1) await call()
    const before = shop.statements()
    const times: number[] = []
    for (let n = 0; n < 20; n += 1) times.push(await timed(call))
    const median = times.toSorted((a, b) => a - b)[10] ?? 0
    results.push([name, median.toFixed(1), (shop.statements() - before) / times.length])
  }
  return results
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await call()
  return performance.now() - started
}
