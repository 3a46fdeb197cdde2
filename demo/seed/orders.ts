/** Inserts the demo shop's purchases and parcels in the state that checkout and courier would leave them in (api-rules §5). */
import type { ShipmentStatus } from '../../contract/shipment.ts'
import { demoHoursToStation, demoPurchases, demoStatusNames, demoTrackingCodes } from '../orders.ts'
import { readShipment, recordLabel } from '../../server/fulfilment/shipments/queries.ts'
import { bookingFailed, parcelToSend, pickupPlaceOf } from '../../server/fulfilment/shipments/parcel-rules.ts'
import {
  handedOverCodes,
  isEnd,
  orderStatusFor,
  statusAfter,
  attentionFor,
} from '../../server/fulfilment/shipments/courier-rules.ts'
import { orderForm, pickupForm } from '../../server/platform/providers/courier/shiprocket-forms.ts'
import type { Tx } from '../../server/platform/db/client.ts'
import { newId, pastId } from '../../server/platform/db/ids.ts'
import { issueInvoice } from '../../server/money/invoices/issue.ts'
import { recordOrderTerms, recordSale } from '../../server/money/sales/record-sale.ts'
import { recordCharge } from '../../server/money/provider/record-charge.ts'
import { recordOrderTax } from '../../server/money/tax/record-tax.ts'
import { recordCapture, recordRefundChange } from '../../server/money/ledger/payment-entries.ts'
import {
  type CheckoutRow,
  type EventRow,
  insertCheckouts,
  insertEvents,
  insertLinesAndOrders,
  insertPaymentsAndRefunds,
  insertShipments,
  readTaxedSales,
  type OrderRow,
  type PaymentRow,
  type RefundRow,
} from './order-queries.ts'

/** A parcel for the courier's stand-in; `place` and `order` are in the courier's own formats. */
interface KnownParcel {
  place: object
  order: object
  orderNumber: number
  shipmentId: number
  awb: string
  courierName: string
  history: { code: number; at: number }[]
  hasLabel: boolean
}
/** Registers parcels at the courier's stand-in and returns the URL of each label by order id. */
export type RegisterParcels = (parcels: readonly KnownParcel[]) => Map<string, string>

/** A paid order for the payment provider's stand-in. Paise. */
interface KnownOrder {
  id: string
  receipt: string
  amount: number
  at: number
  payments: {
    id: string
    refund: { id: string; receipt: string; status: RefundRow['state'] } | undefined
  }[]
}
/** Registers orders at the payment provider's stand-in and returns what it charges for each payment. */
export type RegisterOrders = (
  orders: readonly KnownOrder[],
) => { id: string; fee: number | null; tax: number | null }[]

interface Buyer {
  id: string
  /** The default address first. */
  addressIds: readonly string[]
}

const hourMs = 3_600_000
const courierName = 'Demo Courier'
const refusedWords = `${bookingFailed}No courier is serviceable for this pincode.`

/** Inserts everything in the caller's transaction. Labels and charges only exist with the stand-ins. */
export async function seedOrders(
  tx: Tx,
  buyer: Buyer,
  products: ReadonlyMap<string, { id: string; pricePaise: number }>,
  registerParcels: RegisterParcels | undefined,
  registerOrders: RegisterOrders | undefined,
): Promise<void> {
  const now = Date.now()
  const checkouts: CheckoutRow[] = []
  const orders: OrderRow[] = []
  const payments: PaymentRow[] = []
  const refunds: RefundRow[] = []
  const events: EventRow[] = []
  const addRefund = (payment: PaymentRow, reason: string, state: RefundRow['state']) => {
    const providerRefundId = payment.id.replace('pay_', 'rfnd_')
    refunds.push({ ...payment, id: newId(), paymentId: payment.id, providerRefundId, reason, state })
  }
  // The oldest first, because ids and numbers have to grow with time.
  for (const [index, purchase] of demoPurchases.toReversed().entries()) {
    const placed = now - purchase.hoursAgo * hourMs
    const at = new Date(placed)
    const name = `Demo${String(index + 1).padStart(10, '0')}`
    const lines = purchase.lines.map((line) => {
      const product = products.get(line.slug)
      if (!product) throw new Error(`the demo order names ${line.slug}, which is not in the demo catalogue`)
      return { ...line, product }
    })
    const checkoutId = pastId(placed)
    const totalPaise = lines.reduce((sum, { product, quantity }) => sum + product.pricePaise * quantity, 0)
    checkouts.push({
      id: checkoutId,
      state: purchase.refunded ? 'refunded' : 'completed',
      totalPaise,
      addressId: buyer.addressIds[purchase.elsewhere ? 1 : 0] ?? '',
      providerOrderId: `order_${name}`,
      at,
    })
    const payment = {
      id: `pay_${name}`,
      checkoutId,
      amountPaise: totalPaise,
      outcome: purchase.refunded ? ('refund' as const) : ('order' as const),
      at,
    }
    payments.push(payment)
    if (purchase.refunded) addRefund(payment, purchase.refunded.reason, purchase.refunded.state)
    if (purchase.paidTwice) {
      const second = { ...payment, id: `${payment.id}Again`, outcome: 'refund' as const }
      payments.push(second)
      addRefund(second, 'paid-twice', 'processed')
    }
    for (const [lineIndex, { product, quantity, way }] of lines.entries()) {
      const history = (demoTrackingCodes[way] ?? []).map((code, step) => ({
        code,
        at: new Date(placed + (demoHoursToStation[step] ?? 0) * hourMs),
      }))
      const id = pastId(placed, lineIndex)
      const number = String(orders.length + 1).padStart(8, '0')
      const isBooked = history.length > 0
      orders.push({
        id,
        checkoutId,
        lineNo: lineIndex + 1,
        productId: product.id,
        quantity,
        at,
        ...stateAfter(history.map(({ code }) => code)),
        ...(purchase.refunded && { status: 'refunded' }),
        ...(way === 'refused' && { needsAttention: refusedWords }),
        shipmentId: isBooked ? `9${number}` : null,
        courierOrderId: isBooked ? `8${number}` : null,
        awb: isBooked ? `DEMO${number}` : null,
        courierName: isBooked ? courierName : null,
        pickupAt: history[1]?.at ?? null,
        handedOverAt: history.find(({ code }) => handedOverCodes.includes(code))?.at ?? null,
        deliveredAt: history.find(({ code }) => code === 7)?.at ?? null,
      })
      for (const { code, at: happened } of history)
        events.push({ orderId: id, code, words: demoStatusNames.get(code) ?? '', at: happened })
    }
  }
  await insertCheckouts(tx, buyer.id, checkouts)
  await insertLinesAndOrders(tx, orders)
  await insertShipments(tx, orders)
  const sales = await readTaxedSales(tx)
  await recordOrderTax(tx, sales)
  await recordOrderTerms(
    tx,
    sales.map(({ orderId }) => orderId),
  )
  await insertPaymentsAndRefunds(tx, payments, refunds)
  for (const payment of payments) await recordCapture(tx, payment, payment.at)
  for (const refund of refunds)
    await recordRefundChange(tx, null, { ...refund, orderId: null, byHand: false }, refund.at)
  if (registerOrders) await registerAtProvider(tx, checkouts, payments, refunds, registerOrders)
  await insertEvents(tx, events)
  await handOver(tx, orders, events)
  if (registerParcels) await registerAtCourier(tx, orders, events, registerParcels)
}

