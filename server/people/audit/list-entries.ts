/** The audit, newest first, in pages. */
import type { AuditEntry } from '../../../contract/audit.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import type { Shop } from '../../platform/shop.ts'
import { toAuditEntry } from './present.ts'
import { countEntries, type EntryFilter, listEntryRows } from './queries.ts'

/** Refuses ('invalid') a malformed cursor. */
export async function listEntries(
  { db }: Pick<Shop, 'db'>,
  query: EntryFilter & PageRequest,
): Promise<Page<AuditEntry>> {
  return keysetPage(query, idCursor, {
    rows: (limit, before) => listEntryRows(db, query, limit, before),
    count: () => countEntries(db, query),
    toItem: toAuditEntry,
  })
}
