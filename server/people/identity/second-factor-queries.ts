/** SQL of second factors and their recovery codes. */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { singleRow } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

export interface SecondFactorRow {
  secretSealed: string
  on: boolean
}

export async function findSecondFactor(
  db: Queryable,
  accountId: string,
): Promise<SecondFactorRow | undefined> {
  const [row] = await db.query<SecondFactorRow>(sql`
    select secret_sealed as "secretSealed", confirmed_at is not null as on from second_factor where account_id = ${accountId}`)
  return row
}

/** False while a second factor is on: it has to be turned off first. */
export async function saveSecret(db: Queryable, accountId: string, secretSealed: string): Promise<boolean> {
  const rows = await db.query(sql`
    insert into second_factor as f (account_id, secret_sealed) values (${accountId}, ${secretSealed})
    on conflict (account_id) do update set secret_sealed = excluded.secret_sealed, last_step = 0
    where f.confirmed_at is null returning 1`)
  return rows.length > 0
}

/** Marks the codes of a time step and of earlier ones as used. Of concurrent callers exactly one gets true. */
export async function consumeTimeStep(db: Queryable, accountId: string, step: number): Promise<boolean> {
  const rows = await db.query(sql`
    update second_factor set last_step = ${step} where account_id = ${accountId} and last_step < ${step} returning 1`)
  return rows.length > 0
}

export async function enableSecondFactor(tx: Tx, accountId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    update second_factor set confirmed_at = now() where account_id = ${accountId} and confirmed_at is null returning 1`)
  return rows.length > 0
}

export async function deleteSecondFactor(tx: Tx, accountId: string): Promise<void> {
  await tx.query(sql`delete from second_factor where account_id = ${accountId}`)
}

export interface RecoveryCodeRow {
  /** The first characters of the code. They find the row, so that an attempt takes one hash. */
  beginning: string
  passwordHash: string
}

export async function replaceRecoveryCodes(
  tx: Tx,
  accountId: string,
  codes: readonly RecoveryCodeRow[],
): Promise<void> {
  await tx.query(sql`delete from recovery_code where account_id = ${accountId}`)
  await tx.query(sql`
    insert into recovery_code (account_id, beginning, password_hash)
    select ${accountId}::uuid, c.* from unnest(${codes.map((code) => code.beginning)}::text[],
      ${codes.map((code) => code.passwordHash)}::text[]) as c`)
}

export async function findRecoveryCode(
  db: Queryable,
  accountId: string,
  beginning: string,
): Promise<RecoveryCodeRow | undefined> {
  const [row] = await db.query<RecoveryCodeRow>(sql`
    select beginning, password_hash as "passwordHash" from recovery_code
    where account_id = ${accountId} and beginning = ${beginning}`)
  return row
}

/** Deletes the code. Of concurrent callers exactly one gets true. */
export async function consumeRecoveryCode(
  db: Queryable,
  accountId: string,
  { beginning, passwordHash }: RecoveryCodeRow,
): Promise<boolean> {
  const rows = await db.query(sql`
    delete from recovery_code where account_id = ${accountId} and beginning = ${beginning} and password_hash = ${passwordHash}
    returning 1`)
  return rows.length > 0
}

export async function countRecoveryCodes(db: Queryable, accountId: string): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(
      sql`select count(*) as count from recovery_code where account_id = ${accountId}`,
    ),
  ).count
}

/** Administrators who log in with their password alone. */
export async function countAdminsWithoutFactor(db: Queryable): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(sql`
      select count(*)::int as count from account a where a.role = 'ADMIN'
        and not exists (select from second_factor f where f.account_id = a.id and f.confirmed_at is not null)`),
  ).count
}
