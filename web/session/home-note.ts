/**
 * The note on the home page for somebody who comes there from a payment or a registration (specification §4). It is kept in the
 * session storage of the tab: the page's HTML is the same for everybody.
 */
const storageKey = 'home-note'
/** Afterwards people look into My Orders and the mail. */
const maxAgeMs = 30 * 60_000

/** `email` is whom it concerns; another account in the same tab sees no note. */
export type HomeNote = { email: string } & (
  | { kind: 'new-seller' }
  /** `orders` is empty where the payment is done and the orders are still to be confirmed. */
  | { kind: 'placed'; orders: readonly PlacedOrder[] }
)

export interface PlacedOrder {
  number: string
  product: string
  quantity: number
  /** City and pin code. */
  to: string
  /** The promised day, where there is one. */
  by: string | null
}

export function storeHomeNote(note: HomeNote): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...note, at: Date.now() }))
  } catch (error) {
    console.info('The session storage cannot be written; the note is not shown.', error)
  }
}

export function readHomeNote(): HomeNote | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as
      | (HomeNote & { at: number })
      | null
    return stored && Date.now() - stored.at < maxAgeMs ? stored : null
  } catch (error) {
    console.info('The note cannot be read.', error)
    return null
  }
}

export function forgetHomeNote(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch (error) {
    console.info('The session storage cannot be written.', error)
  }
}
