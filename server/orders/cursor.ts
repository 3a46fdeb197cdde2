import { z } from 'zod'
import { Refusal } from '../refusal.ts'

/** A list of orders goes on below the last order's id. Refuses ('invalid') a cursor that is none. */
export function readCursor(cursor: string | undefined): string | undefined {
  if (cursor !== undefined && !z.uuid().safeParse(cursor).success)
    throw new Refusal('invalid', 'This is no cursor of this list.')
  return cursor
}
