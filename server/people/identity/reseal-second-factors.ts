import type { Db } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import type { SealedPlace, SealedRow } from '../../platform/reseal.ts'
import { secondFactorPurpose as purpose } from './second-factor.ts'

/** The secrets of authenticator apps, for `npm run reseal`. */
export function sealedSecondFactors(db: Db): SealedPlace {
  return {
    purpose,
    read: (after, sealedBy, limit) =>
      db.query<SealedRow>(sql`
        select account_id as id, secret_sealed as sealed from second_factor
        where account_id > ${after} and not starts_with(secret_sealed, ${sealedBy})
        order by account_id limit ${limit}`),
    async write(row, sealed) {
      await db.query(sql`
        update second_factor set secret_sealed = ${sealed} where account_id = ${row.id} and secret_sealed = ${row.sealed}`)
    },
  }
}

/** The e-mails of accounts whose recovery codes are keyed hashes of an earlier version, which cannot be converted. */
export async function emailsWithLegacyRecoveryCodes(db: Db): Promise<string[]> {
  const rows = await db.query<{ email: string }>(sql`
    select distinct a.email from recovery_code r join account a on a.id = r.account_id
    where r.code_hash is not null order by a.email`)
  return rows.map(({ email }) => email)
}
