import type { Db } from '../db/client.ts'
import { replaceSealed, sealedJobsWithout } from '../jobs/stored-jobs.ts'
import type { SealedPlace, SealedRow } from '../reseal.ts'
import { mailPurpose as purpose } from './queue-mail.ts'

/** Queued mail, sent or not, for `npm run reseal`. */
export function sealedMail(db: Db): SealedPlace {
  return {
    purpose,
    read: (after, sealedBy, limit): Promise<SealedRow[]> =>
      sealedJobsWithout(db, 'send-mail', { after, prefix: sealedBy, limit }),
    write: (row, sealed) => replaceSealed(db, 'send-mail', { id: row.id, before: row.sealed, after: sealed }),
  }
}
