/** Models of the statements that cancel an order before its parcel is handed over, and that flag orders in doubt. */
import { insertEntry } from '../../../server/people/audit/queries.ts'
import { startNextParcel } from '../../../server/fulfilment/orders/booking-queries.ts'
import { insertCancellation, readRefundedPaise } from '../../../server/fulfilment/orders/cancel-queries.ts'
import { addGivenBack, readOrderLeft } from '../../../server/fulfilment/orders/give-back-queries.ts'
import { findOrderOfCustomer } from '../../../server/fulfilment/orders/queries.ts'
import {
  flagUnrefundedOrders,
  lockOrdersOfCheckout,
  lockOwnOrder,
  type OrderToRefund,
} from '../../../server/fulfilment/orders/refund-queries.ts'
import { lockPaymentOfCheckout, sumOfRefundedOrders } from '../../../server/money/payments/queries.ts'
import { model } from '../models.ts'
import type { Transaction } from '../store.ts'
import type { Tables } from '../tables.ts'
import { toOrderRow } from './orders.ts'
import { refundsOfPayment } from './payments.ts'

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
const lockOrders = (tx: Transaction, checkoutId: string | undefined) =>
  tx.lockWhere('order', (row) => row.checkoutId === checkoutId, byId)
const customerOf = (tx: Transaction, order: Tables['order'] | undefined) =>
  tx.get('checkout', order?.checkoutId ?? '')?.customerId

/** Of an order that no courier has had. */
const untouched = {
  number: '',
  productName: '',
  shipmentStatus: null,
  shipmentStatusCode: null,
  awbNumber: null,
  bookingStarted: false,
  checkAt: null,
  beingBooked: false,
  handedOver: false,
  sold: false,
  returnedUnits: 0,
  openUnits: 0,
  buyerEmail: '',
  buyerName: '',
  sellerEmail: '',
  sellerName: '',
} satisfies Partial<OrderToRefund>

