/** What the administrator waits for: every list with 50 and with 50,000 rows. */
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { api } from '../contract/endpoints.ts'
import { sql } from '../server/db/sql.ts'
import { createClient } from '../tests/setup/client.ts'
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
  ['audit: one act on one day', '/public/admin/audit?act=list-exported&from=2026-01-01'],
  ['refunds that hang', '/public/admin/refunds'],
] as const

export async function benchAdmin(): Promise<void> {
  const shop = await startDemoShopHere()
  try {
    const admin = createClient(shop.url)
    const login = { email: 'admin@hariyali.test', password: 'green-demo' }
    if ((await admin.post(api.auth.login.path, login)).status !== 200) throw new Error('no log-in')
    const results = asked.map(() => [] as { ms: string; statements: number }[])
    for (const count of [50, 50_000]) {
      const middle = await fill(shop.db, count)
      for (const [i, [name, path]] of asked.entries()) {
        const call = async () => {
          const { status } = await admin.get(path.replace('MIDDLE', middle))
          if (status !== 200) throw new Error(`${name}: ${status}`)
        }
        // As often as a connection's plans take to settle.
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

type Db = Awaited<ReturnType<typeof startDemoShopHere>>['db']

/** So many customers, orders and audit entries, and a hundredth as many sellers; answers the id of the order in the middle. */
async function fill(db: Db, count: number): Promise<string> {
  await db.execute('truncate checkout cascade')
  await db.query(
    sql`delete from customer c using account a where a.id = c.account_id and a.email like '%@many.test'`,
  )
  await db.query(
    sql`delete from product p using account a where a.id = p.seller_id and a.email like '%@many.test'`,
  )
  await db.query(sql`delete from account where email like '%@many.test'`)
  await db.query(sql`
    with a as (
      insert into account (id, email, role, password_hash, email_verified_at)
      select uuidv7(), 'buyer-' || n || '@many.test', 'CUSTOMER', 'none', now() from generate_series(1, ${count}::int) n returning id, email
    )
    insert into customer (account_id, first_name, last_name, mobile)
    select id, case when email like 'buyer-31@%' then 'Rare' else 'Common' end, 'Name ' || email, '9000000000' from a`)
  await db.query(sql`
    with a as (
      insert into account (id, email, role, password_hash, email_verified_at)
      select uuidv7(), 'seller-' || n || '@many.test', 'SELLER', 'none', now()
      from generate_series(1, ${Math.max(10, count / 100)}::int) n returning id, email
    )
    insert into seller (account_id, company_name, gst, mobile, building_no, street, landmark, pin_code, city, state,
      bank_full_name, bank_account_sealed, bank_account_last4, ifsc_code)
    select id, 'Company ' || substring(email from '[0-9]+'), 'GST' || upper(email), '9000000000', '1', 'S', 'L', '400001', 'Mumbai', 'Maharashtra',
      'B', '', '0000', 'HDFC0000001' from a`)
  await db.query(sql`
    insert into product (id, seller_id, category_id, subcategory_id, name, price_paise, description, details, units,
      height_cm, length_cm, width_cm, weight_grams, images, search, search_text)
    select uuidv7(), s.account_id, b.category_id, b.id, 'Product ' || s.company_name, 9900, 'd', 'd', 9,
      1, 1, 1, 1, array['/media/p/x/480.webp'], '', 'product'
    from seller s join account a on a.id = s.account_id and a.email like '%@many.test', (select * from subcategory limit 1) as b`)
  await db.query(sql`
    insert into checkout (id, customer_id, state, total_paise, fingerprint, street, city, state_name, pin_code, hold_expires_at)
    select uuidv7(), id, 'completed', 9900, 'x', 'Test Street', 'Jaipur', 'Rajasthan', '302001', now()
    from account where email like 'buyer-%@many.test'`)
  await db.query(sql`
    insert into checkout_line (checkout_id, line_no, product_id, seller_id, product_name, product_image, price_paise, quantity)
    select c.id, 1, p.id, p.seller_id, 'Product number ' || c.n, p.images[1], 9900, 1
    from (select id, row_number() over (order by id) as n from checkout) as c
    join (select id, seller_id, images, row_number() over (order by id) - 1 as n, count(*) over () as all
      from product where name like 'Product Company %') as p on p.n = c.n % p.all`)
  await db.query(sql`
    insert into orders (id, checkout_id, line_no, customer_id, seller_id, product_id, product_name, product_image, quantity,
      amount_paise, street, city, state_name, pin_code, status, awb_number)
    select uuidv7(), c.id, 1, c.customer_id, l.seller_id, l.product_id, l.product_name, l.product_image, 1, 9900, c.street, c.city,
      c.state_name, c.pin_code, case when l.product_name ~ '[37]000$' then 'cancelled' else 'completed' end,
      'AWB' || substring(l.product_name from '[0-9]+')
    from checkout c join checkout_line l on l.checkout_id = c.id order by c.id`)
  await db.query(sql`
    insert into audit_entry (id, act, by_name, to_kind, to_id, to_name, ip)
    select uuidv7(), 'login', email, 'account', id::text, email, '10.0.0.1' from account where email like 'buyer-%@many.test'`)
  await db.execute('vacuum analyze')
  const [row] = await db.query<{ id: string }>(
    sql`select id from orders order by id offset (select count(*) / 2 from orders) limit 1`,
  )
  return row?.id ?? ''
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await call()
  return performance.now() - started
}

function median(times: readonly number[]): string {
  return (times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0).toFixed(1)
}
