/** Checksums of the tables, to assert that nothing has changed. */
import { sql } from '../../server/platform/db/sql.ts'
import type { TestShop } from './shop.ts'

/** A checksum of every table except rate-limit counters, last-seen times, counts of views and the audit of refused calls. */
export async function digest(shop: TestShop): Promise<Record<string, string>> {
  const tables = await shop.db.query<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public'
      and tablename not in ('rate_limit', 'session', 'audit_entry', 'product_day') order by tablename`)
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, (select md5(string_agg(t::text, '|' order by t::text)) from ${name} t) as sum`,
  )
  const { rows } = await shop.db.execute(sums.join(' union all '))
  return Object.fromEntries((rows as { name: string; sum: string }[]).map(({ name, sum }) => [name, sum]))
}
