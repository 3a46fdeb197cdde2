/** The audit, newest first, in pages. */
import type { AuditEntry } from '../../../contract/audit.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import type { Shop } from '../../platform/shop.ts'
import { toAuditEntry } from './present.ts'
import { countEntries, type EntryFilter, listEntryRows } from './queries.ts'

/** `subjectsOf` finds what a search means besides names. Refuses ('invalid') a malformed cursor. */
export async function listEntries(
  { db }: Pick<Shop, 'db'>,
  query: Omit<EntryFilter, 'subjects'> & PageRequest,
  subjectsOf: (q: string) => Promise<string[]>,
): Promise<Page<AuditEntry>> {
  const filter = query.q ? { ...query, subjects: await subjectsOf(query.q) } : query
  return keysetPage(query, idCursor, {
    rows: (limit, before) => listEntryRows(db, filter, limit, before),
    count: () => countEntries(db, filter),
    toItem: toAuditEntry,
  })
}
