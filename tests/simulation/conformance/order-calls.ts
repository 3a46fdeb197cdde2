/** Calls of the query functions of orders: placing, cancelling, flagging. */
import { insertEntry } from '../../../server/people/audit/queries.ts'
import type { Tx } from '../../../server/platform/db/client.ts'
import { newId } from '../../../server/platform/db/ids.ts'
import { startNextParcel } from '../../../server/fulfilment/orders/booking-queries.ts'
import { insertCancellation, readRefundedPaise } from '../../../server/fulfilment/orders/cancel-queries.ts'
import { addGivenBack, readOrderLeft } from '../../../server/fulfilment/orders/give-back-queries.ts'
import {
  findOrderOfCustomer,
  insertOrders,
  type OrderRow,
  ordersOfCheckout,
} from '../../../server/fulfilment/orders/queries.ts'
import {
  flagUnrefundedOrders,
  lockOrdersOfCheckout,
  lockOwnOrder,
} from '../../../server/fulfilment/orders/refund-queries.ts'
import {
  insertPayment,
  lockPaymentOfCheckout,
  sumOfRefundedOrders,
} from '../../../server/money/payments/queries.ts'
import { insertOrderTerms } from '../../../server/money/sales/queries.ts'
import { recordOrderTax } from '../../../server/money/tax/record-tax.ts'
import type { Random } from '../random.ts'
import type { Call, Known } from './calls.ts'

export function orderCalls(
  random: Random,
  known: Known,
  customer: string,
  checkoutId: string,
): (() => Call)[] {
  const order = random.pick(known.orders) ?? newId()
  return [
    () => newOrders(random, known, checkoutId),
    () => cancelled(random, checkoutId),
    () => cancelled(random, checkoutId),
    () => async (tx) => (await ordersOfCheckout(tx, checkoutId)).map(comparable),
    () => async (tx) => {
      const row = await findOrderOfCustomer(tx, customer, order)
      return row && comparable(row)
    },
    () => (tx) => lockOrdersOfCheckout(tx, checkoutId),
    () => async (tx) => {
      const row = await lockOwnOrder(tx, customer, order)
      if (!row) return undefined
      // Names, e-mails and the booking of the parcel are not simulated.
      const { number: _number, productName: _product, checkAt: _checkAt, beingBooked: _booked, ...rest } = row
      const { buyerEmail: _b, buyerName: _n, sellerEmail: _s, sellerName: _c, ...decisive } = rest
      return decisive
    },
    () => async (tx) => {
      const [payment] = [await lockPaymentOfCheckout(tx, checkoutId)]
      return payment
    },
    () => (tx) => sumOfRefundedOrders(tx, checkoutId, order),
    () => {
      const surplusPaise = random.pick([0, 29_900, 59_800])
      const words = random.pick(['Given back.', 'In doubt.'])
      return (tx) => flagUnrefundedOrders(tx, { checkoutId, surplusPaise, words })
    },
  ]
}

/** What the models know of an order; the rest is of its parcel and of other people. */
const comparable = ({
  id,
  quantity,
  amountPaise,
  status,
  createdAt,
  cancelledUnits,
  refundedPaise,
  returns,
  sold,
  needsAttention,
}: OrderRow) => ({
  order: {
    id,
    quantity,
    amountPaise,
    status,
    createdAt,
    cancelledUnits,
    refundedPaise,
    sold,
    needsAttention,
  },
  units: returns.units,
})

/** The orders of a checkout with the payment that bought them. */
export function boughtOrders(random: Random, known: Known, checkoutId: string): Call {
  const payment = { id: `pay-${newId()}`, checkoutId, amountPaise: 59_800, outcome: 'order' } as const
  const place = newOrders(random, known, checkoutId, 'pending')
  return async (tx) => {
    await insertPayment(tx, payment)
    return place(tx)
  }
}

/** As placeOrders does it, with the tax and the terms of those that are paid. */
function newOrders(
  random: Random,
  known: Known,
  checkoutId: string,
  status: 'pending' | 'refunded' = random.pick(['pending', 'refunded']),
): Call {
  const ids = [1, 2, 3].map((lineNo) => ({ id: newId(), lineNo }))
  known.orders.push(...ids.map(({ id }) => id))
  known.orders.splice(0, known.orders.length - 12)
  return async (tx) => {
    const placed = await insertOrders(tx, checkoutId, ids, status)
    if (status === 'pending') {
      await recordOrderTax(
        tx,
        placed.map(({ lineNo: _lineNo, number: _number, ...sale }) => sale),
      )
      await insertOrderTerms(
        tx,
        placed.map(({ orderId }) => orderId),
      )
    }
    return placed.map(({ number: _number, ...row }) => row).sort((a, b) => a.lineNo - b.lineNo)
  }
}

/** As giveBack and cancelPieces do it, where something of the order is left. */
function cancelled(random: Random, checkoutId: string): Call {
  const wanted = 1 + random.below(2)
  const id = newId()
  const entry = { id: newId(), act: 'order-cancelled', by: null, to: null, ip: null } as const
  return async (tx: Tx) => {
    const [first] = await ordersOfCheckout(tx, checkoutId)
    const orderId = first?.id ?? id
    const paise = await readRefundedPaise(tx, orderId).catch(() => null)
    const before = paise === null ? null : await readOrderLeft(tx, orderId).catch(() => null)
    if (!before || before.leftUnits === 0) return { paise, before }
    const units = Math.min(wanted, before.leftUnits)
    const refundPaise = Math.min(before.piecePaise * units, before.leftPaise)
    const given = await addGivenBack(tx, orderId, { units, sold: false, refundPaise, reversedPaise: 0 })
    await insertCancellation(tx, { id, orderId, by: 'customer', units, paise: refundPaise, refundId: null })
    if (units < before.leftUnits) await startNextParcel(tx, orderId)
    await insertEntry(tx, { ...entry, userAgent: null, requestId: null, note: null })
    return { paise, before, given }
  }
}
