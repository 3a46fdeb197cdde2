/** Deletes what was only needed to find rings and to ask once (docs/data-retention.md). */
import { sql } from '../../platform/db/sql.ts'
import type { Shop } from '../../platform/shop.ts'
import { deleteInvitations } from './invite-queries.ts'
import { ringDays } from './rules.ts'

export const deleteOldInvitations = ({ db }: Shop, limit: number): Promise<number> =>
  deleteInvitations(db, limit)

/** Forgets from where reviews came; returns how many. */
export async function deleteReviewOrigins({ db }: Shop, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from review_origin where review_id in (
      select review_id from review_origin where written_at < now() - ${ringDays} * interval '1 day'
      order by written_at limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}
