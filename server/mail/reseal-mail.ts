import type { Db } from '../db/client.ts'
import { sql } from '../db/sql.ts'
import type { SealedPlace, SealedRow } from '../reseal.ts'
import { mailPurpose as purpose } from './queue-mail.ts'

/** Mail in the queue, sent or not. */
export function sealedMail(db: Db): SealedPlace {
  return {
    purpose,
    read: (after, sealedBy, limit) =>
      db.query<SealedRow>(sql`
        select id, data ->> 'sealed' as sealed from pgboss.job
        where name = 'send-mail' and id > ${after} and not starts_with(data ->> 'sealed', ${sealedBy})
        order by id limit ${limit}`),
    async write(row, sealed) {
      await db.query(sql`
        update pgboss.job set data = jsonb_set(data, '{sealed}', to_jsonb(${sealed}::text))
        where name = 'send-mail' and id = ${row.id} and data ->> 'sealed' = ${row.sealed}`)
    },
  }
}
