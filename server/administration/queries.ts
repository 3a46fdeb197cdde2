/** SQL of the administrator's paths. */
import type { AdminPaths } from '../../contract/admin-security.ts'
import { singleRow, type Queryable, type Tx } from '../platform/db/client.ts'
import { sql } from '../platform/db/sql.ts'

const pathsSetting = 'admin-paths'

export async function insertPaths(db: Queryable, paths: AdminPaths): Promise<void> {
  await db.query(sql`
    insert into setting (name, value) values (${pathsSetting}, ${JSON.stringify(paths)}::jsonb) on conflict (name) do nothing`)
}

export async function deletePaths(tx: Tx): Promise<void> {
  await tx.query(sql`delete from setting where name = ${pathsSetting}`)
}

export async function findPaths(db: Queryable): Promise<AdminPaths> {
  return singleRow(
    await db.query<{ value: AdminPaths }>(sql`select value from setting where name = ${pathsSetting}`),
  ).value
}
