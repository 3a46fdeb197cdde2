/** A restart with a backlog: 100,000 parcels to look at, as many jobs to work, and a courier who tells what he could not tell. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openDb } from '../server/platform/db/client.ts'
import { sql } from '../server/platform/db/sql.ts'
import { placeOrders } from '../tests/setup/many-rows.ts'
import type { TestProduct } from '../tests/setup/products.ts'
import type { TestShop } from '../tests/setup/shop.ts'
import { type Bought, type Purchases, withPurchases } from './purchase-rig.ts'
import { quantile } from './quantile.ts'
import { printTable } from './table.ts'

const parcels = Number(process.env.BENCH_PARCELS ?? 100_000)
const batch = 10_000
const courierConnections = 16
const seconds = 20
/** Below the payments that an account may make in a minute. */
const purchaseEveryMs = 1_200

export async function benchRestart(): Promise<void> {
  await withPurchases(async (shop) => {
    await shop.buyFor(4, purchaseEveryMs)
    const before = await shop.buyFor(seconds, purchaseEveryMs)
    await shop.restartShop([], () => leaveBacklog(shop))
    const [jobsBefore, dueBefore] = [await waitingJobs(shop), await dueParcels(shop)]
    let isOver = false
    const told = Promise.all(
      Array.from({ length: courierConnections }, (_, i) => tellParcels(shop, i, () => isOver)),
    )
    const after = await shop.buyFor(seconds, purchaseEveryMs)
    isOver = true
    const notices = await told
    const [jobs, due] = [jobsBefore - (await waitingJobs(shop)), dueBefore - (await dueParcels(shop))]
    const sum = (of: 'accepted' | 'refused') => notices.reduce((all, one) => all + one[of], 0)
    printTable(
      [
        `${shop.people.length} buyers, ${seconds} s`,
        'purchases a second',
        'all calls: median, 99 %, longest',
        'refused purchases',
      ],
      [
        rowOf('before', before),
        rowOf(`after a restart with ${parcels.toLocaleString('en')} parcels and jobs`, after),
      ],
    )
    printTable(
      ['worked off meanwhile', ''],
      [
        ['jobs', jobs],
        ['parcels whose turn came', due],
        ['notices of the courier: accepted, refused for now', `${sum('accepted')}, ${sum('refused')}`],
      ],
    )
  })
}

function rowOf(name: string, { ms, refused }: Bought): (string | number)[] {
  const at = (share: number) => `${Math.round(quantile(ms, share))} ms`
  return [name, (ms.length / seconds).toFixed(1), `${at(0.5)}, ${at(0.99)}, ${at(1)}`, refused]
}

const awbOf = (orderId: string) => `WAIT${orderId}`

/** Orders whose parcels are with the courier and are to be looked at, and a job for each that was sent twice. */
async function leaveBacklog({ database, client, ids: [productId = ''] }: Purchases): Promise<void> {
  const db = openDb({ connection: database.connection, max: 2 })
  const [buyer] = await db.query<{ email: string }>(
    sql`select email from account where email like 'overload-%' limit 1`,
  )
  const product = { id: productId, pricePaise: 9_900 } as TestProduct
  for (let done = 0; done < parcels; done += batch)
    await placeOrders({ db } as TestShop, product, buyer?.email ?? '', Math.min(batch, parcels - done))
  await db.close()
  await client.query(`
    update orders set awb_number = 'WAIT' || id, shipment_id = number, shipment_label_url = 'https://labels.test/1.pdf',
      pickup_requested_at = now(), booking_started_at = now(), status = 'pending'
    where awb_number is null and parcel_check_at is not null`)
  await client.query(`
    insert into pgboss.job (name, data, retry_limit)
    select 'book-parcel', jsonb_build_object('orderId', id), 3 from orders where awb_number like 'WAIT%'`)
  await client.query('vacuum analyze')
}

/** The courier tells of one parcel after the other, and of one that is refused again. */
async function tellParcels(
  { url, client, webhookToken }: Purchases,
  number: number,
  over: () => boolean,
): Promise<{ accepted: number; refused: number }> {
  const { rows } = await client.query(
    `select id from orders where awb_number like 'WAIT%' order by id limit $1 offset $2`,
    [Math.ceil(parcels / courierConnections), number * Math.ceil(parcels / courierConnections)],
  )
  const told = { accepted: 0, refused: 0 }
  for (const { id } of rows as { id: string }[]) {
    const body = JSON.stringify({ awb: awbOf(id), order_id: id, shipment_status_id: 18 })
    for (;;) {
      if (over()) return told
      const response = await fetch(`${url}/api/v1/webhooks/courier`, {
        method: 'POST',
        body,
        headers: { 'x-api-key': webhookToken, 'content-type': 'application/json' },
      })
      await response.arrayBuffer()
      if (response.status === 200) break
      if (response.status !== 503) throw new Error(`webhook: ${response.status}`)
      told.refused += 1
      await sleep(100)
    }
    told.accepted += 1
  }
  return told
}

async function waitingJobs({ client }: Purchases): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as n from pgboss.job where name = 'book-parcel' and state in ('created', 'retry')`,
  )
  return rows[0].n
}

async function dueParcels({ client }: Purchases): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as n from orders where awb_number like 'WAIT%' and parcel_check_at <= now()`,
  )
  return rows[0].n
}
