/**
 * Checking out: check the order, require an address, fetch a payment order, open the payment window, verify, create
 * the order (specification §4, api-rules §3). The server owns the money; this only walks through its calls.
 */
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import { orderPlaced, paymentSuccessful, selectAddress } from '../../../../contract/order.ts'
import { ApiError, call } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { cartChanged } from '../../../session.ts'
import { useSettings } from '../../../settings.ts'
import { useSignedOut } from '../../../signed-out.ts'
import { toast } from '../../../toast.ts'
import { loadPaymentScript, openPaymentWidget, type PaymentAnswer } from './payment-widget.ts'
import { retry } from './retry.ts'
import type { Addresses } from './use-addresses.ts'
import { type Cart, cartMessage, totalOf } from './use-cart.ts'

export type CheckoutStage = 'idle' | 'starting' | 'paying' | 'confirming'

/** Thrown where the buyer has been told already. */
class Stopped extends Error {}

export function useCheckout(cart: Cart, addresses: Addresses, onAddressMissing: () => void) {
  const { brandName, payment } = useSettings()
  const navigate = useNavigate()
  const signedOut = useSignedOut()
  const running = useRef(false)
  const [stage, setStage] = useState<CheckoutStage>('idle')
  const [paidNote, setPaidNote] = useState<string | null>(null)

  /** The provider's order id for the cart as it is shown. */
  async function start(): Promise<{ orderId: string; amount: number; addressId: string }> {
    await cart.settled()
    const lines = cart.current()
    const amount = Math.round(totalOf(lines) * 100)
    const { status, msg } = await call(api.order.check, { body: [...lines] })
    if (status !== 'true') throw await stopWith(msg)
    if (!addresses.selected) {
      onAddressMissing()
      toast.error(selectAddress, cartMessage)
      throw new Stopped()
    }
    const addressId = addresses.selected.id
    // Before the payment order: without the script no stock need be held.
    await loadPaymentScript(payment.scriptUrl).catch(() => {
      alert("The payment provider's SDK failed to load. Are you online?")
      throw new Stopped()
    })
    try {
      const orderId = await call(api.order.payment, {
        params: { amountInPaise: amount },
        query: { addressId },
      })
      return { orderId, amount, addressId }
    } catch (error) {
      if (signedOut(error)) throw new Stopped()
      // Prices or stock changed, the address is gone, or there were too many tries: the buyer reads why.
      if (error instanceof ApiError && [400, 404, 409, 429].includes(error.status)) {
        void addresses.reload()
        throw await stopWith(error.status === 404 ? selectAddress : error.msg)
      }
      alert('Failed to initiate payment.')
      throw new Stopped()
    }
  }

  async function stopWith(words: string): Promise<Stopped> {
    toast.error(words || 'Failed to place order', cartMessage)
    await cart.reload()
    return new Stopped()
  }

  async function finish(answer: PaymentAnswer, addressId: string): Promise<void> {
    try {
      await retry(() => call(api.order.verifyPayment, { body: answer }))
      toast.success(paymentSuccessful, cartMessage)
      await retry(() => call(api.order.create, { body: { items: [...cart.current()], addressId } }))
      toast.success(orderPlaced)
      void cartChanged()
      await navigate(paths.home)
    } catch (error) {
      toast.error('Something went wrong. Please try again.', cartMessage)
      setPaidNote(
        error instanceof ApiError && error.status === 409 && error.msg
          ? error.msg
          : 'We have your payment and are confirming your order. You need not pay again.',
      )
      await cart.reload()
    }
  }

  async function checkOut(): Promise<void> {
    if (running.current) return
    running.current = true
    setPaidNote(null)
    setStage('starting')
    // Only filled in for the buyer's convenience: without it the window asks.
    const buyer = call(api.profile.get).catch(() => null)
    try {
      const { orderId, amount, addressId } = await start()
      const profile = await buyer
      const prefill =
        profile && 'firstName' in profile
          ? {
              name: `${profile.firstName} ${profile.lastName}`,
              email: profile.email,
              contact: profile.mobile,
            }
          : {}
      setStage('paying')
      const answer = await openPaymentWidget({
        key: payment.keyId,
        amount,
        name: brandName,
        order_id: orderId,
        // A payment that comes after the goods went back on sale may have to be refunded.
        timeout: limits.holdMinutes * 60,
        prefill,
      })
      if (answer) {
        setStage('confirming')
        await finish(answer, addressId)
      } else {
        toast.blank('The payment window was closed. Your cart is still here.', cartMessage)
        await cart.reload()
      }
    } catch (error) {
      if (error instanceof Stopped || signedOut(error)) return
      toast.error((error instanceof ApiError && error.msg) || 'Failed to place order', cartMessage)
    } finally {
      running.current = false
      setStage('idle')
    }
  }

  return {
    stage,
    checkOut,
    /** After a payment whose order is not certain yet: what the buyer should know. */
    paidNote,
  }
}