/** Sales and their invoices, in the order of time: the numbers of invoices ascend with their dates. */
async function handOver(tx: Tx, orders: readonly OrderRow[], events: readonly EventRow[]): Promise<void> {
  const handedOver = orders.flatMap(({ id }) => {
    const event = events.find(({ orderId, code }) => orderId === id && handedOverCodes.includes(code))
    return event ? [{ id, at: event.at }] : []
  })
  for (const { id, at } of handedOver.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    if (await recordSale(tx, id, at)) await issueInvoice(null, tx, id, at)
}

/** The state of the order after these tracking events. */
function stateAfter(codes: readonly number[]) {
  let shipmentStatus: ShipmentStatus | null = null
  let needsAttention: string | null = null
  for (const code of codes) {
    if (isEnd(shipmentStatus)) break
    shipmentStatus = statusAfter(shipmentStatus, code)
    needsAttention = attentionFor(code) ?? needsAttention
  }
  const status = shipmentStatus ? orderStatusFor(shipmentStatus) : 'pending'
  return { status, shipmentStatus, needsAttention, code: codes.at(-1) ?? null }
}

async function registerAtProvider(
  tx: Tx,
  checkouts: readonly CheckoutRow[],
  payments: readonly PaymentRow[],
  refunds: readonly RefundRow[],
  registerOrders: RegisterOrders,
): Promise<void> {
  const refundOf = (paymentId: string) =>
    refunds
      .filter((refund) => refund.paymentId === paymentId)
      .map(({ id, providerRefundId, state }) => ({ id: providerRefundId, receipt: id, status: state }))[0]
  const known = checkouts.map(({ id, providerOrderId, totalPaise, at }) => ({
    id: providerOrderId,
    receipt: id,
    amount: totalPaise,
    at: at.getTime(),
    payments: payments
      .filter(({ checkoutId }) => checkoutId === id)
      .map((payment) => ({ id: payment.id, refund: refundOf(payment.id) })),
  }))
  for (const { id, fee, tax } of registerOrders(known))
    await recordCharge(tx, { id, paymentId: id }, { paise: fee ?? 0, gstPaise: tax ?? 0 })
}

async function registerAtCourier(
  tx: Tx,
  orders: readonly OrderRow[],
  events: readonly EventRow[],
  registerParcels: RegisterParcels,
): Promise<void> {
  const known: KnownParcel[] = []
  for (const order of orders) {
    const parcel = order.awb === null ? undefined : await readShipment(tx, order.id)
    if (!parcel || order.awb === null) continue
    const place = pickupPlaceOf(parcel.seller)
    known.push({
      place: pickupForm(place),
      order: orderForm(parcelToSend(parcel, place.name)),
      orderNumber: Number(order.courierOrderId),
      shipmentId: Number(order.shipmentId),
      awb: order.awb,
      courierName,
      history: events
        .filter(({ orderId }) => orderId === order.id)
        .map(({ code, at }) => ({ code, at: at.getTime() })),
      hasLabel: order.pickupAt !== null,
    })
  }
  for (const [orderId, address] of registerParcels(known)) await recordLabel(tx, orderId, address)
}
