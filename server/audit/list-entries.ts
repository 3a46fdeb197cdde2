/** The audit, newest first, in pages. */
import type { AuditEntry } from '../../contract/audit.ts'
import { keysetPage, type Page } from '../keyset-page.ts'
import type { Shop } from '../shop.ts'
import { countEntries, entries, type EntryFilter } from './queries.ts'

interface Asked extends EntryFilter {
  limit: number
  cursor?: string | undefined
}

/** Refuses ('invalid') a cursor that is none. */
export async function listEntries({ db }: Pick<Shop, 'db'>, asked: Asked): Promise<Page<AuditEntry>> {
  const page = await keysetPage(asked, {
    rows: (limit, before) => entries(db, asked, limit, before),
    count: () => countEntries(db, asked),
  })
  return { ...page, items: page.items.map((row) => ({ ...row, at: row.at.toISOString() })) }
}
