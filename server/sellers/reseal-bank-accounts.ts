import type { Db } from '../db/client.ts'
import { sql } from '../db/sql.ts'
import type { SealedPlace, SealedRow } from '../reseal.ts'
import { bankAccountPurpose as purpose } from './bank-account.ts'

export function sealedBankAccounts(db: Db): SealedPlace {
  return {
    purpose,
    read: (after, sealedBy, limit) =>
      db.query<SealedRow>(sql`
        select account_id as id, bank_account_sealed as sealed from seller
        where account_id > ${after} and not starts_with(bank_account_sealed, ${sealedBy})
        order by account_id limit ${limit}`),
    async write(row, sealed) {
      await db.query(sql`
        update seller set bank_account_sealed = ${sealed}
        where account_id = ${row.id} and bank_account_sealed = ${row.sealed}`)
    },
  }
}
