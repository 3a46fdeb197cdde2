/** Takes mail out of the queue that is for addresses which are no more. */
import type { Tx } from '../db/client.ts'
import { deleteJobs, sealedJobsToDo } from '../jobs/stored-jobs.ts'
import type { Shop } from '../shop.ts'
import { openMailJob } from './queue-mail.ts'

/** Waiting and failed mail; answers how many. One that no key of ours opens stays. */
export async function dropMailTo(
  tx: Tx,
  secrets: Shop['secrets'],
  addresses: readonly string[],
): Promise<number> {
  const jobs = await sealedJobsToDo(tx, 'send-mail')
  const ids = jobs.filter(({ sealed }) => addresses.includes(addressOf(sealed))).map(({ id }) => id)
  await deleteJobs(tx, 'send-mail', ids)
  return ids.length

  function addressOf(sealed: string): string {
    try {
      return openMailJob({ secrets }, sealed).to
    } catch {
      return ''
    }
  }
}
