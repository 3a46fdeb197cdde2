/** The cart's lines with the messages of specification §8. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type CartItem, maxLimitReached } from '../../../../contract/cart.ts'
import { api } from '../../../../contract/endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import { ApiError, call } from '../../../api.ts'
import { cartChanged } from '../../../session.ts'
import { useSignedOut } from '../../../signed-out.ts'
import { toast } from '../../../toast.ts'
import { type CartOutcome, type CartServer, openCartLines } from './cart-lines.ts'

const server: CartServer = {
  setQuantity: ({ productId: id }, quantity) => call(api.cart.edit, { body: { id, quantity } }),
  remove: ({ cartItemId }) =>
    call(api.cart.remove, { params: { cartItemId } }).catch((error: unknown) => {
      // Gone already, e.g. taken out in another tab.
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    }),
}

/** One message on the page at a time: ten presses of plus are not ten messages, and a solved problem is not said any longer. */
export const cartMessage = { id: 'cart' }

const failed = ({ before, quantity }: CartOutcome) =>
  quantity === 0
    ? 'Failed to remove item'
    : `Failed to ${quantity > before ? 'increase' : 'decrease'} item quantity`

export function useCart(loaded: readonly CartItem[]) {
  const signedOut = useSignedOut()
  const [pricesBefore, setPricesBefore] = useState<ReadonlyMap<string, number>>(new Map())
  const [cart] = useState(() => openCartLines(loaded, server))
  const lines = useSyncExternalStore(cart.subscribe, cart.current, cart.current)

  /** Shows what the server says now, and marks the prices that differ from those shown before. */
  async function reload(): Promise<void> {
    await cart.settled()
    const before = new Map(cart.current().map((line) => [line.productId, line.price]))
    try {
      const items = await call(api.cart.get)
      setPricesBefore(
        new Map(
          [...before].filter(([product, price]) =>
            items.some((i) => i.productId === product && i.price !== price),
          ),
        ),
      )
      cart.replace(items)
    } catch (error) {
      if (!signedOut(error)) console.info('The cart could not be loaded again.', error)
    }
    void cartChanged()
  }

  useEffect(() =>
    cart.onOutcome((outcome) => {
      const { quantity, error } = outcome
      if (error === undefined) {
        toast.success(
          quantity === 0 ? 'Item Removed Successfully' : 'Item Quantity Updated Successfully',
          cartMessage,
        )
        if (quantity === 0) void cartChanged()
        return
      }
      if (signedOut(error)) return
      toast.error((error instanceof ApiError && error.msg) || failed(outcome), cartMessage)
      // Somebody else was quicker, or the line is gone: the figures shown are old.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) void reload()
    }),
  )

  // The page's data was loaded again ('Try again', coming back).
  const first = useRef(loaded)
  useEffect(() => {
    if (first.current === loaded) return
    first.current = loaded
    cart.replace(loaded)
  }, [cart, loaded])

  return {
    lines,
    /** Product id → the price shown before the last reload, where it differs. */
    pricesBefore,
    reload,
    settled: cart.settled,
    more(line: CartItem) {
      if (line.noOfUnits - line.quantity <= 0 || line.quantity >= limits.cartQuantityMax)
        toast.error(maxLimitReached, cartMessage)
      else cart.want(line.productId, line.quantity + 1)
    },
    /** At 1 this removes the line. */
    less: (line: CartItem) => cart.want(line.productId, line.quantity - 1),
    remove: (line: CartItem) => cart.want(line.productId, 0),
    current: cart.current,
  }
}

export type Cart = ReturnType<typeof useCart>

/** In rupees; summed in paise, because 0.1 + 0.2 is not 0.3 here. */
export function totalOf(lines: readonly CartItem[]): number {
  return lines.reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0) / 100
}
