import type { Queryable } from '../db/client.ts'
import { mailJobs } from '../jobs/retries.ts'
import { deleteDoneJobs } from '../jobs/stored-jobs.ts'

/** Deletes mail that was sent at least a week ago. Unsent mail stays for a month (jobs/queue.ts). */
export async function deleteSentMail(db: Queryable): Promise<void> {
  await deleteDoneJobs(db, mailJobs, 7)
}
