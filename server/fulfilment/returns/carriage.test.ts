/** What a way back costs, and when: only what a courier carried, and only what was really kept from the refund. */
import { expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { customerWithCart } from '../../../tests/setup/products.ts'
import {
  ask,
  asked,
  moveReplacement,
  moveReturnParcel,
  orderCard,
  postReturn,
  received,
  replacementOf,
  returnOf,
  sellDelivered,
  untilReturn,
  untilReturnRefunded,
} from '../../../tests/setup/returns.ts'
import { type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: true }, (made) => void ({ shop, admin, seller } = made))

/** Charged for ways back and replacements of an order, and credited to the shop's expenses. Paise. */
async function chargesOf(orderId: string) {
  const [row] = await shop.db.query<any>(sql`
    select coalesce(-sum(p.amount_paise) filter (where p.account = 'shipping' and e.kind = 'sale-reversed'), 0)::int as carriage,
      coalesce(sum(p.amount_paise) filter (where p.account = 'claims'), 0)::int as claims
    from journal_entry e join posting p on p.entry_id = e.id where e.order_id = ${orderId}`)
  return row
}

/** The seller has the goods by another way: a courier was booked, and nothing says that it had them. */
async function receivedByHand(orderId: string, buyer: Parameters<typeof asked>[0], more: object) {
  const id = await asked(buyer, orderId, more)
  await postReturn(seller, id, 'accept')
  await untilReturn(shop, id, 'pickup-booked')
  expect((await postReturn(seller, id, 'receive')).status).toBe(200)
  return id
}

test('a way back that was booked and not carried costs the buyer nothing', async () => {
  const sale = await sellDelivered(shop, seller)
  const id = await receivedByHand(sale.orderId, sale.buyer, { reason: 'changed-mind' })
  await postReturn(seller, id, 'refund', { restock: false })
  expect(await untilReturnRefunded(shop, id)).toMatchObject({ refundedPaise: 14_900 })
  expect(await chargesOf(sale.orderId)).toEqual({ carriage: 0, claims: 0 })
})

test(
  'nor the seller, who has a fault to answer for',
  nightly(
    'The same way back with the other bearer. What is not carried costs nothing in the test above each time.',
  ),
  async () => {
    const sale = await sellDelivered(shop, seller)
    const id = await receivedByHand(sale.orderId, sale.buyer, { reason: 'damaged' })
    await postReturn(seller, id, 'refund', { restock: false })
    await untilReturnRefunded(shop, id)
    expect(await chargesOf(sale.orderId)).toEqual({ carriage: 0, claims: 0 })
  },
)

test(
  'an exchange without a carriage back costs the way of the replacement alone',
  nightly(
    'One more combination of the same charges. exchange.test.ts books what an exchange costs each time.',
  ),
  async () => {
    const sale = await sellDelivered(shop, seller, { units: 5 })
    const id = await receivedByHand(sale.orderId, sale.buyer, { wanted: 'exchange' })
    await postReturn(seller, id, 'exchange', { restock: false })
    await eventually(
      () => replacementOf(shop, id),
      (row) => row.booked,
    )
    await moveReplacement(shop, id, 'Shipped')
    await untilReturn(shop, id, 'sent')
    expect(await chargesOf(sale.orderId)).toEqual({ carriage: 5_000, claims: 0 })
  },
)

test(
  'goods that the courier has, although the seller said first that they are there, are a carriage',
  nightly(
    'One more order of the same facts. A carriage that happened is charged in the other tests each time.',
  ),
  async () => {
    const sale = await sellDelivered(shop, seller)
    const id = await receivedByHand(sale.orderId, sale.buyer, { reason: 'changed-mind' })
    await moveReturnParcel(shop, id, 'Delivered').catch(() => null)
    const [carried] = await eventually(
      () =>
        shop.db.query<any>(
          sql`select carried_at is not null as carried from return_request where id = ${id}`,
        ),
      () => true,
    )
    await postReturn(seller, id, 'refund', { restock: false })
    const { refundedPaise } = await untilReturnRefunded(shop, id)
    expect(refundedPaise).toBe(carried.carried ? 9_000 : 14_900)
  },
)

test('a way back that is dearer than the goods books what was kept from the buyer, and nothing at the shop’s expense', async () => {
  const buyer = await customerWithCart(shop, [])
  const sale = await sellDelivered(shop, seller, { buyer, pricePaise: 4_000 })
  const id = await received(shop, seller, sale, { reason: 'changed-mind' })
  await postReturn(seller, id, 'refund', { restock: false })
  await untilReturn(shop, id, 'refunded')
  // ₹40.00 were kept of ₹59.00: ₹33.90 and 18 % GST on it.
  const [row] = await shop.db.query<any>(sql`
    select way_back_paise as paise, way_back_gst_paise as gst, way_back_paid_by as by from order_reversal
    where order_id = ${sale.orderId}`)
  expect(row).toEqual({ paise: 3_390, gst: 610, by: 'buyer' })
  expect(await chargesOf(sale.orderId)).toEqual({ carriage: 3_390, claims: 0 })
})

