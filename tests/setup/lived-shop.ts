/** A shop in which everything that the invariants cover has happened. */
import { sweepCheckouts } from '../../server/buying/checkout/sweep-checkouts.ts'
import { type Sql, sql } from '../../server/platform/db/sql.ts'
import { advanceCheckpoint } from '../../server/money/ledger/checkpoint.ts'
import { compareBalance } from '../../server/money/provider/compare-balance.ts'
import { markPayoutPaid } from '../../server/money/settlements/pay.ts'
import { buy, eventually, pay, startPaying, verify } from './buying.ts'
import { endHolds } from './clock.ts'
import { moveDispute, notAsDescribed, paymentOf, raiseDispute, untilDispute } from './disputes.ts'
import { addProduct, customerWithCart, putInCart } from './products.ts'
import { moveReplacement, received, replacing, sellDelivered, untilReturn } from './returns.ts'
import { sellOne } from './sales.ts'
import { addSeller } from './sellers.ts'
import { dayAgo, delivered, settle, takeBack } from './settling.ts'
import type { TestShop } from './shop.ts'
import { billParcel, chargeWeights, weighParcel } from './weights.ts'

/** Ids of the rows that the statements of broken-by-hand.ts change. */
export interface LivedShop {
  /** Bought, and the courier does not have it; the same customer bought the same product before. */
  kept: { checkout: string; order: string; before: string }
  /** Not paid, and known to the provider. */
  open: string
  /** Paid too late, so that everything is refunded. */
  refunded: { checkout: string; order: string }
  /** Bought, and cancelled in time. */
  cancelled: string
  /** Delivered, settled and paid out. */
  settled: { order: string; settlement: string; payout: string }
  /** Delivered, settled and not paid out yet. */
  unpaid: { order: string; payout: string }
  /** Delivered and not settled. */
  delivered: string
  /** All pieces returned after the delivery. */
  reversed: string
  /** Delivered; the buyer's bank took its payment back. */
  disputed: string
  /** A return that was refunded. */
  returned: string
  /** A return whose replacement has arrived. */
  exchanged: string
  /** Delivered, heavier than it was packed, charged for that, and given back; and billed by the courier. */
  weighed: string
  /** What the provider paid to the bank, with what it had deducted. */
  providerSettlement: string
}

/** Makes all of it by calls, as buyers, sellers, courier and timers do. */
export async function liveOneOfEach(shop: TestShop): Promise<LivedShop> {
  const { db, running } = shop
  const one = async <Row extends object>(statement: Sql): Promise<Row> => {
    const [row] = await db.query<Row>(statement)
    if (!row) throw new Error('there is no such row')
    return row
  }
  const checkoutOf = async (order: string) =>
    (await one<{ id: string }>(sql`select checkout_id as id from orders where id = ${order}`)).id

  const paidSeller = await addSeller(shop)
  const settledOrders: string[] = []
  for (let n = 0; n < 2; n += 1) {
    const { orderId } = await sellOne(shop, paidSeller)
    await delivered(shop, orderId, 30)
    settledOrders.push(orderId)
  }
  await settle(shop, dayAgo(20))
  const payoutOf = (order: string) =>
    one<{ payout: string; settlement: string }>(sql`
      select p.id as payout, p.settlement_id as settlement from payout p
      join settlement_line l on l.settlement_id = p.settlement_id where l.order_id = ${order}`)
  const settled = { order: settledOrders[0]!, ...(await payoutOf(settledOrders[0]!)) }
  await markPayoutPaid(running.shop, settled.payout, 'HDFCN00000000000001')
  const owedSeller = await addSeller(shop)
  const { orderId: owedOrder } = await sellOne(shop, owedSeller)
  await delivered(shop, owedOrder, 20)
  await settle(shop, dayAgo(10))
  const unpaid = { order: owedOrder, payout: (await payoutOf(owedOrder)).payout }

  const seller = await addSeller(shop)
  const { orderId: first, productId, buyer } = await sellOne(shop, seller, { units: 9, quantity: 2 })
  const { orderId: deliveredOrder } = await sellOne(shop, seller)
  await delivered(shop, deliveredOrder)
  const { orderId: reversed } = await sellOne(shop, seller)
  await delivered(shop, reversed)
  await takeBack(shop, reversed, { units: 1, cause: 'returned' })
  await advanceCheckpoint(running.shop.db)

  const { orderId: disputed } = await sellOne(shop, seller)
  await delivered(shop, disputed)
  const payment = await paymentOf(shop, disputed)
  await raiseDispute(shop, payment, { reason_code: notAsDescribed })
  await untilDispute(shop, payment, 'open')
  await moveDispute(shop, payment, 'lost')
  await untilDispute(shop, payment, 'lost')

  await putInCart(buyer, productId)
  const { body: again } = await buy(shop, buyer)
  const sale = await sellDelivered(shop, seller)
  const returned = await received(shop, seller, sale)
  await seller.post(`/private/returns/${returned}/refund`, { restock: false })
  await untilReturn(shop, returned, 'refunded')
  const exchanged = await replacing(shop, seller, await sellDelivered(shop, seller))
  await moveReplacement(shop, exchanged, 'Shipped')
  await untilReturn(shop, exchanged, 'sent')
  await moveReplacement(shop, exchanged, 'Delivered')
  await untilReturn(shop, exchanged, 'exchanged')
  const { orderId: weighed } = await sellDelivered(shop, seller)
  await weighParcel(shop, weighed, 1_200)
  await chargeWeights(shop)
  await billParcel(shop, weighed, { grams: 400, rupees: 42 })
  const { orderId: cancelled, buyer: canceller } = await sellOne(shop, seller)
  await canceller.post(`/private/order/cancel/${cancelled}`, {})

  const single = await addProduct(shop, { seller, units: 1 })
  const late = await customerWithCart(shop, [single])
  const { body: lateOrder } = await startPaying(late)
  await endHolds(shop)
  await sweepCheckouts(running.shop)
  const quick = await customerWithCart(shop, [single])
  await buy(shop, quick)
  await verify(late, await pay(shop, lateOrder))
  const refunded = await one<{ checkout: string; order: string }>(sql`
    select c.id as checkout, o.id as order from checkout c join orders o on o.checkout_id = c.id
    where c.provider_order_id = ${lateOrder}`)
  await eventually(
    () => db.query(sql`select from refund where state <> 'processed'`),
    (rows) => rows.length === 0,
  )
  const { id: providerSettlement } = await shop.kit('/sandbox/payments/settlements', {})
  await eventually(
    () => compareBalance(running.shop, new Date()),
    (ended) => ended === 'finished',
  )
  const { body: openOrder } = await startPaying(await customerWithCart(shop, [await addProduct(shop)]))
  const open = await one<{ id: string }>(sql`select id from checkout where provider_order_id = ${openOrder}`)
  return {
    kept: { checkout: await checkoutOf(again[0].id), order: again[0].id, before: await checkoutOf(first) },
    open: open.id,
    refunded,
    cancelled,
    settled,
    unpaid,
    delivered: deliveredOrder,
    reversed,
    disputed,
    returned,
    exchanged,
    weighed,
    providerSettlement,
  }
}
