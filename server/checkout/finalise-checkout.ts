/**
 * The one place where captured money becomes an order or goes back (contract §3.5).
 * Reached from verify, create, the webhook and the sweep; safe to run twice, at once, or after a crash.
 */
import { removeBoughtLines } from '../cart/remove-bought-lines.ts'
import { holdStock, returnStock } from '../catalogue/stock.ts'
import type { Tx } from '../db/client.ts'
import { queueOrderConfirmation, queueRefundNotice } from './mails.ts'
import { placeOrders } from '../orders/place-orders.ts'
import { queueLowStockMails, queueNewOrderMails } from './seller-mails.ts'
import { recordPayment } from '../payments/record-payment.ts'
import { type RefundReason, scheduleRefund } from '../payments/schedule-refund.ts'
import type { Shop } from '../shop.ts'
import {
  checkoutLines,
  type CheckoutLine,
  type CheckoutRow,
  type CheckoutState,
  lockCheckout,
  setState,
} from './queries.ts'

/** A payment that the provider itself called captured, in paise. */
export interface CapturedPayment {
  id: string
  amountPaise: number
}

/** Answers the state the checkout is in afterwards: 'completed' (orders exist) or 'refunded' (the money goes back). */
export async function finaliseCheckout(
  shop: Shop,
  checkoutId: string,
  captured: CapturedPayment,
): Promise<CheckoutState> {
  return shop.db.transaction(async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId)
    if (!checkout) throw new Error(`no checkout ${checkoutId}`)
    const payment = { ...captured, checkoutId }
    if (await recordPayment.isKnown(tx, payment.id)) return checkout.state
    const lines = await checkoutLines(tx, checkoutId)
    const obstacle = await obstacleFor(tx, checkout, lines, payment)
    if (!obstacle) return complete(shop, tx, checkout, lines, payment)
    await scheduleRefund(shop, tx, payment, obstacle)
    // A second payment beside a good one changes nothing but itself.
    if (checkout.state === 'completed' || checkout.state === 'refunded') return checkout.state
    if (checkout.state === 'open') await returnStock(tx, lines)
    await placeOrders(
      shop,
      tx,
      checkoutId,
      lines.map((line) => line.lineNo),
      'refunded',
    )
    await setState(tx, checkoutId, 'refunded', null)
    await queueRefundNotice(shop, tx, checkout, lines, obstacle, payment.amountPaise)
    return 'refunded'
  })
}

/** Why this money cannot become the orders; null when it can, and then the stock is ours. */
async function obstacleFor(
  tx: Tx,
  checkout: CheckoutRow,
  lines: readonly CheckoutLine[],
  payment: CapturedPayment,
): Promise<RefundReason | null> {
  if (checkout.state === 'completed' || checkout.state === 'refunded') return 'paid-twice'
  if (payment.amountPaise !== checkout.totalPaise) return 'amount-differs'
  if (checkout.state === 'open') return null
  // The hold is gone. The same cart bought again in the meantime was paid for once already.
  if (checkout.replacedBy && (await lockCheckout(tx, checkout.replacedBy))?.state === 'completed')
    return 'cart-replaced'
  const missing = await holdStock(tx, lines)
  if (missing.length === 0) return null
  await returnStock(
    tx,
    lines.filter((line) => !missing.some((m) => m.productId === line.productId)),
  )
  return 'sold-out'
}

async function complete(
  shop: Shop,
  tx: Tx,
  checkout: CheckoutRow,
  lines: readonly CheckoutLine[],
  payment: CapturedPayment & { checkoutId: string },
): Promise<CheckoutState> {
  await recordPayment.forOrder(tx, payment)
  await placeOrders(
    shop,
    tx,
    checkout.id,
    lines.map((line) => line.lineNo),
    'pending',
  )
  await setState(tx, checkout.id, 'completed', null)
  await removeBoughtLines(
    tx,
    checkout.customerId,
    lines.map((line) => line.productId),
  )
  await queueOrderConfirmation(shop, tx, checkout, lines)
  await queueNewOrderMails(shop, tx, checkout, lines)
  await queueLowStockMails(shop, tx, lines)
  return 'completed'
}
