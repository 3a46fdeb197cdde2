/** SQL of the teams of shops. */
import type { Queryable } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

export async function deleteOldTeamInvitations(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from team_invitation where id in (
      select id from team_invitation where expires_at < now() limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}
