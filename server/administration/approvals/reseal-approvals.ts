import type { Db } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import type { SealedPlace, SealedRow } from '../../platform/reseal.ts'
import { approvalPurpose } from './approvals.ts'

/** The calls that wait for a second administrator or did so in the last 30 days, for `npm run reseal`. */
export function sealedApprovals(db: Db): SealedPlace {
  return {
    purpose: approvalPurpose,
    read: (after, sealedBy, limit) =>
      db.query<SealedRow>(sql`
        select id, call_sealed as sealed from approval
        where id > ${after} and not starts_with(call_sealed, ${sealedBy}) order by id limit ${limit}`),
    async write(row, sealed) {
      await db.query(sql`
        update approval set call_sealed = ${sealed} where id = ${row.id} and call_sealed = ${row.sealed}`)
    },
  }
}
