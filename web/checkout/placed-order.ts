/**
 * The note on the home page for a buyer who has just paid (specification §4). It is kept in the session
 * storage of the tab: the page's HTML is the same for everybody.
 */
const storageKey = 'placed-order'
/** Afterwards people look into My Orders and the mail. */
const maxAgeMs = 30 * 60_000

export interface PlacedOrder {
  /** Whose purchase it is; another account in the same tab sees no note. */
  email: string
  /** The numbers of the orders; empty where the payment is done and the orders are still to be confirmed. */
  numbers: readonly string[]
}

export function storePlacedOrder(placed: PlacedOrder): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...placed, at: Date.now() }))
  } catch (error) {
    console.info('The session storage cannot be written; My Orders shows the order.', error)
  }
}

export function readPlacedOrder(): PlacedOrder | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as
      | (PlacedOrder & { at: number })
      | null
    return stored && Date.now() - stored.at < maxAgeMs ? stored : null
  } catch (error) {
    console.info('The placed order cannot be read.', error)
    return null
  }
}

export function forgetPlacedOrder(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch (error) {
    console.info('The session storage cannot be written.', error)
  }
}
