/** An administrator holds a running shop, and releases it (docs/operations.md, "A held shop"). */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { buy, eventually, ordersOf, pay, startPaying, verify } from '../../../tests/setup/buying.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { type Admin, addAdmin } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart } from '../../../tests/setup/products.ts'
import { paymentFault } from '../../../tests/setup/providers.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { openDb } from '../../platform/db/client.ts'
import { listMigrations, migrate } from '../../platform/db/migrate.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop)
})
afterAll(() => shop.stop())

const hold = (note = 'Something is wrong.') => admin.post('/public/admin/hold', { note })
const release = () => admin.post('/public/admin/hold/release', { note: 'All is well.' })
const payments = async () => {
  const [row] = await shop.db.query<{ count: number }>(sql`select count(*) as count from payment`)
  return row?.count ?? 0
}
async function buyers(count: number): Promise<Customer[]> {
  const { id } = await addProduct(shop, { units: 1_000 })
  const all: Customer[] = []
  for (let n = 0; n < count; n += 1) all.push(await customerWithCart(shop, [{ id }]))
  return all
}

test('a held shop takes no payment over; what was paid meanwhile becomes orders after the release', async () => {
  const [buyer] = await buyers(1)
  const { body: order } = await startPaying(buyer!)
  expect((await hold()).status).toBe(200)
  expect((await hold()).status).toBe(409)
  expect((await admin.get('/public/admin/hold')).body).toMatchObject({ cause: 'by-hand', waitsFor: null })
  const paid = await pay(shop, order)
  const paused = { status: 503, body: { msg: expect.stringContaining('confirm your order by e-mail') } }
  expect(await verify(buyer!, paid)).toMatchObject(paused)
  // The webhook's job comes back to its queue, and has lost none of its tries.
  const [job] = await eventually(
    () =>
      shop.db.query<{ tries: number; count: number }>(sql`
        select max(retry_count) as tries, count(*) as count from pgboss.job
        where name = 'payment-webhook' and state = 'created' and start_after > now() + interval '1 minute'`),
    ([row]) => (row?.count ?? 0) > 0,
  )
  expect([job?.tries, await ordersOf(buyer!)]).toEqual([0, []])
  expect((await release()).status).toBe(200)
  expect((await release()).status).toBe(409)
  await eventually(
    () => ordersOf(buyer!),
    (orders) => orders.length === 1,
  )
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test(
  'from the answer on that the shop is held, no purchase that was under way is recorded',
  nightly(
    'A race of purchases with a hold. That a held shop takes no payment over is proved above each time.',
  ),
  async () => {
    const inAll = (await payments()) + 12
    const all = await buyers(12)
    const paid = await Promise.all(all.map(async (buyer) => pay(shop, (await startPaying(buyer)).body)))
    const verified = all.map((buyer, n) => verify(buyer, paid[n]!))
    await verified[0]
    expect((await hold()).status).toBe(200)
    const atOnce = await payments()
    const statuses = (await Promise.all(verified)).map(({ status }) => status)
    expect(await payments()).toBe(atOnce)
    // The webhook may have recorded a payment whose own verification came to the held shop.
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(inAll - atOnce)
    expect(statuses.filter((status) => status !== 503 && status !== 200)).toEqual([])
    expect((await release()).status).toBe(200)
    await eventually(payments, (count) => count === inAll)
    expect(await brokenInvariants(shop.db)).toEqual([])
  },
)

test('a refund that was paid by hand is recorded while the shop is held', async () => {
  const [buyer] = await buyers(1)
  expect((await buy(shop, buyer!)).status).toBe(200)
  const [order] = await ordersOf(buyer!)
  await paymentFault(shop, 'refunds.process', 'refuse-400')
  expect((await buyer!.post(`/private/order/cancel/${order.id}`, {})).status).toBe(200)
  const [refund] = await eventually(
    () =>
      shop.db.query<{ id: string; state: string }>(
        sql`select id, state from refund where order_id = ${order.id}`,
      ),
    ([row]) => row?.state === 'failed',
  )
  expect((await hold()).status).toBe(200)
  const note = { note: 'By bank, UTR HDFCN52611190000007' }
  expect(await admin.post(`/public/admin/refunds/${refund!.id}/settled`, note)).toMatchObject({ status: 200 })
  expect((await release()).status).toBe(200)
  expect(await admin.post(`/public/admin/refunds/${refund!.id}/settled`, note)).toMatchObject({ status: 409 })
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test('a release needs a recent login', async () => {
  await hold()
  await shop.db.query(sql`update session set confirmed_at = now() - interval '1 hour'`)
  expect(await release()).toMatchObject({ status: 403, body: { fields: { recentLogin: expect.anything() } } })
  await shop.db.query(sql`update session set confirmed_at = now()`)
  expect((await release()).status).toBe(200)
})

test('a second administrator confirms the release, where there is one', async () => {
  const other = await addAdmin(shop, undefined, ['finance'])
  await hold()
  const asked = await release()
  expect(asked.status).toBe(202)
  expect((await other.get('/public/admin/hold')).body).not.toBeNull()
  const support = await addAdmin(shop, undefined, ['support'])
  expect((await support.post('/public/admin/hold/release', { note: 'x' })).status).toBe(403)
  expect((await other.post(`/public/admin/approvals/${asked.body.approvalId}/confirm`)).status).toBe(200)
  expect((await admin.get('/public/admin/hold')).body).toBe(null)
})

test(
  'an archive of a version without holds is restored as a held shop',
  nightly('An archive that only a shop from before has. What a held shop refuses is proved above each time.'),
  async () => {
    const server = inject('database')
    const name = `test_${process.pid}_before_holds`
    const owner = openDb({ connection: { ...server, database: 'hariyali' }, max: 1 })
    await owner.execute(`create database ${name}`)
    const db = openDb({ connection: { ...server, database: name }, max: 1 })
    try {
      await migrate(
        db,
        listMigrations()
          .map((file) => file.name)
          .filter((file) => file < '0015'),
      )
      await db.execute(
        `insert into setting (name, value) values ('restored', '{"backupAt": "2026-11-01T10:00:00Z"}')`,
      )
      await migrate(db)
      expect(await db.query(sql`select cause, backup_at as "backupAt" from shop_hold`)).toEqual([
        { cause: 'restored', backupAt: new Date('2026-11-01T10:00:00Z') },
      ])
      expect(await db.query(sql`select from setting where name = 'restored'`)).toEqual([])
    } finally {
      await db.close()
      await owner.execute(`drop database ${name} with (force)`)
      await owner.close()
    }
  },
)
