import type { Queryable } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

/** So that one dispute never makes a mailing of it. */
const mostAdministrators = 20

/** The addresses of the administrators who can log in. */
export async function emailsOfAdministrators(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ email: string }>(sql`
    select email from account
    where role = 'ADMIN' and email_verified_at is not null and suspended_at is null order by id limit ${mostAdministrators}`)
  return rows.map(({ email }) => email)
}
