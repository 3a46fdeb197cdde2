/**
 * The one place where captured money becomes an order or goes back (api-rules §3.5).
 * Reached from verify, create, the webhook and the sweep; safe to run twice, at once, or after a crash.
 */
import { removeBoughtLines } from '../cart/remove-bought-lines.ts'
import { returnStock, replaceHold } from '../catalogue/stock.ts'
import type { Tx } from '../db/client.ts'
import {
  queueLowStockMails,
  queueNewOrderMails,
  queueOrderConfirmationMail,
  queuePaymentRefundedMail,
} from './mails.ts'
import { placeOrders } from '../orders/place-orders.ts'
import { recordPayment } from '../payments/record-payment.ts'
import { type RefundReason, scheduleRefund } from '../payments/schedule-refund.ts'
import type { Shop } from '../shop.ts'
import {
  checkoutLines,
  type CheckoutLine,
  type CheckoutRow,
  type CheckoutState,
  isBoughtByAnother,
  lockForSettlement,
  lockOpenCheckout,
  setState,
} from './queries.ts'

/** A payment that the provider itself called captured, in paise. */
export interface CapturedPayment {
  id: string
  amountPaise: number
}

/** When the provider is asked for the first time whether a second payment came beside the one that decided. */
const secondPaymentSeconds = 600

/** Answers the state the checkout is in afterwards: 'completed' (orders exist) or 'refunded' (the money goes back). */
export async function finaliseCheckout(
  shop: Shop,
  checkoutId: string,
  captured: CapturedPayment,
): Promise<CheckoutState> {
  return shop.db.transaction(async (tx) => {
    const checkout = await lockForSettlement(tx, checkoutId)
    if (!checkout) throw new Error(`no checkout ${checkoutId}`)
    const payment = { ...captured, checkoutId }
    if (await recordPayment.isKnown(tx, payment.id)) return checkout.state
    const lines = await checkoutLines(tx, checkoutId)
    const obstacle = await obstacleFor(tx, checkout, lines, payment)
    if (!obstacle) return complete(shop, tx, checkout, lines, payment)
    await scheduleRefund(shop, tx, payment, obstacle)
    await queuePaymentRefundedMail(shop, tx, checkout, lines, obstacle, payment)
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
    await setState(tx, checkoutId, 'refunded', secondPaymentSeconds)
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
  if (await isBoughtByAnother(tx, checkout.id)) return 'cart-replaced'
  if (checkout.state === 'open') return null
  return (await takeStockAgain(tx, checkout, lines)) ? null : 'sold-out'
}

/**
 * For money that arrives after the hold has ended. A newer unpaid try at the same goods gives up its hold for it: its
 * own payment, should one arrive, goes back. Answers false, and changes nothing, when the goods are not there.
 */
async function takeStockAgain(
  tx: Tx,
  checkout: CheckoutRow,
  lines: readonly CheckoutLine[],
): Promise<boolean> {
  const open = await lockOpenCheckout(tx, checkout.customerId)
  const held = open ? await checkoutLines(tx, open.id) : []
  const sameGoods = held.some((line) => lines.some((own) => own.productId === line.productId))
  if ((await replaceHold(tx, sameGoods ? held : [], lines)).length > 0) return false
  if (open && sameGoods) await setState(tx, open.id, 'replaced', open.providerOrderId ? 60 : null)
  return true
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
  await setState(tx, checkout.id, 'completed', secondPaymentSeconds)
  await removeBoughtLines(
    tx,
    checkout.customerId,
    lines.map((line) => line.productId),
  )
  await queueOrderConfirmationMail(shop, tx, checkout, lines)
  await queueNewOrderMails(shop, tx, checkout, lines)
  await queueLowStockMails(shop, tx, lines)
  return 'completed'
}
