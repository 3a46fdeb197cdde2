/** A call that a second person confirms acts on exactly what the first one asked for (decision 11). */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Fact } from '../../contract/approvals.ts'
import { currentCaller } from './caller.ts'
import type { Queryable, Tx } from './db/client.ts'
import { Refusal } from './refusal.ts'

/** What a call is about. */
export interface CallFacts {
  /** What the second person reads: what is asked for, and how that is now. */
  lines: readonly Fact[]
  /** All that the call will change or decides by, as it is now: ids, states, references, times. Nothing in it changes by itself. */
  version: readonly unknown[]
}

/** The facts as they are stored with the call that waits. */
export interface AskedFacts {
  lines: readonly Fact[]
  /** A checksum of the version. */
  version: string
}

export const toAsked = ({ lines, version }: CallFacts): AskedFacts => ({
  lines,
  version: createHash('sha256').update(JSON.stringify(version)).digest('hex'),
})

export const isAsAsked = (now: CallFacts, asked: AskedFacts): boolean =>
  isDeepStrictEqual(toAsked(now), asked)

/**
 * Every use case that a second person may confirm calls this in the transaction of its changes, once it has locked what it
 * changes and before it changes anything. Refuses: conflict where anything is not as it was when the call was asked for. Does
 * nothing in a call that nobody had to confirm.
 */
export async function requireAsAsked(tx: Tx): Promise<void> {
  const { confirms } = currentCaller()
  if (!confirms) return
  if (!(await confirms.isAsAsked(tx)))
    throw new Refusal('conflict', 'What this is about has changed since. It has to be asked for again.')
  confirms.comparedIn.add(tx)
}

/** Throws in a confirmed call whose transaction did not compare: so its audit entry, and with it the change, cannot be written. */
export function requireCompared(db: Queryable): void {
  const { confirms } = currentCaller()
  if (confirms && !confirms.comparedIn.has(db))
    throw new Error('a confirmed call changes something without requireAsAsked in the same transaction')
}
