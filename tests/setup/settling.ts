/** What happens to sold orders until their sellers are paid, by the use cases that courier and timers call. */
import { newId } from '../../server/platform/db/ids.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { reverseAndRefundOrder } from '../../server/fulfilment/orders/reverse-and-refund-order.ts'
import { renewParcel } from '../../server/fulfilment/orders/cancel-pieces.ts'
import { lockOrderToRefund } from '../../server/fulfilment/orders/refund-queries.ts'
import { addDays, dayOf } from '../../server/platform/calendar.ts'
import { insertRun } from '../../server/money/settlements/run-queries.ts'
import { continueRun } from '../../server/money/settlements/run-settlement.ts'
import { tellOfOrder } from './parcels.ts'
import { sellOne } from './sales.ts'
import type { Seller } from './sellers.ts'
import type { TestShop } from './shop.ts'

/** Codes of the courier. */
const codes = { shipped: 6, delivered: 7, 'returned to its sender': 10, lost: 12 } as const

export const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000)
/** The day so many days ago. */
export const dayAgo = (days: number): string => addDays(dayOf(new Date()), -days)

/** The courier reports a status of a parcel. */
export async function courierSays(
  shop: TestShop,
  orderId: string,
  words: keyof typeof codes,
  at = new Date(),
): Promise<void> {
  await tellOfOrder(shop, orderId, { code: codes[words], words, at })
  // These orders were placed a moment ago, and a delivery that is older than its order counts from now.
  if (words === 'delivered')
    await shop.db.query(sql`
      update orders set delivery_date = ${at} where id = ${orderId} and delivery_date is not null`)
}

/** The parcel is handed over and delivered so many days ago. */
export async function delivered(shop: TestShop, orderId: string, days = 0): Promise<void> {
  await courierSays(shop, orderId, 'shipped', daysAgo(days + 2))
  await courierSays(shop, orderId, 'delivered', daysAgo(days))
}

/** Three pieces of ₹149.00 between states, delivered so many days ago; the seller gets ₹332.91 for them. Returns the order's id. */
export async function sellThreePieces(shop: TestShop, seller: Seller, days: number | null): Promise<string> {
  const { orderId } = await sellOne(shop, seller, { pricePaise: 14_900, quantity: 3, units: 10 })
  if (days !== null) await delivered(shop, orderId, days)
  return orderId
}

/** Reverses a part of an order's sale, as the use cases do. */
export async function takeBack(
  { running }: TestShop,
  orderId: string,
  part: Parameters<typeof reverseAndRefundOrder>[3],
): Promise<void> {
  await running.shop.db.transaction(async (tx) => {
    const order = await lockOrderToRefund(tx, orderId)
    await reverseAndRefundOrder(running.shop, tx, orderId, part, 'returned')
    // What the courier does not have leaves the parcel.
    if (order && 'units' in part && !order.sold) await renewParcel(running.shop, tx, order)
  })
}

/** All sellers are settled up to a day, as the timer does; returns the run. */
export async function settle({ running }: TestShop, upTo: string): Promise<string> {
  const id = newId()
  if (!(await insertRun(running.shop.db, id, upTo))) throw new Error(`no run up to ${upTo}`)
  await continueRun(running.shop, id)
  return id
}

/** The courier has carried goods back to the seller: before that a way back costs nothing. */
export const carryBack = ({ db }: TestShop, order: string): Promise<unknown> =>
  db.query(sql`
    with r as (
      insert into return_request (id, order_id, seller_id, units, reason, words, state, way_back_paise, way_back_paid_by,
        refund_paise, carried_at)
      select gen_random_uuid(), id, seller_id, 1, 'damaged', '', 'withdrawn', 0, 'seller', 0, now() from orders where id = ${order}
      returning id
    )
    insert into return_event (request_id, no, state, by) select id, 1, 'withdrawn', 'buyer' from r`)
