/** Decisions of the catalogue on plain values. */
import { createHash } from 'node:crypto'
import type { ListFilters } from '../../contract/product-lists.ts'

/** Lists stay small: a description is cut there to this many characters, on the end of a word. */
export const excerptLength = 300

/** The beginning of a description as lists show it; whole when it is short. */
export function excerpt(description: string): string {
  if (description.length <= excerptLength) return description
  const room = description.slice(0, excerptLength)
  const end = room.search(/\s\S*$/)
  // Without any space the cut may fall into a character of two halves.
  const cut = end > 0 ? room.slice(0, end) : Array.from(room).slice(0, -1).join('')
  return `${cut.replace(/(?<![\s,;:.–-])[\s,;:.–-]+$/, '')}…`
}

/** Above every id: where a list of ids in falling order begins. */
export const beforeFirstId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The cursor of the page that follows the row with this id. */
export function cursorAfter(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}

/** The id a cursor stands for, `beforeFirstId` without one, null for what is no cursor of ours. */
export function idOfCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return beforeFirstId
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length !== 16 || bytes.toString('base64url') !== cursor) return null
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Stands for one list, its sort and filters in a cursor, which then fits no other list: 8 letters. */
export function markOf(list: unknown): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 8)
}

/** Where a page of a list ends: with this product at this price. */
export interface ListPlace {
  id: string
  pricePaise: number
}

/** The cursor of the page that follows this place in the list with this mark. */
export function listCursor(mark: string, { id, pricePaise }: ListPlace): string {
  const price = Buffer.alloc(8)
  price.writeBigInt64BE(BigInt(pricePaise))
  return mark + Buffer.concat([price, Buffer.from(id.replaceAll('-', ''), 'hex')]).toString('base64url')
}

/** Null for what is no cursor of this list. */
export function readListCursor(mark: string, cursor: string): ListPlace | null {
  const bytes = Buffer.from(cursor.slice(mark.length), 'base64url')
  if (!cursor.startsWith(mark) || bytes.length !== 24) return null
  const id = idOfCursor(bytes.subarray(8).toString('base64url'))
  if (id === null) return null
  const place = { id, pricePaise: Number(bytes.readBigInt64BE()) }
  return listCursor(mark, place) === cursor ? place : null
}

export function isFiltered({ min, max, sub, stock }: ListFilters): boolean {
  return min !== undefined || max !== undefined || sub !== undefined || stock
}
