/** Models of the statements that place orders and read them back. */
import { insertOrders, type OrderRow, ordersOfCheckout } from '../../../server/fulfilment/orders/queries.ts'
import { insertOrderTerms } from '../../../server/money/sales/queries.ts'
import { insertOrderTax } from '../../../server/money/tax/queries.ts'
import { model } from '../models.ts'
import { DatabaseError } from '../store.ts'
import type { Tables } from '../tables.ts'

await model(
  (tx) => insertOrders(tx, '', [], 'pending'),
  async function insertOrders(tx, [status, , ids, lineNos, checkoutId]) {
    const checkout = tx.get('checkout', checkoutId)
    const lines = tx.rows('checkoutLine').filter((line) => line.checkoutId === checkoutId)
    const placed = []
    for (const [index, id] of (ids as string[]).entries()) {
      const line = lines.find(({ lineNo }) => lineNo === lineNos[index])
      if (!line || !checkout) continue
      const amountPaise = line.pricePaise * line.quantity
      const { productId, quantity, lineNo } = line
      await tx.insert('order', {
        id,
        checkoutId,
        lineNo,
        productId,
        quantity,
        amountPaise,
        status,
        createdAt: tx.now,
        // What the trigger orders_refunded fills in.
        cancelledUnits: status === 'refunded' ? quantity : 0,
        refundedPaise: status === 'refunded' ? amountPaise : 0,
        needsAttention: null,
        parcelNo: 1,
      })
      placed.push({
        lineNo,
        number: `N-${id}`,
        orderId: id,
        amountPaise,
        hsnCode: null,
        rateBp: 1_800,
        sellerGstin: '27AAPFU0939F1ZV',
        pickupState: 'Maharashtra',
        placeOfSupply: checkout.stateName,
      })
    }
    return placed
  },
)
await model(
  (tx) => insertOrderTax(tx, []),
  async function insertOrderTax(tx, [rows]) {
    for (const { orderId, grossPaise } of JSON.parse(rows) as { orderId: string; grossPaise: number }[])
      if (!(await tx.insert('orderTax', { id: orderId, grossPaise })))
        throw new DatabaseError('23505', 'duplicate key in order_tax')
    return []
  },
)
await model(
  (tx) => insertOrderTerms(tx, []),
  async function insertOrderTerms(tx, [ids]) {
    for (const id of ids as string[])
      if (!(await tx.insert('orderTerms', { id })))
        throw new DatabaseError('23505', 'duplicate key in order_terms')
    return []
  },
)
/** As an order is when nothing but its purchase has happened to it. */
const untouched = {
  street: '',
  city: 'Jaipur',
  stateName: 'Rajasthan',
  pinCode: '302001',
  shipmentId: null,
  shipmentStatus: null,
  courierCode: null,
  awbNumber: null,
  courierName: null,
  shipmentLabelUrl: null,
  deliveryDate: null,
  sellerEmail: 'seller@example.test',
  customerName: 'Asha Rao',
  paidTwicePaise: null,
  shipmentStatusCode: null,
  returnedUnits: 0,
  sold: false,
  inTime: true,
  returnDays: 7,
  recordedUnits: 0,
  recordedPaise: 0,
  customersUnits: 0,
  cancelledRefundState: null,
  documents: [],
} satisfies Partial<OrderRow>
/** What an order answers that was never handed over to a courier. */
export function toOrderRow(row: Tables['order']): OrderRow {
  const { id, productId, quantity, amountPaise, status, createdAt, cancelledUnits, refundedPaise } = row
  const isGone = status === 'refunded'
  return {
    ...untouched,
    id,
    number: `N-${id}`,
    productName: productId,
    productImage: '/media/p/one.webp',
    quantity,
    amountPaise,
    status,
    createdAt: new Date(createdAt),
    cancelUntil: isGone ? null : new Date(createdAt + 3_600_000),
    refundState: isGone ? 'under-way' : null,
    cancelledUnits,
    refundedPaise,
    needsAttention: row.needsAttention,
    returns: { until: null, units: quantity - cancelledUnits, open: 0, requests: [] },
  }
}

await model(
  (tx) => ordersOfCheckout(tx, ''),
  function ordersOfCheckout(tx, [checkoutId]): OrderRow[] {
    return tx
      .rows('order')
      .filter((row) => row.checkoutId === checkoutId)
      .sort((a, b) => a.lineNo - b.lineNo)
      .map(toOrderRow)
  },
)
