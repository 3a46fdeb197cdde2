/** The checkout of a cart: payment order, payment window, verification, orders (specification §4, api-rules §3). */
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { BusinessBuyer } from '../../contract/document.ts'
import { api } from '../../contract/endpoints.ts'
import { privateApi } from '../../contract/private-endpoints.ts'
import { limits } from '../../contract/limits.ts'
import { paymentBeingRefunded } from '../../contract/order.ts'
import type { DeliveryWishes } from '../../contract/recipient.ts'
import type { Addresses } from '../addresses/use-addresses.ts'
import { ApiError, call } from '../api/client.ts'
import { buyingWords } from '../messages/buying.ts'
import { failureMessage } from '../messages/failure-message.ts'
import { paths } from '../paths.ts'
import { type PlacedOrder, storeHomeNote } from '../session/home-note.ts'
import { refreshCartCount, useSession } from '../session/session.ts'
import { useSignedOut } from '../session/use-signed-out.ts'
import { useSettings } from '../settings.ts'
import { onlyMessage, toast } from '../toast/toast.ts'
import { openPaymentWidget, type PaymentAnswer } from './payment-widget.ts'
import { forgetDeliveryWishes } from './delivery-wishes.ts'
import { type CheckoutCart, CheckoutStopped, type PaymentOrder, preparePayment } from './prepare-payment.ts'
import { retry } from './retry.ts'

export type CheckoutStage = 'idle' | 'starting' | 'paying' | 'confirming'

export function useCheckout(
  cart: CheckoutCart,
  addresses: Addresses,
  {
    business,
    wishes,
    onAddressMissing,
  }: { business: BusinessBuyer | null; wishes: DeliveryWishes; onAddressMissing: () => void },
) {
  const { brandName, payment } = useSettings()
  const navigate = useNavigate()
  const signedOut = useSignedOut()
  const { email } = useSession()
  const running = useRef(false)
  const [stage, setStage] = useState<CheckoutStage>('idle')
  const [paidNote, setPaidNote] = useState<string | null>(null)

  /** Opens the payment window; null where the buyer closed it. */
  async function pay(order: PaymentOrder, prefill: Promise<Prefill>): Promise<PaymentAnswer | null> {
    const known = await prefill
    setStage('paying')
    return openPaymentWidget({
      key: payment.keyId,
      amount: order.amount,
      name: brandName,
      order_id: order.orderId,
      // After this time the held stock is released, and a payment might have to be refunded.
      timeout: limits.holdMinutes * 60,
      prefill: known,
    })
  }

  const remember = (orders: PlacedOrder[]) =>
    email !== null && storeHomeNote({ email, kind: 'placed', orders })

  async function confirm(answer: PaymentAnswer, addressId: string): Promise<void> {
    setStage('confirming')
    let verified = false
    try {
      await retry(() => call(privateApi.order.verifyPayment, { body: answer }))
      verified = true
      toast.success(buyingWords.verifyPayment.success, onlyMessage)
      const orders = await retry(() =>
        call(privateApi.order.create, {
          body: { items: [...cart.current()], addressId, razorpay_order_id: answer.razorpay_order_id },
        }),
      )
      toast.success(buyingWords.createOrder.success)
      forgetDeliveryWishes()
      remember(
        orders.map(({ number, product, quantity, promisedBy, deliveryAddress: { city, pinCode } }) => ({
          number,
          product: product.name,
          quantity,
          to: `${city} ${pinCode}`,
          by: promisedBy,
        })),
      )
      void refreshCartCount()
      await navigate(paths.home)
    } catch (error) {
      const isRefunded = error instanceof ApiError && error.msg === paymentBeingRefunded
      if (!verified && !isRefunded && isRefusedPayment(error))
        toast.error(failureMessage(error, buyingWords.verifyPayment), onlyMessage)
      else {
        toast.error(buyingWords.createOrder.failure, onlyMessage)
        if (!isRefunded) remember([])
        setPaidNote(
          isRefunded
            ? paymentBeingRefunded
            : 'We have your payment and are confirming your order. You need not pay again.',
        )
      }
      await cart.reload()
    }
  }

  async function checkOut(): Promise<void> {
    if (running.current) return
    running.current = true
    setPaidNote(null)
    setStage('starting')
    const prefill = loadPrefill()
    try {
      const { scriptUrl } = payment
      const order = await preparePayment({
        cart,
        addresses,
        business,
        wishes,
        scriptUrl,
        onAddressMissing,
        signedOut,
      })
      const answer = await pay(order, prefill)
      if (answer) await confirm(answer, order.addressId)
      else {
        toast.blank('The payment window was closed. Your cart is still here.', onlyMessage)
        await cart.reload()
      }
    } catch (error) {
      if (error instanceof CheckoutStopped || signedOut(error)) return
      toast.error(failureMessage(error, buyingWords.placeOrder), onlyMessage)
    } finally {
      running.current = false
      setStage('idle')
    }
  }

  return {
    stage,
    checkOut,
    /** Set after a payment whose order is not certain yet: what the buyer should know. */
    paidNote,
  }
}

/** The server looked and found no payment of this order; any other failure leaves open whether there is one. */
const isRefusedPayment = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 409)

interface Prefill {
  name?: string
  email?: string
  contact?: string
}

/** What the payment window fills in for the buyer; where the profile cannot be loaded, the window asks for it. */
async function loadPrefill(): Promise<Prefill> {
  const profile = await call(api.profile.get).catch(() => null)
  if (!profile || !('firstName' in profile)) return {}
  const { firstName, lastName, email, mobile } = profile
  return { name: `${firstName} ${lastName}`, email, contact: mobile }
}
