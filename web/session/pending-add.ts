/**
 * What a visitor pressed before logging in, to be done afterwards (api-rules §6). It is kept in the session storage of the
 * tab and never in an address: a link from elsewhere must not put anything into somebody's cart.
 */
import { paths } from '../paths.ts'

export type ProductCollection = 'cart' | 'wishlist'

const storageKey = 'pending-add'
/** Registering with a code from an e-mail takes a while, but after an hour nobody expects the press to take effect. */
const maxAgeMs = 60 * 60_000

interface PendingAdd {
  productId: string
  /** The product's name, for the words on the login page. */
  name: string
  collection: ProductCollection
  /** Milliseconds since 1970. */
  pressedAt: number
}

export function savePendingAdd(productId: string, name: string, collection: ProductCollection): void {
  try {
    const pending: PendingAdd = { productId, name, collection, pressedAt: Date.now() }
    sessionStorage.setItem(storageKey, JSON.stringify(pending))
  } catch (error) {
    console.info('The session storage cannot be written; the button has to be pressed again.', error)
  }
}

/** What waits for a login that leads to this path; null where nothing does. It stays stored. */
export function readPendingAdd(next: string | null): PendingAdd | null {
  try {
    const pending = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as PendingAdd | null
    const isMeant = pending && next === paths.product(pending.productId)
    return isMeant && Date.now() - pending.pressedAt < maxAgeMs ? pending : null
  } catch (error) {
    console.info('The pending add cannot be read.', error)
    return null
  }
}

/**
 * Removes the pending add and returns its collection if it is of this product and not expired. A press that came after
 * `openedAt`, when this page was opened, stays stored: it waits for the return from the login.
 */
export function takePendingAdd(productId: string, openedAt: number): ProductCollection | null {
  try {
    const pending = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as PendingAdd | null
    if (!pending || pending.pressedAt >= openedAt) return null
    sessionStorage.removeItem(storageKey)
    if (pending.productId !== productId || openedAt - pending.pressedAt > maxAgeMs) return null
    const { collection } = pending
    return collection === 'cart' || collection === 'wishlist' ? collection : null
  } catch (error) {
    console.info('The pending add cannot be read.', error)
    return null
  }
}
