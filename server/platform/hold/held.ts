/**
 * A held shop sells, pays, refunds and invoices nothing, and books no parcel (docs/operations.md, "A held shop"). Two doors are
 * closed: triggers of the database refuse the rows (0015-money-held.sql), and the providers refuse the calls (hold-providers.ts).
 * What asks here only refuses earlier, in clearer words, or waits.
 */
import { singleRow, type Readable, type Tx } from '../db/client.ts'
import { codeOf } from '../db/connection-errors.ts'
import { sql } from '../db/sql.ts'
import { Refusal } from '../refusal.ts'

export class ShopHeld extends Refusal {
  constructor(words = 'The shop is paused: nothing is sold, paid or refunded now. Please try again later.') {
    super('unavailable', words, { retryAfterSeconds: 600 })
  }
}

export async function isHeld(db: Readable): Promise<boolean> {
  return singleRow(await db.query<{ held: boolean }>(sql`select shop_is_held() as held`)).held
}

/** The same, and no hold begins or ends before this transaction does. */
export async function isHeldUntilCommit(tx: Tx): Promise<boolean> {
  await tx.query(sql`select from share_shop_hold()`)
  return isHeld(tx)
}

/** Refuses: unavailable. */
export async function requireNotHeld(db: Readable, words?: string): Promise<void> {
  if (await isHeld(db)) throw new ShopHeld(words)
}

/** Whether a trigger of the database refused a row. */
export const isRefusedAsHeld = (error: unknown): boolean => codeOf(error) === 'SH001'
