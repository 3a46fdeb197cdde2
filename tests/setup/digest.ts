/** Checksums of the tables, to assert that nothing has changed. */
import { sql } from '../../server/db/sql.ts'
import type { TestShop } from './shop.ts'

/** A checksum of every table except rate-limit counters, last-seen times and the audit of refused calls. */
export async function digest(shop: TestShop): Promise<Record<string, string>> {
  const tables = await shop.db.query<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public'
      and tablename not in ('rate_limit', 'session', 'audit_entry') order by tablename`)
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await shop.db.execute(
      `select md5(string_agg(t::text, '|' order by t::text)) as sum from ${name} t`,
    )
    sums[name] = (rows[0] as { sum: string }).sum
  }
  return sums
}
