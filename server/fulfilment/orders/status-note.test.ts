/** Each exceptional state of an order has one sentence that tells each kind of reader what happens. */
// @module-tag nightly: Every exceptional state in turn. The tests of parcels, cancellations and returns read the sentence of theirs each time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerWithCart } from '../../../tests/setup/products.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { type Admin, addAdmin } from '../../../tests/setup/people.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { tellOfOrder } from '../../../tests/setup/parcels.ts'
import { bookingFailed } from '../shipments/parcel-rules.ts'

let shop: TestShop
let seller: Seller
let buyer: Customer
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop()
  seller = await addSeller(shop)
  buyer = await customerWithCart(shop, [])
  admin = await addAdmin(shop)
})
afterAll(() => shop.stop())

interface Shown {
  id: string
  shipmentStatus: string | null
  statusNote: string | null
}
type Notes = Record<'customer' | 'seller' | 'administrator', string | null>

/** An order with a parcel that got these codes from the courier, and the change that follows. */
async function orderWith(
  codes: readonly number[],
  change?: (id: string) => Sql,
): Promise<{ id: string; awb: string }> {
  const { orderId: id } = await sellOne(shop, seller, { buyer })
  const awb = `AWB-${id}`
  if (codes.length > 0)
    await shop.db.query(
      sql`update orders set awb_number = ${awb}, status = 'processing', shipment_status = 'Pending' where id = ${id}`,
    )
  for (const [minutes, code] of codes.entries())
    await tellOfOrder(shop, id, { code, words: `code ${code}`, at: new Date(Date.now() + minutes * 60_000) })
  if (change) await shop.db.query(change(id))
  return { id, awb }
}

async function readAs(id: string): Promise<{ notes: Notes; shown: Shown }> {
  const find = async (client: Customer | Seller | Admin, path: string) =>
    ((await client.get(path)).body as Shown[]).find((order) => order.id === id)
  const shown = await find(buyer, '/private/order/get/customer?limit=200')
  const sellers = await find(seller, '/private/order/get/seller?limit=200')
  const admins = await find(admin, '/public/admin/all-orders?limit=200')
  if (!shown || !admins) throw new Error(`order ${id} is not listed`)
  const notes = {
    customer: shown.statusNote,
    seller: sellers?.statusNote ?? null,
    administrator: admins.statusNote,
  }
  return { notes, shown }
}

test('an administrator reads why an order needs attention, without the code of the courier', async () => {
  const { id } = await orderWith([1, 6, 12])
  const { body } = await admin.get(`/public/admin/all-orders?q=${id}`)
  expect(body).toMatchObject([{ needsAttention: 'The courier lost the parcel.' }])
})

test.each([
  ['just placed', [], null],
  ['booked', [1], 'Pending'],
  ['on its way', [1, 6, 18], 'In Transit'],
  ['delivered', [1, 6, 18, 17, 7], 'Delivered'],
  ['delivered after all', [1, 6, 18, 12, 17, 7], 'Delivered'],
])('an order on its ordinary way has no note: %s', async (_, codes, shipmentStatus) => {
  const { id } = await orderWith(codes)
  const { notes, shown } = await readAs(id)
  expect(notes).toEqual({ customer: null, seller: null, administrator: null })
  expect(shown.shipmentStatus).toBe(shipmentStatus)
})

