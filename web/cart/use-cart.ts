/** The lines of the cart with the messages of specification §8. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type CartItem, maxLimitReached } from '../../contract/cart.ts'
import { api } from '../../contract/endpoints.ts'
import { limits } from '../../contract/limits.ts'
import { ApiError, call } from '../api/client.ts'
import { buyingWords } from '../messages/buying.ts'
import { failureMessage } from '../messages/failure-message.ts'
import { refreshCartCount } from '../session/session.ts'
import { useSignedOut } from '../session/use-signed-out.ts'
import { onlyMessage, toast } from '../toast/toast.ts'
import { type CartOutcome, type CartServer, openCartLines } from './cart-lines.ts'

const server: CartServer = {
  setQuantity: ({ productId: id }, quantity) => call(api.cart.edit, { body: { id, quantity } }),
  remove: ({ cartItemId }) =>
    call(api.cart.remove, { params: { cartItemId } }).catch((error: unknown) => {
      // 404: the line was removed already, for example in another tab.
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    }),
}

const wordsOf = ({ before, quantity }: CartOutcome) =>
  quantity === 0
    ? buyingWords.removeItem
    : quantity > before
      ? buyingWords.increaseQuantity
      : buyingWords.decreaseQuantity

export function useCart(loaded: readonly CartItem[]) {
  const signedOut = useSignedOut()
  const [pricesBefore, setPricesBefore] = useState<ReadonlyMap<string, number>>(new Map())
  const [cart] = useState(() => openCartLines(loaded, server))
  const lines = useSyncExternalStore(cart.subscribe, cart.current, cart.current)

  /** Loads the cart again and marks the prices that differ from those shown before. */
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
    void refreshCartCount()
  }

  useEffect(() =>
    cart.onOutcome((outcome) => {
      const { quantity, error } = outcome
      if (error === undefined) {
        toast.success(wordsOf(outcome).success, onlyMessage)
        if (quantity === 0) void refreshCartCount()
        return
      }
      if (signedOut(error)) return
      toast.error(failureMessage(error, wordsOf(outcome)), onlyMessage)
      // 404: the line is gone. 409: the stock does not suffice. Either way the figures shown are outdated.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) void reload()
    }),
  )

  // The loader ran again ('Try again', or a return to the page).
  const first = useRef(loaded)
  useEffect(() => {
    if (first.current === loaded) return
    first.current = loaded
    cart.replace(loaded)
  }, [cart, loaded])

  return {
    lines,
    /** For each product whose price changed with the last reload: the price before, in rupees. */
    pricesBefore,
    reload,
    settled: cart.settled,
    more(line: CartItem) {
      if (line.noOfUnits - line.quantity <= 0 || line.quantity >= limits.cartQuantityMax)
        toast.error(maxLimitReached, onlyMessage)
      else cart.setQuantity(line.productId, line.quantity + 1)
    },
    /** At 1 this removes the line. */
    less: (line: CartItem) => cart.setQuantity(line.productId, line.quantity - 1),
    remove: (line: CartItem) => cart.setQuantity(line.productId, 0),
    current: cart.current,
  }
}
