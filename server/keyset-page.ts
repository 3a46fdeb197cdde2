/** The page of a list, and keyset pagination in descending order of ids: the cursor is the id of the last row. */
import { z } from 'zod'
import { Refusal } from './refusal.ts'

/** `total` counts the whole list; `next` is the cursor of the page after this one. */
export interface Page<T> {
  items: T[]
  total: number
  next: string | undefined
}

interface Asked {
  limit: number
  cursor?: string | undefined
}

interface Source<Row> {
  /** At most `limit` rows below the id `before`. */
  rows(limit: number, before: string): Promise<Row[]>
  /** Of the whole list. Not asked where one page holds it. */
  count(): Promise<number>
}

export const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Refuses ('invalid') a cursor that is none. */
export async function keysetPage<Row extends { id: string }>(
  { limit, cursor }: Asked,
  source: Source<Row>,
): Promise<Page<Row>> {
  if (cursor !== undefined && !z.uuid().safeParse(cursor).success)
    throw new Refusal('invalid', 'This is no cursor of this list.')
  const rows = await source.rows(limit + 1, cursor ?? highestId)
  const items = rows.slice(0, limit)
  const next = rows.length > limit ? items.at(-1)?.id : undefined
  const total = cursor === undefined && next === undefined ? items.length : await source.count()
  return { items, total, next }
}
