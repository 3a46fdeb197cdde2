/** order/payment: copies the cart into a checkout, holds its stock for 15 minutes and creates the provider's order (api-rules §3.2). */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BusinessBuyer } from '../../../contract/document.ts'
import type { DeliveryWishes } from '../../../contract/recipient.ts'
import {
  accountLeaves,
  cartEmpty,
  heldTooLong,
  pricesChanged,
  selectAddress,
} from '../../../contract/order.ts'
import { isLeaving } from '../../people/identity/accounts.ts'
import { findDeliveryRule } from '../delivery-charge/queries.ts'
import { type CheckoutCartLine, readCartForCheckout } from '../cart/read-for-checkout.ts'
import { type CartCoupon, lockCartCoupon, readCartCoupon } from '../coupons/cart-coupon.ts'
import { noDiscount } from '../coupons/rules.ts'
import { findDeliveryAddress } from '../../people/addresses/addresses.ts'
import { findDeliveryProblem } from '../../fulfilment/promise/estimate-delivery.ts'
import { replaceHold } from '../../catalogue/products/stock.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { requireNotHeld } from '../../platform/hold/held.ts'
import { lockCustomer } from '../../people/lock-customer.ts'
import { networkOf } from '../../platform/network.ts'
import { ProviderRefused, ProviderUnavailable } from '../../platform/providers/payments/provider.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  checkoutLines,
  claimProviderOrder,
  countUnpaidAttempts,
  extendHold,
  findCheckout,
  insertCheckout,
  lockOpenCheckout,
  setState,
  storeProviderOrder,
  type UnpaidAttempts,
} from './queries.ts'
import { releaseHold } from './release-hold.ts'
import {
  checkoutFingerprint,
  deliveryOfLines,
  findBusinessProblem,
  findCartProblem,
  holdSecondsLeft,
  notEnoughStock,
  ordersPaused,
  totalPaise,
} from './rules.ts'

interface PaymentRequest {
  customerId: string
  ip: string
  /** The amount that the buyer expects to pay, in paise; only compared. */
  amountInPaise: number
  /** Without it the default address is used. */
  addressId: string | undefined
  /** For the invoices. */
  business: BusinessBuyer | undefined
  wishes: DeliveryWishes
}

interface PreparedCheckout {
  id: string
  totalPaise: number
  providerOrderId: string | null
  /** Whether this request creates the provider's order, and whether one may exist already; null while another request does. */
  claim: 'first' | 'repeated' | null
}

/**
 * Returns the provider's order id; a checkout has one. A repeated call for the same cart returns the same order. Refuses:
 * conflict when the amount is not the total, the coupon does not fit, the cart is empty or something is sold out (nothing is held then), when a business
 * buys something without an HSN code, when the courier has said that it does not deliver there, or when another request replaced the checkout meanwhile; invalid without any address; not-found for an address of another person; too-often
 * for too many attempts, or when the same products were held for 30 minutes; unavailable when the provider does not respond.
 */
export async function startPayment(shop: Shop, request: PaymentRequest): Promise<string> {
  const networkHash = shop.secrets.keyedHash('rate-limit', networkOf(request.ip)).toString('base64url')
  const checkout = await shop.db.transaction((tx) => prepareCheckout(tx, { ...request, networkHash }))
  if (checkout.providerOrderId) return checkout.providerOrderId
  if (!checkout.claim) return waitForProviderOrder(shop, checkout.id)
  let made: string
  try {
    made = await makeProviderOrder(shop, checkout, checkout.claim === 'repeated')
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error
    shop.log.warn({ err: error, checkoutId: checkout.id }, 'no provider order, the hold is released')
    await releaseHold(shop, checkout.id, 'not-payable')
    throw paymentNotStarted()
  }
  // Where the database is away, the claim ends after a minute, and the buyer's next try finds the order by its receipt.
  const { keyId } = shop.payments.browserSettings
  const { providerOrderId, state } = await storeProviderOrder(shop.db, checkout.id, { id: made, keyId })
  if (state !== 'open') throw new Refusal('conflict', replacedMeanwhile)
  return providerOrderId
}

const replacedMeanwhile = 'This cart is being paid for in another window.'
const paymentNotStarted = () =>
  new Refusal('unavailable', 'Failed to initiate payment.', { retryAfterSeconds: 5 })

/** The limit of a network is high, because many buyers share the address of a mobile carrier. */
const unpaidLimits = { ofMinute: 10, ofHour: 60, ofNetwork: 1_000 } as const

function refuseTooManyAttempts(attempts: UnpaidAttempts): void {
  const words = 'Too many attempts. Please try again later.'
  if (attempts.ofMinute >= unpaidLimits.ofMinute)
    throw new Refusal('too-often', words, { retryAfterSeconds: 60 })
  if (attempts.ofHour >= unpaidLimits.ofHour)
    throw new Refusal('too-often', words, { retryAfterSeconds: 900 })
  if (attempts.ofNetwork >= unpaidLimits.ofNetwork)
    throw new Refusal('too-often', words, { retryAfterSeconds: 120 })
}

/** Sends at most one POST: an order of an earlier request, or of one whose response was lost, is found by its receipt. */
async function makeProviderOrder(shop: Shop, checkout: PreparedCheckout, mayExist: boolean): Promise<string> {
  const wanted = { receipt: checkout.id, amountPaise: checkout.totalPaise }
  const earlier = mayExist ? await shop.payments.findOrderByReceipt(wanted) : undefined
  if (earlier) return earlier
  try {
    return await shop.payments.createOrder(wanted)
  } catch (error) {
    const made = await shop.payments.findOrderByReceipt(wanted).catch(() => undefined)
    if (made) return made
    throw error
  }
}

