/**
 * What a visitor pressed before logging in, so that it is done after it (api-rules §6). Kept in this tab only and never in
 * an address: a link from elsewhere must not put anything into anybody's cart.
 */
import type { ProductCollection } from './use-add-product.ts'

const key = 'wanted'
/** Registering with a code from a mail takes a while; after an hour the pending add expires. */
const maxAgeMs = 60 * 60_000

interface PendingAdd {
  productId: string
  basket: ProductCollection
  at: number
}

export function savePendingAdd(productId: string, basket: ProductCollection): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ productId, basket, at: Date.now() } satisfies PendingAdd))
  } catch (error) {
    console.info('Nothing can be kept in this browser; the press has to be repeated.', error)
  }
}

/**
 * What was pressed for this product before its page was opened at `openedAt`, once: whatever is found is forgotten.
 * What was pressed on the page as it stands now waits for the way back.
 */
export function takePendingAdd(productId: string, openedAt: number): ProductCollection | null {
  try {
    const pending = JSON.parse(sessionStorage.getItem(key) ?? 'null') as PendingAdd | null
    if (!pending || pending.at >= openedAt) return null
    sessionStorage.removeItem(key)
    if (pending.productId !== productId || openedAt - pending.at > maxAgeMs) return null
    return pending.basket === 'cart' || pending.basket === 'wishlist' ? pending.basket : null
  } catch (error) {
    console.info('What was pressed before cannot be read.', error)
    return null
  }
}
