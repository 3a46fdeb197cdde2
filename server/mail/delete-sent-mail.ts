/** The timer that deletes mail which was handed over: only mail that was not is kept for a month (jobs/queue.ts). */
import type { Queryable } from '../db/client.ts'
import { deleteDoneJobs } from '../jobs/stored-jobs.ts'

/** Sent for a week or longer. */
export async function deleteSentMail(db: Queryable): Promise<void> {
  await deleteDoneJobs(db, 'send-mail', 7)
}
