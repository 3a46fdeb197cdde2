/** Puts the rows of a database back, so that thousands of sequences run in one database that stays small. */
import type { Db } from '../../server/platform/db/client.ts'
import { sql } from '../../server/platform/db/sql.ts'

/** No command of the model changes them. */
const unchanged = [
  'schema_migration',
  'hsn_code',
  'gst_rate',
  'search_word',
  'search_synonym',
  'setting',
  'picture',
  'category',
  'subcategory',
]

/** Copies all rows. The function that it answers puts them back; the logins are as new then. */
export async function takeSnapshot(db: Db): Promise<() => Promise<void>> {
  const tables = (
    await db.query<{ name: string; columns: string }>(sql`
      select t.table_name as name, (select string_agg(quote_ident(c.column_name), ', ') from information_schema.columns c
        where c.table_schema = 'public' and c.table_name = t.table_name and c.is_generated = 'NEVER') as columns
      from information_schema.tables t where t.table_schema = 'public' and t.table_type = 'BASE TABLE'`)
  ).filter(({ name }) => !unchanged.includes(name))
  await db.execute('create schema model')
  const filled: { name: string; columns: string }[] = []
  for (const table of tables) {
    await db.execute(`create table model.${table.name} as select ${table.columns} from public.${table.name}`)
    const { rows } = await db.execute(`select from model.${table.name} limit 1`)
    if (rows.length > 0) filled.push(table)
  }
  // Neither foreign keys nor the triggers that keep the ledger as it is are asked.
  const statements = [
    'set local session_replication_role = replica',
    ...tables.map(({ name }) => `delete from public.${name}`),
    'delete from pgboss.job',
    ...filled.map(({ name, columns }) => {
      const override = name === 'journal_entry' ? '' : 'overriding system value '
      return `insert into public.${name} (${columns}) ${override}select ${columns} from model.${name}`
    }),
    "update session set created_at = now(), last_seen_at = now(), confirmed_at = now(), expires_at = now() + interval '1 day'",
  ]
  const text = statements.join(';\n')
  return () => db.transaction(async (tx) => void (await tx.execute(text)))
}
