/**
 * The cart as the page shows it: a change is seen at once and undone when the server refuses it.
 * A line sends one call at a time and skips to the last quantity wanted, so that quick presses cannot overtake each other.
 */
import type { CartItem } from '../../../../contract/cart.ts'

export interface CartServer {
  setQuantity(item: CartItem, quantity: number): Promise<unknown>
  remove(item: CartItem): Promise<unknown>
}

/** What came of a change; `quantity` is the one asked for, 0 for removing. */
export interface CartOutcome {
  item: CartItem
  before: number
  quantity: number
  /** Set when the change was undone. */
  error?: unknown
}

interface Line {
  item: CartItem
  confirmed: number
  wanted: number
  work: Promise<void> | null
}

export interface CartLines {
  /** The lines to show, each with the quantity that was asked for. The same array until something changes. */
  current(): readonly CartItem[]
  subscribe(listener: () => void): () => void
  /** Told of every answer of the server. */
  onOutcome(listener: (outcome: CartOutcome) => void): () => void
  /** 0 removes the line. */
  want(productId: string, quantity: number): void
  /** Resolves when every change has been answered. */
  settled(): Promise<void>
  /** Takes what the server says now; only for a settled cart. */
  replace(items: readonly CartItem[]): void
}

export function openCartLines(items: readonly CartItem[], server: CartServer): CartLines {
  let lines: Line[] = []
  let shown: readonly CartItem[] = []
  const listeners = new Set<() => void>()
  const outcomeListeners = new Set<(outcome: CartOutcome) => void>()
  const tell = (outcome: CartOutcome) => outcomeListeners.forEach((listener) => listener(outcome))

  function show(): void {
    shown = lines.filter((line) => line.wanted > 0).map((line) => ({ ...line.item, quantity: line.wanted }))
    for (const listener of listeners) listener()
  }

  function replace(next: readonly CartItem[]): void {
    lines = next.map((item) => ({ item, confirmed: item.quantity, wanted: item.quantity, work: null }))
    show()
  }

  async function catchUp(line: Line): Promise<void> {
    while (line.wanted !== line.confirmed) {
      const { item, confirmed: before, wanted: quantity } = line
      try {
        await (quantity === 0 ? server.remove(item) : server.setQuantity(item, quantity))
        line.confirmed = quantity
        if (quantity === 0) lines = lines.filter((other) => other !== line)
        tell({ item, before, quantity })
      } catch (error) {
        line.wanted = before
        show()
        tell({ item, before, quantity, error })
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
    want(productId, quantity) {
      const line = lines.find((one) => one.item.productId === productId)
      if (!line || line.wanted === 0) return
      line.wanted = quantity
      show()
      line.work ??= catchUp(line).finally(() => (line.work = null))
    },
    async settled() {
      await Promise.all(lines.flatMap((line) => line.work ?? []))
    },
    replace,
  }
}
