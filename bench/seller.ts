/** A seller's uploads (five large photos at once) and lists with 50 and with 5,000 products and orders. */
import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { api } from '../contract/endpoints.ts'
import { sql } from '../server/platform/db/sql.ts'
import { createClient, type TestClient } from '../tests/setup/client.ts'
import { emptyOrders } from '../tests/setup/many-rows.ts'
import { upload } from '../tests/setup/pictures.ts'
import { startDemoShop, startDemoShopHere } from './demo-shop.ts'
import { residentMb } from './resident.ts'
import { printTable } from './table.ts'

export async function benchSeller(): Promise<void> {
  await benchUploads()
  process.stdout.write('\n')
  await benchLists()
}

async function demoSeller(url: string): Promise<TestClient> {
  const client = createClient(url)
  const login = { email: 'seller@hariyali.test', password: 'green-demo' }
  if ((await client.post(api.auth.login.path, login)).status !== 200) throw new Error('no log-in')
  return client
}

async function benchUploads(): Promise<void> {
  const photos = await Promise.all(Array.from({ length: 5 }, (_, i) => photo(i)))
  const shop = await startDemoShop()
  try {
    const seller = await demoSeller(shop.url)
    const visit = () => fetch(`${shop.url}/api/v1${api.category.all.path}`).then((answer) => answer.text())
    for (let i = 0; i < 200; i += 1) await visit()
    const idle = await timesOf(visit, 200)
    const before = residentMb(shop.pid)
    // Baseline: plain API calls also grow the heap.
    await timesOf(visit, 3_000)
    const visited = residentMb(shop.pid)
    let running = true
    const memory = watchMemory(shop.pid, () => running)
    const started = performance.now()
    const uploads = Promise.all(photos.map((bytes) => upload(seller, bytes))).finally(() => {
      running = false
    })
    const meanwhile = await timesOf(visit, () => running)
    const answers = await uploads
    const seconds = (performance.now() - started) / 1_000
    const { server, maker } = await memory
    if (answers.some((answer) => answer.status !== 200)) throw new Error(JSON.stringify(answers))
    printTable(
      ['five concurrent uploads of 12-megapixel photos', ''],
      [
        ['sent', `${(photos.reduce((sum, p) => sum + p.length, 0) / 1e6).toFixed(1)} MB`],
        ['all five stored in every size', `${seconds.toFixed(1)} s`],
        ['server: before, after 3,000 other calls, at most', `${before}, ${visited}, ${server} MB`],
        ['the picture process, peak', `${maker} MB`],
        [
          'another call, idle server: median, 99th percentile, slowest',
          `${median(idle)}, ${slowest(idle)} ms`,
        ],
        [
          `another call meanwhile (${meanwhile.length}): median, 99th of 100, slowest`,
          `${median(meanwhile)}, ${slowest(meanwhile)} ms`,
        ],
      ],
    )
  } finally {
    await shop.stop()
  }
}

/** A photo of 4,000 × 3,000 pixels with detail everywhere, so that it compresses like a camera's. */
async function photo(seed: number): Promise<Buffer> {
  const [width, height] = [1_000, 750]
  const grain = Buffer.from(
    Array.from({ length: width * height * 3 }, (_, i) => 96 + ((i * 7_919 + seed * 31 + (i >> 3)) % 97)),
  )
  return sharp(grain, { raw: { width, height, channels: 3 } })
    .resize(4_000, 3_000)
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** Peak memory of the server and of its picture process, sampled every 20 ms (Linux only). */
async function watchMemory(pid: number, goesOn: () => boolean): Promise<{ server: number; maker: number }> {
  let [server, maker] = [0, 0]
  while (goesOn()) {
    server = Math.max(server, residentMb(pid))
    for (const child of childrenOf(pid)) maker = Math.max(maker, residentMb(child))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { server, maker }
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '))
      .filter(Boolean)
      .map(Number)
      .filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('make-sizes'))
  } catch {
    return []
  }
}

