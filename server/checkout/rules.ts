/** Decisions of the checkout on plain values. Money is integer paise. */
import { createHash } from 'node:crypto'
import { limits } from '../../contract/limits.ts'

/** A cart line as checkout reads it. */
export interface CartLine {
  productId: string
  sellerId: string
  name: string
  image: string
  pricePaise: number
  quantity: number
  /** In stock for this buyer: what his own unpaid hold keeps is his. */
  units: number
  available: boolean
}

export function totalPaise(lines: readonly { pricePaise: number; quantity: number }[]): number {
  return lines.reduce((sum, line) => sum + line.pricePaise * line.quantity, 0)
}

/** Why the cart cannot be bought as it is, naming the product; null when it can. */
export function problemOf(lines: readonly CartLine[]): string | null {
  for (const line of lines) {
    if (!line.available) return `"${line.name}" is no longer available. Please remove it from your cart.`
    if (line.units <= 0) return `"${line.name}" is out of stock. Please remove it from your cart.`
    if (line.units < line.quantity) return onlyLeft(line.name, line.units)
  }
  return null
}

export function onlyLeft(name: string, units: number): string {
  return units <= 0
    ? `"${name}" is out of stock. Please remove it from your cart.`
    : `Only ${units} of "${name}" left. Please lower the quantity.`
}

/** How many seconds goods may be held now that were held for so many before; 0 when their time is used up. */
export function holdSecondsLeft(heldBefore: number): number {
  const left = Math.floor(limits.holdMinutesInAll * 60 - heldBefore)
  return left < 1 ? 0 : Math.min(left, limits.holdMinutes * 60)
}

/** The same for the same lines, prices and address: a second try then meets the same checkout. */
export function fingerprintOf(
  lines: readonly CartLine[],
  address: { id: string; street: string; city: string; state: string; pinCode: string },
): string {
  const parts = lines
    .map((line) => [line.productId, line.name, line.pricePaise, line.quantity])
    .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))
  const { id, street, city, state, pinCode } = address
  return createHash('sha256')
    .update(JSON.stringify([parts, id, street, city, state, pinCode]))
    .digest('base64url')
}

/** Whether the list a client sends speaks of this purchase: an empty one, or one that shares a product with it. */
export function speaksOf(
  items: readonly { productId: string }[],
  lines: readonly { productId: string }[],
): boolean {
  return items.length === 0 || items.some((item) => lines.some((line) => line.productId === item.productId))
}
