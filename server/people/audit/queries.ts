/** SQL of the audit. Entries are added and read; a trigger of the database refuses changes and deletions. */
import type { AuditAction, AuditEntry } from '../../../contract/audit.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { beginningWith } from '../../platform/db/like.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { emptySql, sql } from '../../platform/db/sql.ts'

type NewEntry = Omit<AuditEntry, 'at'>
export type EntryRow = Omit<AuditEntry, 'at'> & { at: Date }

export async function insertEntry(db: Queryable, e: NewEntry): Promise<void> {
  await db.query(sql`
    insert into audit_entry (id, act, by_id, by_name, to_kind, to_id, to_name, ip, user_agent, request_id, note)
    values (${e.id}, ${e.act}, ${e.by?.id ?? null}, ${e.by?.name ?? null}, ${e.to?.kind ?? null}, ${e.to?.id ?? null},
      ${e.to?.name ?? null}, ${e.ip}, ${e.userAgent}, ${e.requestId}, ${e.note})`)
}

export interface EntryFilter {
  q?: string | undefined
  act?: AuditAction | undefined
  /** Days as YYYY-MM-DD in the shop's own time zone, both included. */
  from?: string | undefined
  to?: string | undefined
  /** Ids of what `q` means: entries about these are found, too. */
  subjects?: readonly string[]
}

const day = (text: string) => sql`${text}::date::timestamp at time zone 'Asia/Kolkata'`

function whereFilter({ q, act, from, to, subjects = [] }: EntryFilter) {
  const begins = q ? beginningWith(q) : ''
  return sql`
    ${act ? sql`and act = ${act}` : emptySql}
    ${
      q
        ? sql`and (by_name collate "C" like ${begins} or to_name collate "C" like ${begins} or ip = ${q} or request_id = ${q}
      ${subjects.length > 0 ? sql`or to_id = any(${subjects}::text[])` : emptySql})`
        : emptySql
    }
    ${from ? sql`and at >= ${day(from)}` : emptySql} ${to ? sql`and at < ${day(to)} + interval '1 day'` : emptySql}`
}

export async function listEntryRows(
  db: Queryable,
  filter: EntryFilter,
  limit: number,
  before: string,
): Promise<EntryRow[]> {
  return db.query(sql`
    select id, at, act, case when by_name is not null then json_build_object('id', by_id, 'name', by_name) end as by,
      case when to_name is not null then json_build_object('kind', to_kind, 'id', to_id, 'name', to_name) end as to,
      ip, user_agent as "userAgent", request_id as "requestId", note
    from audit_entry where id < ${before} ${whereFilter(filter)} order by id desc limit ${limit}`)
}

export const countEntries = (db: Queryable, filter: EntryFilter): Promise<number> =>
  countRows(db, sql`select from audit_entry where true ${whereFilter(filter)}`)
