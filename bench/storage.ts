/** What a purchase leaves in the database when its parcel is delivered and its invoice is made: bytes of rows and indexes. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withPurchases } from './purchase-rig.ts'
import { printTable } from './table.ts'

const seconds = 20
/** Tables that are emptied again, or whose size says nothing of orders. */
const passing = ['pgboss.job_common', 'public.rate_limit', 'public.catalogue_change']

export async function benchStorage(): Promise<void> {
  await withPurchases(async ({ client, people, kit, buyFor }) => {
    const before = await sizes(client)
    const began = new Date()
    const orders = (await buyFor(seconds)).ms.length
    await deliverAll(client, kit, began)
    const after = await sizes(client)
    const each = [...after]
      .filter(([table]) => !passing.includes(table))
      .map(([table, bytes]) => [table, (bytes - (before.get(table) ?? 0)) / orders] as const)
      .filter(([, bytes]) => bytes >= 50)
      .toSorted(([, a], [, b]) => b - a)
    printTable(
      [`what one of ${orders} orders of ${people.length} buyers leaves, delivered`, 'kB'],
      [
        ...each.map(([table, bytes]) => [table.replace('public.', ''), (bytes / 1_024).toFixed(2)]),
        ['all', (each.reduce((sum, [, bytes]) => sum + bytes, 0) / 1_024).toFixed(1)],
      ],
    )
  })
}

/** The stand-in of the courier brings the parcels of everything that was bought since then; then the jobs make the documents. */
async function deliverAll(
  client: pg.Client,
  kit: { post(path: string, body: unknown): Promise<unknown> },
  since: Date,
) {
  const left = async (condition: string) =>
    (await client.query(`select id from orders where created_at >= $1 and ${condition}`, [since])).rows as {
      id: string
    }[]
  const untilNone = async (condition: string) => {
    for (let tries = 0; (await left(condition)).length > 0; tries += 1) {
      if (tries === 1_200) throw new Error(`after two minutes there are orders with ${condition}`)
      await sleep(100)
    }
  }
  await untilNone('awb_number is null')
  for (const { id } of await left('true')) await kit.post(`/dev/shipments/${id}`, { status: 'Delivered' })
  await untilNone('delivery_date is null')
  await untilNone(
    `not exists (select from tax_document d join tax_document_file f on f.document_id = d.id where d.order_id = orders.id)`,
  )
}

async function sizes(client: pg.Client): Promise<Map<string, number>> {
  await client.query('vacuum full')
  const { rows } = await client.query(`
    select schemaname || '.' || relname as name, pg_total_relation_size(relid)::float8 as bytes from pg_stat_user_tables`)
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}
