/** Turns rows into the audit's replies. */
import type { AuditEntry } from '../../../contract/audit.ts'
import type { EntryRow } from './queries.ts'

export function toAuditEntry(row: EntryRow): AuditEntry {
  return { ...row, at: row.at.toISOString() }
}
