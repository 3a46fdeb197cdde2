/**
 * The lines of the cart with optimistic changes: a change is shown at once and undone when the server refuses it.
 * Each line has one request in flight and then sends the latest quantity, so that requests cannot overtake each other.
 */
import type { CartItem } from '../../contract/cart.ts'

export interface CartServer {
  setQuantity(item: CartItem, quantity: number): Promise<unknown>
  remove(item: CartItem): Promise<unknown>
}

/** The result of one change; `quantity` is the requested one, 0 for a removal. */
export interface CartOutcome {
  item: CartItem
  before: number
  quantity: number
  /** Set when the server refused the change and it was undone. */
  error?: unknown
}

interface Line {
  item: CartItem
  /** The quantity that the server has. */
  confirmed: number
  /** The quantity that the page shows. */
  wanted: number
  work: Promise<void> | null
}

export interface CartLines {
  /** The lines to show, each with the requested quantity. The same array until something changes. */
  current(): readonly CartItem[]
  subscribe(listener: () => void): () => void
  /** Calls the listener after each reply of the server. */
  onOutcome(listener: (outcome: CartOutcome) => void): () => void
  /** Requests a quantity; 0 removes the line. */
  setQuantity(productId: string, quantity: number): void
  /** Resolves when the server has replied to every change. */
  settled(): Promise<void>
  /** Replaces all lines by those of the server; only for a settled cart. */
  replace(items: readonly CartItem[]): void
}

/** The server says what more pieces cost; what it charges it computes by itself. */
const priceFor = ({ prices, price }: CartItem, quantity: number) =>
  prices.findLast(({ from }) => from <= quantity)?.price ?? price

export function openCartLines(items: readonly CartItem[], server: CartServer): CartLines {
  let lines: Line[] = []
  let shown: readonly CartItem[] = []
  const listeners = new Set<() => void>()
  const outcomeListeners = new Set<(outcome: CartOutcome) => void>()
  const notify = (outcome: CartOutcome) => outcomeListeners.forEach((listener) => listener(outcome))

  function show(): void {
    shown = lines
      .filter((line) => line.wanted > 0)
      .map(({ item, wanted }) => ({ ...item, quantity: wanted, price: priceFor(item, wanted) }))
    for (const listener of listeners) listener()
  }

  function replace(next: readonly CartItem[]): void {
    lines = next.map((item) => ({ item, confirmed: item.quantity, wanted: item.quantity, work: null }))
    show()
  }

  async function send(line: Line): Promise<void> {
    while (line.wanted !== line.confirmed) {
      const { item, confirmed: before, wanted: quantity } = line
      try {
        await (quantity === 0 ? server.remove(item) : server.setQuantity(item, quantity))
        line.confirmed = quantity
        if (quantity === 0) lines = lines.filter((other) => other !== line)
        notify({ item, before, quantity })
      } catch (error) {
        line.wanted = before
        show()
        notify({ item, before, quantity, error })
      }
    }
  }

  replace(items)
  return {
    current: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onOutcome(listener) {
      outcomeListeners.add(listener)
      return () => outcomeListeners.delete(listener)
    },
    setQuantity(productId, quantity) {
      const line = lines.find((one) => one.item.productId === productId)
      if (!line || line.wanted === 0) return
      line.wanted = quantity
      show()
      line.work ??= send(line).finally(() => (line.work = null))
    },
    async settled() {
      await Promise.all(lines.flatMap((line) => line.work ?? []))
    },
    replace,
  }
}