await model(
  (tx) => lockOrdersOfCheckout(tx, ''),
  function lockOrdersOfCheckout(tx, [checkoutId]) {
    return lockOrders(tx, checkoutId)
  },
)
await model(
  (tx) => lockOwnOrder(tx, '', ''),
  function lockOrdersOfOwnOrder(tx, [orderId, customerId]) {
    const order = tx.get('order', orderId)
    return lockOrders(tx, customerOf(tx, order) === customerId ? order?.checkoutId : undefined)
  },
  function findOwnOrderToRefund(tx, values): OrderToRefund[] {
    const [orderId, customerId] = values.slice(-2)
    const order = tx.get('order', orderId)
    if (!order || customerOf(tx, order) !== customerId) return []
    const { productId, ...row } = order
    const hasTerms = tx.get('orderTerms', orderId) !== undefined
    const cancelUntil = hasTerms ? row.createdAt + 3_600_000 : null
    return [
      {
        ...untouched,
        id: row.id,
        parcelNo: row.parcelNo,
        checkoutId: row.checkoutId,
        customerId,
        status: row.status,
        productId,
        quantity: row.quantity,
        cancelledUnits: row.cancelledUnits,
        amountPaise: row.amountPaise,
        refundedPaise: row.refundedPaise,
        needsAttention: row.needsAttention,
        cancelUntil: cancelUntil === null ? null : new Date(cancelUntil),
        returnDays: hasTerms ? 7 : null,
        inTime: cancelUntil !== null && cancelUntil > tx.now,
      },
    ]
  },
)
await model(
  (tx) => readOrderLeft(tx, ''),
  function readOrderLeft(tx, [orderId]) {
    const order = tx.get('order', orderId)
    const payment = tx
      .rows('payment')
      .find(({ checkoutId, outcome }) => checkoutId === order?.checkoutId && outcome === 'order')
    return order && payment
      ? [
          {
            checkoutId: order.checkoutId,
            paymentId: payment.id,
            piecePaise: order.amountPaise / order.quantity,
            leftUnits: order.quantity - order.cancelledUnits,
            leftPaise: order.amountPaise - order.refundedPaise,
            sold: false,
            salePaise: 0,
            reversedPaise: 0,
          },
        ]
      : []
  },
)
await model(
  (tx) => addGivenBack(tx, '', { units: 0, sold: false, refundPaise: 0, reversedPaise: 0 }),
  async function addGivenBack(tx, values) {
    const [units, , refundPaise] = values
    const rows = await tx.updateWhere(
      'order',
      (row) => row.id === values.at(-1),
      (row): Partial<Tables['order']> => {
        const cancelledUnits = row.cancelledUnits + units
        const ends = units > 0 && cancelledUnits >= row.quantity
        return {
          cancelledUnits,
          refundedPaise: ends ? row.amountPaise : row.refundedPaise + refundPaise,
          status: ends ? 'refunded' : row.status,
          needsAttention: ends ? null : row.needsAttention,
        }
      },
    )
    return rows.map(({ refundedPaise, cancelledUnits }) => ({ refundedPaise, givenUnits: cancelledUnits }))
  },
)
await model(
  (tx) => lockPaymentOfCheckout(tx, ''),
  function lockPaymentOfCheckout(tx, [checkoutId]) {
    return tx.lockWhere('payment', (row) => row.checkoutId === checkoutId && row.outcome === 'order')
  },
  refundsOfPayment,
)
await model(
  (tx) => sumOfRefundedOrders(tx, '', null),
  function sumOfRefundedOrders(tx, [orderId, checkoutId]) {
    const orders = tx.rows('order').filter((row) => row.checkoutId === checkoutId)
    return [
      {
        owedPaise: orders.reduce((sum, { refundedPaise }) => sum + refundedPaise, 0),
        ofOrderPaise: orders.find(({ id }) => id === orderId)?.refundedPaise ?? 0,
      },
    ]
  },
)
await model(
  (tx) => insertCancellation(tx, { id: '', orderId: '', by: 'customer', units: 0, paise: 0, refundId: null }),
  async function insertCancellation(tx, [id, , units, paise, refundId, orderId]) {
    await tx.insert('cancellation', { id, orderId, units, paise, refundId })
    return []
  },
)
await model(
  (tx) => readRefundedPaise(tx, ''),
  function readRefundedPaise(tx, [orderId]) {
    const order = tx.get('order', orderId)
    return order ? [{ paise: order.refundedPaise }] : []
  },
)
await model(
  (tx) => startNextParcel(tx, ''),
  async function startNextParcel(tx, values) {
    await tx.updateWhere(
      'order',
      (row) => row.id === values.at(-1),
      (row): Partial<Tables['order']> => ({ parcelNo: row.parcelNo + 1, status: 'pending' }),
    )
    return []
  },
)
await model(
  (tx) => findOrderOfCustomer(tx, '', ''),
  function findOrderOfCustomer(tx, [customerId, orderId]) {
    const order = tx.get('order', orderId)
    return order && customerOf(tx, order) === customerId ? [toOrderRow(order)] : []
  },
)
await model(
  (tx) => flagUnrefundedOrders(tx, { checkoutId: '', surplusPaise: 0, words: '' }),
  async function flagUnrefundedOrders(tx, [words, checkoutId, , surplusPaise]) {
    const isLeft = (row: Tables['order']) =>
      row.checkoutId === checkoutId && row.refundedPaise < row.amountPaise
    const least = Math.min(
      ...tx
        .rows('order')
        .filter(isLeft)
        .map((row) => row.amountPaise - row.refundedPaise),
    )
    await tx.updateWhere(
      'order',
      (row) => isLeft(row) && !row.needsAttention?.includes(words) && surplusPaise >= least,
      ({ needsAttention }) => ({
        needsAttention: [words, ...(needsAttention ? [needsAttention] : [])].join(' '),
      }),
    )
    return []
  },
)
const entry = {
  id: '',
  act: 'login',
  by: null,
  to: null,
  ip: null,
  userAgent: null,
  requestId: null,
  note: null,
} as const
await model(
  (tx) => insertEntry(tx, entry),
  // Nothing of the purchase reads the audit.
  function insertEntry() {
    return []
  },
)
