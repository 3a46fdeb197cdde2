/**
 * The only code that turns captured money into orders or refunds it (api-rules §3.5). Called by verify, create, the webhook and
 * the sweep; safe to run twice, concurrently, or after a crash.
 */
import { isLeaving } from '../../people/identity/accounts.ts'
import { forgetCartCoupon, isCouponStillValid, lockUseAgain } from '../coupons/cart-coupon.ts'
import { findDeliveryRule } from '../delivery-charge/queries.ts'
import { removeBoughtLines } from '../cart/read-for-checkout.ts'
import { lockAndCompare, returnStock, replaceHold } from '../../catalogue/products/stock.ts'
import type { Tx } from '../../platform/db/client.ts'
import { queueNewOrderMails, queueOrderConfirmationMail, queuePaymentRefundedMail } from './mails.ts'
import { queueLowStockMails } from '../../fulfilment/orders/mails.ts'
import { placeOrders } from '../../fulfilment/orders/place-orders.ts'
import { recordPayment } from '../../money/payments/record-payment.ts'
import type { PaymentRefundReason } from '../../money/payments/refund-reason.ts'
import { scheduleRefund } from '../../money/payments/schedule-refund.ts'
import type { ProviderCharge } from '../../platform/providers/payments/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  checkoutLines,
  type CheckoutLine,
  type CheckoutRow,
  type CheckoutState,
  isBoughtByOtherCheckout,
  lockForSettlement,
  lockOpenCheckout,
  setState,
} from './queries.ts'
import { deliveryOfLines, isPaidTooLate } from './rules.ts'

/** A payment that the provider reports as captured, in paise. */
export interface CapturedPayment {
  id: string
  amountPaise: number
  /** What the provider deducts for it; null where it does not say that yet. */
  charge: ProviderCharge | null
  /** When the buyer made it, by the provider's clock; null where the provider does not say. */
  createdAt: Date | null
}

/** After how many seconds the provider is first asked whether a second payment of a settled checkout was captured. */
const secondPaymentSeconds = 600

/** Returns the state of the checkout afterwards: 'completed' (orders exist) or 'refunded'. */
export async function finaliseCheckout(
  shop: Shop,
  checkoutId: string,
  captured: CapturedPayment,
): Promise<CheckoutState> {
  return shop.db.transaction(async (tx) => {
    const checkout = await lockForSettlement(tx, checkoutId)
    if (!checkout) throw new Error(`no checkout ${checkoutId}`)
    if (await recordPayment.isKnown(tx, captured.id)) return checkout.state
    const lines = await checkoutLines(tx, checkoutId)
    const payment = { ...captured, checkoutId }
    const reason = await refundReasonFor(tx, checkout, lines, payment)
    if (!reason) return completeCheckout(shop, tx, checkout, lines, payment)
    await scheduleRefund(shop, tx, payment, reason)
    // A second payment of a settled checkout is refunded and changes nothing else.
    if (checkout.state === 'completed' || checkout.state === 'refunded') {
      await queuePaymentRefundedMail(shop, tx, checkout, lines, reason, payment)
      return checkout.state
    }
    if (checkout.state === 'open') await returnStock(tx, lines)
    const orders = await placeOrders(
      shop,
      tx,
      checkoutId,
      lines.map((line) => line.lineNo),
      'refunded',
    )
    await queuePaymentRefundedMail(shop, tx, checkout, lines, reason, payment, orders)
    await setState(tx, checkoutId, 'refunded', secondPaymentSeconds)
    return 'refunded'
  })
}

