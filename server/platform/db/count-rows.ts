import { limits } from '../../../contract/limits.ts'
import { type Readable, singleRow } from './client.ts'
import { type Sql, sql } from './sql.ts'

/** Counts the rows that a `select` returns; stops at `limits.countFiltered`. */
export async function countRows(db: Readable, rows: Sql): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(
      sql`select count(*) as count from (${rows} limit ${limits.countFiltered}) as counted`,
    ),
  ).count
}
