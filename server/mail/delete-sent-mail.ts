/** The timer that deletes mail which was handed over: only mail that was not is kept for a month (jobs/queue.ts). */
import type { Queryable } from '../db/client.ts'
import { sql } from '../db/sql.ts'

/** Sent for a week or longer. */
export async function deleteSentMail(db: Queryable): Promise<void> {
  await db.query(sql`
    delete from pgboss.job
    where name = 'send-mail' and state = 'completed' and completed_on < now() - interval '7 days'`)
}
