/**
 * The first half of a checkout, up to the payment provider's order: check the cart, require an address, load the
 * provider's script, ask for the order (specification §4, api-rules §3). The server decides about money and stock.
 */
import type { CartItem } from '../../contract/cart.ts'
import type { CartCouponReply } from '../../contract/coupon.ts'
import type { BusinessBuyer } from '../../contract/document.ts'
import { privateApi } from '../../contract/private-endpoints.ts'
import type { DeliveryWishes } from '../../contract/recipient.ts'
import { paise } from '../../contract/money.ts'
import { pricesChanged, selectAddress } from '../../contract/order.ts'
import type { Addresses } from '../addresses/use-addresses.ts'
import { ApiError, call } from '../api/client.ts'
import { buyingWords } from '../messages/buying.ts'
import { onlyMessage, toast } from '../toast/toast.ts'
import { hasWishes } from './delivery-wishes.ts'
import { loadPaymentScript } from './payment-widget.ts'
import { totalOf } from './total-of.ts'

/** Thrown where the checkout ends and the buyer has been told why. */
export class CheckoutStopped extends Error {}

/** What the checkout needs of the cart. */
export interface CheckoutCart {
  /** Resolves when the server has replied to every change of a quantity. */
  settled(): Promise<void>
  current(): readonly CartItem[]
  reload(): Promise<void>
  /** Asks what the coupon saves now, and whether that is what the cart shows. */
  reloadCoupon(): Promise<{ coupon: CartCouponReply | null; isAsShown: boolean }>
  /** Asks what products of this price after discounts pay for delivery now. */
  reloadDelivery(goodsPaise: number): Promise<{ paise: number; isAsShown: boolean }>
}

export interface PaymentOrder {
  /** The provider's id. */
  orderId: string
  /** In paise. */
  amount: number
  addressId: string
}

interface Options {
  cart: CheckoutCart
  addresses: Addresses
  /** For whose invoices; null for a person. */
  business: BusinessBuyer | null
  wishes: DeliveryWishes
  scriptUrl: string
  onAddressMissing: () => void
  /** Sends a buyer without a session to the login; true where it did. */
  signedOut: (error: unknown) => boolean
}

/** Returns the provider's order for the cart as it is shown. Throws CheckoutStopped. */
export async function preparePayment(options: Options): Promise<PaymentOrder> {
  const { cart, addresses, scriptUrl, onAddressMissing } = options
  // Loaded while the cart is checked. Where that ends the checkout, nobody asks how the load went.
  const script = loadPaymentScript(scriptUrl)
  script.catch(() => {})
  await cart.settled()
  const lines = cart.current()
  const { status, msg } = await call(privateApi.order.check, {
    query: { addressId: addresses.selected?.id },
    body: [...lines],
  })
  const { coupon, isAsShown } = await cart.reloadCoupon()
  if (status !== 'true') throw await refused(cart, msg)
  if (!isAsShown) throw await refused(cart, pricesChanged)
  const goodsPaise = totalOf(lines) - paise(coupon?.saving ?? 0)
  const delivery = await cart.reloadDelivery(goodsPaise)
  if (!delivery.isAsShown) throw await refused(cart, pricesChanged)
  if (!addresses.selected) {
    onAddressMissing()
    toast.error(selectAddress, onlyMessage)
    throw new CheckoutStopped()
  }
  // The script comes before the order: where it cannot be loaded, no stock must be held.
  await script.catch(() => {
    alert(buyingWords.loadPaymentScript.failure)
    throw new CheckoutStopped()
  })
  return requestOrder(options, goodsPaise + delivery.paise, addresses.selected.id)
}

async function requestOrder(
  { cart, addresses, business, wishes, signedOut }: Options,
  amount: number,
  addressId: string,
): Promise<PaymentOrder> {
  try {
    const orderId =
      business || hasWishes(wishes)
        ? await call(privateApi.order.paymentByPost, {
            body: { amountInPaise: amount, addressId, ...(business && { business }), ...wishes },
          })
        : await call(privateApi.order.payment, { params: { amountInPaise: amount }, query: { addressId } })
    return { orderId, amount, addressId }
  } catch (error) {
    if (signedOut(error)) throw new CheckoutStopped()
    // Prices or stock have changed, the address is gone (404), or there were too many tries (429).
    if (error instanceof ApiError && [400, 404, 409, 429].includes(error.status)) {
      void addresses.reload()
      throw await refused(cart, error.status === 404 ? selectAddress : error.msg)
    }
    alert(buyingWords.initiatePayment.failure)
    throw new CheckoutStopped()
  }
}

/** Shows why the server refused, and the cart as it is now. */
async function refused(cart: CheckoutCart, words: string): Promise<CheckoutStopped> {
  toast.error(words || buyingWords.placeOrder.failure, onlyMessage)
  await cart.reload()
  return new CheckoutStopped()
}
