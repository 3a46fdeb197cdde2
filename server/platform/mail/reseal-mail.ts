import type { Db } from '../db/client.ts'
import { mailJobs } from '../jobs/retries.ts'
import { replaceSealed, sealedJobsWithout } from '../jobs/stored-jobs.ts'
import type { SealedPlace, SealedRow } from '../reseal.ts'
import { mailPurpose as purpose } from './queue-mail.ts'

/** Queued mail, sent or not, for `npm run reseal`. */
export function sealedMail(db: Db): SealedPlace {
  return {
    purpose,
    read: (after, sealedBy, limit): Promise<SealedRow[]> =>
      sealedJobsWithout(db, mailJobs, { after, prefix: sealedBy, limit }),
    write: (row, sealed) => replaceSealed(db, mailJobs, { id: row.id, before: row.sealed, after: sealed }),
  }
}
