/** Keyset pagination, used by every list: a page begins behind the last row of the page before it. */
import { z } from 'zod'
import { Refusal } from './refusal.ts'

/** `total` counts the whole list; `next` is the cursor of the page after this one, undefined on the last page. */
export interface Page<T> {
  items: T[]
  total: number
  next: string | undefined
}

export interface PageRequest {
  limit: number
  cursor?: string | undefined
}

/** How the position of a row in a list is encoded as the text that the client sends for the next page. */
export interface CursorFormat<Row, Position> {
  /** The position where the first page begins. */
  start: Position
  write(row: Row): string
  /** Null for a malformed cursor and for one of another list. */
  read(cursor: string): Position | null
}

interface ListSource<Row, Position, Item> {
  /** At most `limit` rows behind this position, in the order of the list. */
  rows(limit: number, position: Position): Promise<Row[]>
  /** Rows of the whole list, of which at least `found` were just read. Not called where the first page has the whole list. */
  count(found: number): Promise<number>
  toItem(row: Row): Item
}

const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** For a list by falling ids: the id as it is. */
export const idCursor: CursorFormat<{ id: string }, string> = {
  start: highestId,
  write: ({ id }) => id,
  read: (cursor) => (z.uuid().safeParse(cursor).success ? cursor : null),
}

/** For a list by falling ids: the bytes of the id as base64url. Clients hold cursors of both formats, so each list keeps its own. */
export const compactIdCursor: CursorFormat<{ id: string }, string> = {
  start: highestId,
  write: ({ id }) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url'),
  read(cursor) {
    const bytes = Buffer.from(cursor, 'base64url')
    if (bytes.length !== 16 || bytes.toString('base64url') !== cursor) return null
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  },
}

export const invalidCursor = () => new Refusal('invalid', 'This is no cursor of this list.')

/** One page of a list. Refuses ('invalid') a cursor that `format` cannot read. */
export async function keysetPage<Row, Position, Item>(
  { limit, cursor }: PageRequest,
  format: CursorFormat<NoInfer<Row>, Position>,
  source: ListSource<Row, Position, Item>,
): Promise<Page<Item>> {
  const position = cursor === undefined ? format.start : format.read(cursor)
  if (position === null) throw invalidCursor()
  // One row more than the page shows tells whether another page follows.
  const rows = await source.rows(limit + 1, position)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? format.write(last) : undefined
  const total = cursor === undefined && next === undefined ? shown.length : await source.count(rows.length)
  return { items: shown.map((row) => source.toItem(row)), total, next }
}