/** Why this payment must be refunded; null when it becomes the orders, and then their stock is taken. */
async function refundReasonFor(
  tx: Tx,
  checkout: CheckoutRow,
  lines: readonly CheckoutLine[],
  payment: CapturedPayment,
): Promise<PaymentRefundReason | null> {
  if (checkout.state === 'completed' || checkout.state === 'refunded') return 'paid-twice'
  if (payment.amountPaise !== checkout.totalPaise) return 'amount-differs'
  if (await isBoughtByOtherCheckout(tx, checkout.id)) return 'cart-replaced'
  if (await isLeaving(tx, checkout.customerId)) return 'account-deleted'
  const isLate = isPaidTooLate(checkout, payment)
  if (checkout.state === 'open') {
    // While the sweep cannot ask the provider, a hold stays after its end.
    const change = isLate ? await lockAndCompare(tx, lines) : null
    if (change) return reasonOfChange[change]
    return isLate && (await isPriceOver(tx, checkout, lines)) ? 'price-changed' : null
  }
  const open = await lockOpenHoldOfSameProducts(tx, checkout, lines)
  const { id, customerId, couponId } = checkout
  // Products are locked before coupons.
  const change = isLate || couponId ? await lockAndCompare(tx, lines, open?.lines) : null
  if (isLate && change) return reasonOfChange[change]
  if (isLate && (await isPriceOver(tx, checkout, lines))) return 'price-changed'
  if (couponId && !(await lockUseAgain(tx, { id, customerId, couponId }, open))) return 'coupon-used'
  return (await takeStockAgain(tx, lines, open)) ? null : 'sold-out'
}

/** A buyer could otherwise pay an old attempt with a discount, or with a charge for delivery, that nobody gets any more. */
async function isPriceOver(
  tx: Tx,
  { couponId }: Pick<CheckoutRow, 'couponId'>,
  lines: readonly CheckoutLine[],
): Promise<boolean> {
  if (couponId !== null && !(await isCouponStillValid(tx, couponId))) return true
  const today = deliveryOfLines(await findDeliveryRule(tx), lines)
  return lines.some(({ deliveryPaise }, index) => deliveryPaise !== today[index])
}

const reasonOfChange = { price: 'price-changed', 'not-on-sale': 'sold-out' } as const

interface OpenHold {
  id: string
  providerOrderId: string | null
  couponId: string | null
  lines: CheckoutLine[]
}

/** The newer open checkout of the customer, locked, if it holds one of these products. */
async function lockOpenHoldOfSameProducts(
  tx: Tx,
  checkout: CheckoutRow,
  lines: readonly CheckoutLine[],
): Promise<OpenHold | undefined> {
  const open = await lockOpenCheckout(tx, checkout.customerId)
  if (!open) return undefined
  const held = await checkoutLines(tx, open.id)
  const isSame = held.some((line) => lines.some((own) => own.productId === line.productId))
  return isSame ? { ...open, lines: held } : undefined
}

/**
 * Takes the stock for a payment that arrives after the hold has ended. A newer open checkout with the same products loses its
 * hold; if it is paid as well, that payment is refunded. Returns false, and changes nothing, when the stock is too small.
 */
async function takeStockAgain(
  tx: Tx,
  lines: readonly CheckoutLine[],
  open: OpenHold | undefined,
): Promise<boolean> {
  if ((await replaceHold(tx, open?.lines ?? [], lines)).length > 0) return false
  if (open) await setState(tx, open.id, 'replaced', open.providerOrderId ? 60 : null)
  return true
}

async function completeCheckout(
  shop: Shop,
  tx: Tx,
  checkout: CheckoutRow,
  lines: readonly CheckoutLine[],
  payment: CapturedPayment & { checkoutId: string },
): Promise<CheckoutState> {
  const lineNumbers = lines.map((line) => line.lineNo)
  const productIds = lines.map((line) => line.productId)
  // The payment comes first: its unique key aborts the transaction of a second one.
  await recordPayment.forOrder(tx, payment)
  await setState(tx, checkout.id, 'completed', secondPaymentSeconds)
  const orders = await placeOrders(shop, tx, checkout.id, lineNumbers, 'pending')
  await removeBoughtLines(tx, checkout.customerId, productIds)
  if (checkout.couponId) await forgetCartCoupon(tx, checkout.customerId)
  await queueOrderConfirmationMail(shop, tx, checkout, lines, orders)
  await queueNewOrderMails(shop, tx, checkout, lines, orders)
  await queueLowStockMails(shop, tx, productIds)
  return 'completed'
}