/** Waits for the order that another request of the same buyer is creating. Refuses: conflict, unavailable. */
async function waitForProviderOrder(shop: Shop, checkoutId: string): Promise<string> {
  for (let tries = 0; tries < 40; tries += 1) {
    await sleep(250)
    const checkout = await findCheckout(shop.db, checkoutId)
    if (checkout?.state === 'replaced') throw new Refusal('conflict', replacedMeanwhile)
    if (checkout?.state !== 'open') break
    if (checkout.providerOrderId) return checkout.providerOrderId
  }
  throw paymentNotStarted()
}

/** The open checkout of the same cart and address with its hold extended, or a new one that holds the stock. */
async function prepareCheckout(
  tx: Tx,
  request: PaymentRequest & { networkHash: string },
): Promise<PreparedCheckout> {
  const { customerId, networkHash, business, wishes } = request
  // Also where an open checkout has its order at the provider, which could be paid.
  await requireNotHeld(tx, ordersPaused)
  await lockCustomer(tx, customerId)
  if (await isLeaving(tx, customerId)) throw new Refusal('conflict', accountLeaves)
  const { lines, coupon, address, ...amounts } = await readPurchase(tx, request)
  const bought = {
    lines,
    address,
    business,
    wishes,
    coupon: coupon ? { ...coupon.coupon, discounts: coupon.discounts } : undefined,
  }
  const fingerprint = checkoutFingerprint({ ...bought, deliveryPaise: amounts.deliveryPaise })
  const open = await lockOpenCheckout(tx, customerId)
  const attempts = await countUnpaidAttempts(
    tx,
    { customerId, networkHash },
    lines.map((line) => line.productId),
  )
  const holdSeconds = requireHoldSeconds(attempts)
  if (open?.fingerprint === fingerprint) {
    await extendHold(tx, open.id, holdSeconds)
    const isClaimed = !open.providerOrderId && (await claimProviderOrder(tx, open.id))
    return { ...open, claim: isClaimed ? 'repeated' : null }
  }
  refuseTooManyAttempts(attempts)
  const [missing] = await replaceHold(tx, open ? await checkoutLines(tx, open.id) : [], lines)
  if (missing) throw new Refusal('conflict', notEnoughStock(missing.name, missing.unitsLeft))
  if (coupon) await lockCoupon(tx, customerId, lines, { coupon, givenBack: open?.couponId ?? null })
  // A customer has one open checkout: the former one is closed before the new one is inserted.
  if (open) await setState(tx, open.id, 'replaced', open.providerOrderId ? 60 : null)
  const id = newId()
  const { totalPaise } = amounts
  await insertCheckout(tx, { id, customerId, totalPaise, fingerprint, networkHash, ...bought }, holdSeconds)
  return { id, totalPaise, providerOrderId: null, claim: 'first' }
}

/** The cart as it can be bought now, with its coupon, its charge for delivery and its address. */
async function readPurchase(tx: Tx, { customerId, amountInPaise, addressId, business }: PaymentRequest) {
  const cart = await readCartForCheckout(tx, customerId)
  if (cart.length === 0) throw new Refusal('conflict', cartEmpty)
  const problem = findCartProblem(cart) ?? (business ? findBusinessProblem(cart) : null)
  if (problem) throw new Refusal('conflict', problem)
  const coupon = await readCartCoupon(tx, customerId, cart)
  if (coupon?.problem) throw new Refusal('conflict', coupon.problem)
  const discounted = cart.map((line, index) => ({
    ...line,
    ...(coupon?.discounts[index] ?? noDiscount),
    lineNo: index + 1,
  }))
  // Read once: what is compared with the buyer's amount is what the checkout freezes.
  const charges = deliveryOfLines(await findDeliveryRule(tx), discounted)
  const lines = discounted.map((line, index) => ({ ...line, deliveryPaise: charges[index] ?? 0 }))
  const total = totalPaise(lines)
  if (total !== amountInPaise) throw new Refusal('conflict', pricesChanged)
  const address = await findDeliveryAddress(tx, customerId, addressId)
  if (!address) throw addressId ? notFound() : new Refusal('invalid', selectAddress)
  const notDelivered = await findDeliveryProblem(tx, address.pinCode, lines)
  if (notDelivered) throw new Refusal('conflict', notDelivered)
  const deliveryPaise = charges.reduce((sum, charge) => sum + charge, 0)
  return { lines, coupon, address, totalPaise: total, deliveryPaise }
}

function requireHoldSeconds({ heldSeconds, heldWindowEndsInSeconds }: UnpaidAttempts): number {
  const holdSeconds = holdSecondsLeft(heldSeconds)
  if (holdSeconds > 0) return holdSeconds
  const retryAfterSeconds = Math.max(1, Math.ceil(heldWindowEndsInSeconds))
  throw new Refusal('too-often', heldTooLong, { retryAfterSeconds })
}

/** Refuses where the last use is gone, or the buyer took the coupon out or chose another one in another tab. */
async function lockCoupon(
  tx: Tx,
  customerId: string,
  lines: readonly CheckoutCartLine[],
  chosen: { coupon: CartCoupon; givenBack: string | null },
): Promise<void> {
  const locked = await lockCartCoupon(tx, customerId, lines, chosen)
  if (locked?.coupon.id !== chosen.coupon.coupon.id) throw new Refusal('conflict', pricesChanged)
  if (locked.problem) throw new Refusal('conflict', locked.problem)
}