test.each([
  [
    'lost',
    [1, 6, 18, 12],
    'In Transit',
    'has lost this parcel',
    'nothing you need to do',
    'refund the order',
  ],
  [
    'not to be traced',
    [1, 6, 76],
    'Shipped',
    'has lost this parcel',
    'nothing you need to do',
    'refund the order',
  ],
  ['damaged', [1, 6, 18, 25], 'In Transit', 'was damaged', 'nothing you need to do', 'refund the order'],
  ['destroyed', [1, 6, 24], 'Shipped', 'was destroyed', 'nothing you need to do', 'refund the order'],
  [
    'stopped',
    [1, 6, 71],
    'Shipped',
    'has stopped this parcel',
    'nothing you need to do',
    'tell the customer',
  ],
  [
    'undelivered',
    [1, 6, 18, 17, 21],
    'Out for Delivery',
    'tries again; please keep',
    'tries again',
    'tries again',
  ],
  ['delayed', [1, 6, 18, 22], 'In Transit', 'delayed', 'delayed', 'delayed'],
  ['misrouted', [1, 6, 39], 'In Transit', 'wrong turn', 'wrong turn', 'wrong turn'],
  ['delivered in part', [1, 6, 23], 'Delivered', 'write to support', 'a part', 'the rest'],
  ['cancelled', [1, 8], 'Cancelled', 'cancelled this parcel', 'do not hand it over', 'refund the order'],
  ['returned', [1, 6, 9], 'RTO', 'back to the seller', 'brings it back to you', 'refund the order'],
] as const)(
  'a parcel that is %s says so to each reader, and the badge keeps the word of the courier',
  async (_, codes, shipmentStatus, customer, sellers, administrator) => {
    const { id } = await orderWith(codes)
    const { notes, shown } = await readAs(id)
    expect(shown.shipmentStatus).toBe(shipmentStatus)
    expect(notes.customer).toContain(customer)
    expect(notes.seller).toContain(sellers)
    expect(notes.administrator).toContain(administrator)
  },
)

test('a parcel that moves on after a delay or a missed delivery has no note any more', async () => {
  const { id } = await orderWith([1, 6, 18, 22, 17, 21, 17])
  expect((await readAs(id)).notes).toEqual({ customer: null, seller: null, administrator: null })
})

test('a booking that the courier refuses tells the buyer about the money and the seller to keep the goods', async () => {
  const { id } = await orderWith(
    [],
    (of) => sql`update orders set needs_attention = ${`${bookingFailed}No courier.`} where id = ${of}`,
  )
  const { notes } = await readAs(id)
  expect(notes.customer).toContain('you get your money back')
  expect(notes.seller).toContain('keep the goods')
  expect(notes.administrator).toContain('the booking is tried again')
})

test('an order that a person has to look at for any other reason says that somebody does', async () => {
  const { id } = await orderWith(
    [1, 6, 18],
    (of) => sql`update orders set needs_attention = 'Not delivered after 30 days.' where id = ${of}`,
  )
  expect((await readAs(id)).notes).toMatchObject({
    customer: 'Our team is looking into this order; there is nothing you need to do.',
    administrator: null,
  })
})

test('a refunded order says how far its money is: under way, late, back', async () => {
  const { id } = await orderWith([1, 8])
  expect(
    (await admin.post(`/public/admin/orders/${id}/refund`, { note: 'Cancelled by the courier.' })).status,
  ).toBe(200)
  const set = async (state: string, days = 0) => {
    await shop.db.query(sql`
      update refund set state = ${state}, created_at = now() - ${days} * interval '1 day', accepted_at = null where order_id = ${id}`)
    return (await readAs(id)).notes
  }
  expect((await set('accepted')).customer).toContain('your money goes back')
  expect(await set('accepted', 8)).toMatchObject({
    customer: expect.stringContaining('takes longer than usual'),
    administrator: expect.stringContaining('stuck'),
  })
  // The line of the refund says the rest to an administrator.
  expect(await set('processed')).toMatchObject({
    customer: expect.stringContaining('your money went back'),
    administrator: null,
  })
  // The provider's final state, which the trigger of the table allows from any state.
  expect((await set('failed')).customer).toContain('takes longer than usual')
})

test('an order that its buyer cancelled says the same of its money, to each reader in fitting words', async () => {
  const { id } = await orderWith([])
  expect((await buyer.post(`/private/order/cancel/${id}`, {})).status).toBe(200)
  const set = async (state: string, days = 0) => {
    await shop.db.query(sql`
      update refund set state = ${state}, created_at = now() - ${days} * interval '1 day', accepted_at = null where order_id = ${id}`)
    return (await readAs(id)).notes
  }
  const notes = (customer: string, administrator: string) => ({
    customer: expect.stringMatching(`^You cancelled this order, and ${customer}`),
    administrator: `The customer cancelled this order${administrator}.`,
  })
  expect(await set('accepted')).toMatchObject(notes('your money goes back', ''))
  expect(await set('accepted', 8)).toMatchObject(
    notes('your refund takes longer than usual', ', and the refund is stuck: settle it under Refunds'),
  )
  expect(await set('processed')).toMatchObject(notes('your money went back', ''))
})