/** One piece of the sale is exchanged, and its replacement is delivered. */
async function exchanged(sale: Awaited<ReturnType<typeof sellDelivered>>): Promise<void> {
  const id = await received(shop, seller, sale, { wanted: 'exchange' })
  await postReturn(seller, id, 'exchange', { restock: false })
  await eventually(
    () => replacementOf(shop, id),
    (row) => row.booked,
  )
  await moveReplacement(shop, id, 'Delivered')
  await untilReturn(shop, id, 'exchanged')
}

test(
  'a piece of which another one was exchanged cannot be returned when its own time is over',
  nightly('An exchange and a return of one order. What a way back costs is proved above each time.'),
  async () => {
    const sale = await sellDelivered(shop, seller, { quantity: 2, units: 5 })
    await exchanged(sale)
    // The replacement comes back for money while the time of the order runs.
    const back = await received(shop, seller, sale)
    await postReturn(seller, back, 'refund', { restock: false })
    await untilReturnRefunded(shop, back)
    // Eight days after the delivery, and six after that of the replacement: the piece that stayed is no replacement.
    await shop.db.query(sql`
    update orders set delivery_date = delivery_date - interval '8 days' where id = ${sale.orderId}`)
    const refused = await ask(sale.buyer, sale.orderId)
    expect(refused.status).toBe(409)
    expect((await orderCard(sale.buyer, sale.orderId)).returns.units).toBe(0)
  },
)

test(
  'a replacement can still be returned after the time of its order, once',
  nightly(
    'The same time limit from the other side. A piece whose own time is over is proved above each time.',
  ),
  async () => {
    const sale = await sellDelivered(shop, seller, { quantity: 2, units: 5 })
    await exchanged(sale)
    await shop.db.query(sql`
    update orders set delivery_date = delivery_date - interval '8 days' where id = ${sale.orderId}`)
    expect((await ask(sale.buyer, sale.orderId)).status).toBe(200)
    expect((await ask(sale.buyer, sale.orderId)).status).toBe(409)
  },
)

test(
  'page and mail of a return name what goes back now, where a part went back in the dashboard before',
  nightly(
    'The same figure in page and mail. What goes back is compared with the ledger in the other tests each time.',
  ),
  async () => {
    const buyer = await customerWithCart(shop, [])
    const sale = await sellDelivered(shop, seller, { buyer, pricePaise: 20_000 })
    const id = await received(shop, seller, sale)
    const [payment] = await shop.db.query<any>(sql`
    select p.id from payment p join orders o on o.checkout_id = p.checkout_id where o.id = ${sale.orderId}`)
    await shop.kit(`/sandbox/payments/refunds/${payment.id}`, { amount: 5_000 })
    await eventually(
      () => shop.db.query<any>(sql`select from refund where payment_id = ${payment.id}`),
      (rows) => rows.length === 1,
    )
    await postReturn(seller, id, 'refund', { restock: false })
    await untilReturn(shop, id, 'refunded')
    expect((await returnOf(shop, id)).refundedPaise).toBe(15_000)
    expect((await orderCard(buyer, sale.orderId)).returns.requests[0].refund).toBe(150)
    const mail = await eventually(
      async () => (await shop.mail(buyer.email)).find(({ subject }) => subject.includes('is refunded')),
      (found) => found !== undefined,
    )
    expect(mail!.text).toContain('We are refunding ₹150.00')
  },
)

test(
  'so does the mail of an order that an administrator refunds',
  nightly(
    'The same figure in one more mail. What is charged is proved in the other tests of this file each time.',
  ),
  async () => {
    const buyer = await customerWithCart(shop, [])
    const sale = await sellDelivered(shop, seller, { buyer, pricePaise: 20_000 })
    const [payment] = await shop.db.query<any>(sql`
    select p.id from payment p join orders o on o.checkout_id = p.checkout_id where o.id = ${sale.orderId}`)
    await shop.kit(`/sandbox/payments/refunds/${payment.id}`, { amount: 5_000 })
    await eventually(
      () => shop.db.query<any>(sql`select from refund where payment_id = ${payment.id}`),
      (rows) => rows.length === 1,
    )
    const { body } = await admin.post(`/public/admin/orders/${sale.orderId}/refund-part`, {
      units: 1,
      bears: 'seller',
      left: 200,
      note: 'We have looked at it.',
    })
    expect(body.msg).toContain('₹150.00 goes back')
    const mail = await eventually(
      async () => (await shop.mail(buyer.email)).find(({ subject }) => subject.startsWith('A refund for')),
      (found) => found !== undefined,
    )
    expect(mail!.text).toContain('We are refunding ₹150.00; the other ₹50.00 were refunded to you before.')
  },
)
