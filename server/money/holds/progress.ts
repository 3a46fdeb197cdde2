/** The progress of a reconciliation, for the job that does it. */
import type { Queryable } from '../../platform/db/client.ts'
import {
  type Finding,
  findHold,
  hasBegun,
  type HoldRow,
  markNotReconciled,
  markReconciled,
  saveFinding as save,
} from './queries.ts'

export type OpenHold = HoldRow

/** Undefined where it is released. */
export async function openHold(db: Queryable, id: string): Promise<OpenHold | undefined> {
  const hold = await findHold(db)
  return hold?.id === id ? hold : undefined
}

/** Returns whether it is to be adopted: it is new, or an earlier try began with it and ended. */
export async function beginFinding(
  db: Queryable,
  holdId: string,
  { isNew, ...of }: Pick<Finding, 'subject' | 'reference' | 'paise'> & { isNew: boolean },
): Promise<boolean> {
  if (!isNew) return hasBegun(db, holdId, of.subject, of.reference)
  await save(db, holdId, { ...of, outcome: 'under-way', text: 'Is being taken over.' })
  return true
}

export const saveFinding = save
export const endReconciliation = markReconciled
export const failReconciliation = markNotReconciled
