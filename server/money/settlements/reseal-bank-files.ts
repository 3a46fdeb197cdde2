import type { Db } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import type { SealedPlace, SealedRow } from '../../platform/reseal.ts'
import { bankFilePurpose as purpose } from './bank-file.ts'

export function sealedBankFiles(db: Db): SealedPlace {
  return {
    purpose,
    read: (after, sealedBy, limit) =>
      db.query<SealedRow>(sql`
        select id, bytes_sealed as sealed from bank_file
        where id > ${after} and not starts_with(bytes_sealed, ${sealedBy}) order by id limit ${limit}`),
    async write(row, sealed) {
      await db.query(sql`
        update bank_file set bytes_sealed = ${sealed} where id = ${row.id} and bytes_sealed = ${row.sealed}`)
    },
  }
}
