import type { Db } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { first, type SealedPlace, type SealedRow } from '../../platform/reseal.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { bankAccountPurpose as purpose, openBankAccount } from './bank-account.ts'

/** The profile and its newest version have one text, and change together: else the profile would make another version. */
export function sealedBankAccounts(db: Db): SealedPlace {
  return {
    purpose,
    read: (after, sealedBy, limit) =>
      db.query<SealedRow>(sql`
        select account_id as id, bank_account_sealed as sealed from seller
        where account_id > ${after} and bank_account_sealed <> '' and not starts_with(bank_account_sealed, ${sealedBy})
        order by account_id limit ${limit}`),
    async write(row, sealed) {
      await db.query(sql`
        with version as (
          update seller_payee set bank_account_sealed = ${sealed}
          where seller_id = ${row.id} and bank_account_sealed = ${row.sealed}
        )
        update seller set bank_account_sealed = ${sealed}
        where account_id = ${row.id} and bank_account_sealed = ${row.sealed}`)
    },
  }
}

/** Those of before, and of sellers who have left, which payouts name. To be done after the present ones. */
export function sealedEarlierAccounts(db: Db): SealedPlace {
  return {
    purpose,
    read: (after, sealedBy, limit) =>
      db.query<SealedRow>(sql`
        select p.id::text as id, p.bank_account_sealed as sealed from seller_payee p
        where p.id > ${after === first ? 0 : Number(after)}::bigint and not starts_with(p.bank_account_sealed, ${sealedBy})
          and (exists (select from seller_payee n where n.seller_id = p.seller_id and n.id > p.id)
            or exists (select from seller s where s.account_id = p.seller_id and s.bank_account_sealed = ''))
        order by p.id limit ${limit}`),
    async write(row, sealed) {
      await db.query(sql`
        update seller_payee set bank_account_sealed = ${sealed}
        where id = ${Number(row.id)}::bigint and bank_account_sealed = ${row.sealed}`)
    },
  }
}

/**
 * The error message if the database has account numbers that none of the shop's keys decrypts. Tries one that the present key
 * did not encrypt.
 */
export async function unknownKey(db: Db, secrets: Secrets): Promise<string | undefined> {
  const [row] = await sealedBankAccounts(db).read(first, secrets.sealedBy, 1)
  return row && openBankAccount(secrets, row.sealed) === undefined
    ? 'APP_SECRET does not open the bank accounts in this database: the key that sealed them belongs into APP_SECRET_OLD.'
    : undefined
}
