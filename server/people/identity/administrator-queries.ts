/** SQL of administrators' accounts. The database keeps the last owner (trigger `account_last_owner`). */
import type { Duty } from '../../../contract/endpoint.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

export interface AdministratorRow {
  id: string
  email: string
  duties: Duty[]
  suspendedAt: Date | null
  suspendedReason: string | null
}

const columns = sql`a.id, a.email, a.duties, a.suspended_at as "suspendedAt", a.suspended_reason as "suspendedReason"`

export async function lockAdministrator(tx: Tx, id: string): Promise<AdministratorRow | undefined> {
  const [row] = await tx.query<AdministratorRow>(
    sql`select ${columns} from account a where a.id = ${id} and a.role = 'ADMIN' for update`,
  )
  return row
}

export async function findAdministrator(db: Queryable, id: string): Promise<AdministratorRow | undefined> {
  const [row] = await db.query<AdministratorRow>(
    sql`select ${columns} from account a where a.id = ${id} and a.role = 'ADMIN'`,
  )
  return row
}

/** Whether the owner of the account, or somebody else, ended sessions of it since then. */
export async function haveSessionsEnded(db: Queryable, id: string, since: Date): Promise<boolean> {
  const rows = await db.query(sql`select from account where id = ${id} and sessions_ended_at >= ${since}`)
  return rows.length > 0
}

export interface ListedAdministratorRow extends AdministratorRow {
  secondFactor: boolean
  lastSeenAt: Date | null
}

export async function findAdministrators(db: Queryable, limit: number): Promise<ListedAdministratorRow[]> {
  return db.query(sql`
    select ${columns},
      exists (select from second_factor f where f.account_id = a.id and f.confirmed_at is not null) as "secondFactor",
      (select max(s.last_seen_at) from session s where s.account_id = a.id) as "lastSeenAt"
    from account a where a.role = 'ADMIN' order by a.email limit ${limit}`)
}

/** Whether another administrator, who is not suspended, has one of these duties or is an owner. */
export async function hasAnother(db: Queryable, id: string, duties: readonly Duty[]): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from account
    where role = 'ADMIN' and suspended_at is null and id <> ${id} and duties && ${['owner', ...duties]}::text[] limit 1`)
  return rows.length > 0
}

export async function setDuties(tx: Tx, id: string, duties: readonly Duty[]): Promise<void> {
  await tx.query(sql`update account set duties = ${duties}::text[] where id = ${id} and role = 'ADMIN'`)
}

/** For the command of an operator: adds the duty, and ends a suspension. */
export async function makeOwner(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`
    update account set suspended_at = null, suspended_reason = null,
      duties = case when 'owner' = any(duties) then duties else array_prepend('owner', duties) end
    where id = ${id} and role = 'ADMIN'`)
}

/** With sessions, codes and second factor. */
export async function deleteAdministratorRow(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`delete from account where id = ${id} and role = 'ADMIN'`)
}