async function benchLists(): Promise<void> {
  const shop = await startDemoShopHere()
  try {
    const seller = await demoSeller(shop.url)
    const rows: (string | number)[][] = []
    const asked = [
      ['manage products: first page of 48', '/private/product/get-by-seller'],
      ['search for a word that one has', '/private/product/get-by-seller?search=number%2049'],
      ['low stock', '/private/product/get-by-seller?stock=low'],
      ['manage orders: first page of 48', '/private/order/get/seller'],
      ['search for the AWB number of one', '/private/order/get/seller?search=AWB49X'],
      ['search for a word that all have', '/private/order/get/seller?search=product'],
      ['one in eight: Out for Delivery', '/private/order/get/seller?status=Out%20for%20Delivery'],
    ] as const
    const results = asked.map(() => [] as { ms: string; statements: number }[])
    for (const count of [50, 5_000]) {
      await fill(shop.db, count)
      for (const [i, [, path]] of asked.entries()) {
        const call = () => seller.get(path)
        for (let n = 0; n < 20; n += 1) await call()
        const before = shop.statements()
        const times = await timesOf(call, 60)
        const statements = (shop.statements() - before) / times.length
        results[i]?.push({ ms: median(times), statements: Math.round(statements) })
      }
    }
    for (const [i, [name]] of asked.entries()) {
      const [few, many] = results[i] ?? []
      rows.push([name, few?.ms ?? '', many?.ms ?? '', `${few?.statements} / ${many?.statements}`])
    }
    printTable(['own lists', 'ms at 50', 'ms at 5,000', 'statements, the session included'], rows)
  } finally {
    await shop.stop()
  }
}

/** Gives the demo seller exactly `count` products and orders. */
async function fill(db: Awaited<ReturnType<typeof startDemoShopHere>>['db'], count: number): Promise<void> {
  const seller = sql`(select id from account where email = 'seller@hariyali.test')`
  await emptyOrders(db)
  await db.query(sql`delete from product where seller_id = ${seller}`)
  await db.query(sql`
    insert into product (id, seller_id, category_id, subcategory_id, name, price_paise, description, details, units,
      height_cm, length_cm, width_cm, weight_grams, images, search, search_text)
    select gen_random_uuid(), ${seller}, b.category_id, b.id, 'Product number ' || n, 9900, repeat('Long words. ', 60), 'd', n % 200,
      1, 1, 1, 1, array['/media/p/x/480.webp'], to_tsvector('english', 'product number ' || n), 'product number ' || n
    from generate_series(1, ${count}::int) as n, (select * from subcategory limit 1) as b`)
  await db.query(sql`
    insert into checkout (id, customer_id, state, total_paise, fingerprint, street, city, state_name, pin_code, hold_expires_at)
    select uuidv7(), c.account_id, 'completed', 9900, 'x', 'Test Street', 'Jaipur', 'Rajasthan', '302001', now()
    from customer c, generate_series(1, ${count}::int)`)
  await db.query(sql`
    insert into checkout_line (checkout_id, line_no, product_id, seller_id, product_name, product_image, price_paise, quantity)
    select c.id, 1, p.id, p.seller_id, p.name, p.images[1], 9900, 1
    from checkout c, (select * from product where seller_id = ${seller} limit 1) as p`)
  await db.query(sql`
    insert into orders (id, checkout_id, line_no, customer_id, seller_id, product_id, product_name, product_image, quantity,
      amount_paise, street, city, state_name, pin_code, status, shipment_status, awb_number)
    select uuidv7(), c.id, 1, c.customer_id, l.seller_id, l.product_id, l.product_name, l.product_image, 1, 9900, c.street, c.city,
      c.state_name, c.pin_code, 'shipped', case when c.n % 8 = 0 then 'Out for Delivery' else 'In Transit' end, 'AWB' || c.n || 'X'
    from (select *, row_number() over (order by id) as n from checkout) as c join checkout_line l on l.checkout_id = c.id`)
  await db.execute('analyze')
}

/** Latencies of sequential calls: a number of calls, or as long as the function returns true. */
async function timesOf(call: () => Promise<unknown>, until: number | (() => boolean)): Promise<number[]> {
  const times: number[] = []
  while (typeof until === 'number' ? times.length < until : until()) {
    const started = performance.now()
    await call()
    times.push(performance.now() - started)
  }
  return times
}

function median(times: readonly number[]): string {
  return (times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0).toFixed(1)
}

function slowest(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  return `${(sorted[Math.floor(sorted.length * 0.99)] ?? 0).toFixed(0)}, ${(sorted.at(-1) ?? 0).toFixed(0)}`
}
