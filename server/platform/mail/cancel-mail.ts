import type { Tx } from '../db/client.ts'
import { mailJobs } from '../jobs/retries.ts'
import { deleteJobs, sealedJobsToDo } from '../jobs/stored-jobs.ts'
import type { Shop } from '../shop.ts'
import { openMailJob } from './queue-mail.ts'

/**
 * Deletes waiting and failed mail to these addresses from the queue, for accounts that are being removed. Returns how many were
 * deleted. A mail that cannot be decrypted stays: its recipient is unknown.
 */
export async function cancelMailTo(
  tx: Tx,
  secrets: Shop['secrets'],
  addresses: readonly string[],
): Promise<number> {
  const jobs = await sealedJobsToDo(tx, mailJobs)
  const ids = jobs.filter(({ sealed }) => addresses.includes(addressOf(sealed))).map(({ id }) => id)
  await deleteJobs(tx, mailJobs, ids)
  return ids.length

  function addressOf(sealed: string): string {
    try {
      return openMailJob({ secrets }, sealed).to
    } catch {
      return ''
    }
  }
}
