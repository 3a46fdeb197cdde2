/**
 * Steps that hold and return stock, and find what is nearly sold out. Units are whole pieces; the database keeps them at zero or
 * above.
 */
import { limits } from '../../../contract/limits.ts'
import type { Tx } from '../../platform/db/client.ts'
import {
  findChangedPrices,
  lockStock,
  type LowStockRow,
  markLowStock,
  returnUnits,
  type StockRow,
  takeMissing,
  takeUnits,
} from './stock-queries.ts'

export interface StockLine {
  productId: string
  quantity: number
}

export interface MissingStock {
  productId: string
  name: string
  /** What is left; 0 when the product is not on sale any more. */
  unitsLeft: number
}

/**
 * Takes the units of every line that has enough, and returns the other lines in the given order: empty when everything is held.
 * Units of the other lines stay taken: the caller rolls back or returns them.
 */
export async function holdStock(tx: Tx, lines: readonly StockLine[]): Promise<MissingStock[]> {
  const wanted = byProduct(lines)
  const locked = await lockStock(tx, [...wanted.keys()])
  const taken = await takeUnits(tx, [...wanted.keys()], [...wanted.values()])
  return missingOf(wanted, locked, taken)
}

/** The products of which no units were taken, with what is left of them. */
function missingOf(
  wanted: ReadonlyMap<string, number>,
  locked: readonly StockRow[],
  taken: readonly string[],
): MissingStock[] {
  const rows = new Map(locked.map((row) => [row.id, row]))
  const held = new Set(taken)
  return [...wanted.keys()]
    .filter((id) => !held.has(id))
    .map((id) => {
      const row = rows.get(id)
      return { productId: id, name: row?.name ?? '', unitsLeft: row?.onSale ? row.units : 0 }
    })
}

/**
 * Locks the products of `lines`, together with those of another hold that the caller may replace. Returns whether the price of
 * one of them has changed, in paise for each piece, or one is not on sale any more; null where neither is so.
 */
export async function lockAndCompare(
  tx: Tx,
  lines: readonly { productId: string; pricePaise: number; quantity: number }[],
  otherHold: readonly { productId: string }[] = [],
): Promise<'price' | 'not-on-sale' | null> {
  const ids = [...new Set([...lines, ...otherHold].map((line) => line.productId))]
  const locked = await lockStock(tx, ids)
  if (await findChangedPrices(tx, lines)) return 'price'
  const isOnSale = (id: string) => locked.some((row) => row.id === id && row.onSale)
  return lines.every((line) => isOnSale(line.productId)) ? null : 'not-on-sale'
}

/** Puts the units back, also those of products that are not on sale any more. */
export async function returnStock(tx: Tx, lines: readonly StockLine[]): Promise<void> {
  const back = byProduct(lines)
  if (back.size === 0) return
  await lockStock(tx, [...back.keys()])
  await returnUnits(tx, [...back.keys()], [...back.values()])
}

/** Takes pieces that turn out not to be there, whether the products are on sale or not. What is missing is not sold once it comes back. */
export async function takeMissingStock(tx: Tx, lines: readonly StockLine[]): Promise<void> {
  const gone = byProduct(lines)
  if (gone.size === 0) return
  await lockStock(tx, [...gone.keys()])
  await takeMissing(tx, [...gone.keys()], [...gone.values()])
}

/**
 * Replaces one hold of a customer by another. Only the difference of each product is taken or returned, so that the first hold
 * never keeps stock from the second. Returns the lines that had not enough; then the first hold is unchanged.
 */
export async function replaceHold(
  tx: Tx,
  from: readonly StockLine[],
  to: readonly StockLine[],
): Promise<MissingStock[]> {
  const held = byProduct(from)
  const wanted = byProduct(to)
  const ids = [...new Set([...held.keys(), ...wanted.keys()])]
  const more = ids.map((id) => ({ productId: id, quantity: (wanted.get(id) ?? 0) - (held.get(id) ?? 0) }))
  const taken = more.filter((line) => line.quantity > 0)
  // All rows are locked in id order before the first change: taking and returning would otherwise lock in two passes.
  const locked = await lockStock(tx, ids)
  const took = await takeUnits(
    tx,
    taken.map((line) => line.productId),
    taken.map((line) => line.quantity),
  )
  const missing = missingOf(byProduct(taken), locked, took)
  if (missing.length > 0) {
    await returnStock(
      tx,
      taken.filter((line) => !missing.some((m) => m.productId === line.productId)),
    )
    return missing.map((m) => ({ ...m, unitsLeft: m.unitsLeft + (held.get(m.productId) ?? 0) }))
  }
  await returnStock(
    tx,
    more.filter((line) => line.quantity < 0).map((line) => ({ ...line, quantity: -line.quantity })),
  )
  return []
}

/** One quantity for each product, however many lines name it. */
function byProduct(lines: readonly StockLine[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { productId, quantity } of lines) sums.set(productId, (sums.get(productId) ?? 0) + quantity)
  return sums
}

/**
 * Returns those of these products with fewer than `limits.lowStockMailBelow` units whose seller was not notified yet.
 * Marks them as notified, until a trigger finds their units at the limit again.
 */
export async function markLowStockNotified(tx: Tx, productIds: readonly string[]): Promise<LowStockRow[]> {
  return markLowStock(tx, productIds, limits.lowStockMailBelow)
}
