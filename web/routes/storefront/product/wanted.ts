/**
 * What a visitor pressed before logging in, so that it is done after it (api-rules §6). Kept in this tab only and never in
 * an address: a link from elsewhere must not put anything into anybody's cart.
 */
import type { Basket } from './use-basket.ts'

const key = 'wanted'
/** Registering with a code from a mail takes a while; what was pressed an hour ago is forgotten. */
const keptMs = 60 * 60_000

interface Wanted {
  productId: string
  basket: Basket
  at: number
}

export function rememberWanted(productId: string, basket: Basket): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ productId, basket, at: Date.now() } satisfies Wanted))
  } catch (error) {
    console.info('Nothing can be kept in this browser; the press has to be repeated.', error)
  }
}

/**
 * What was pressed for this product before its page was opened at `openedAt`, once: whatever is found is forgotten.
 * What was pressed on the page as it stands now waits for the way back.
 */
export function takeWanted(productId: string, openedAt: number): Basket | null {
  try {
    const wanted = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Wanted | null
    if (!wanted || wanted.at >= openedAt) return null
    sessionStorage.removeItem(key)
    if (wanted.productId !== productId || openedAt - wanted.at > keptMs) return null
    return wanted.basket === 'cart' || wanted.basket === 'wishlist' ? wanted.basket : null
  } catch (error) {
    console.info('What was pressed before cannot be read.', error)
    return null
  }
}
