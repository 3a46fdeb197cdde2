/** SQL of accounts and customers. Times are the database's, so that nodes with wrong clocks agree. */
import type { Duty, Role } from '../../../contract/endpoint.ts'
import { gstTaken } from '../../../contract/seller.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { Refusal } from '../../platform/refusal.ts'

export interface AccountRow {
  id: string
  email: string
  role: Role
  passwordHash: string
  verified: boolean
  suspended: boolean
}

const accountColumns = sql`id, email, role, password_hash as "passwordHash",
  email_verified_at is not null as verified, suspended_at is not null as suspended`

export async function findAccount(db: Queryable, email: string): Promise<AccountRow | undefined> {
  const [row] = await db.query<AccountRow>(sql`select ${accountColumns} from account where email = ${email}`)
  return row
}

export async function lockAccount(tx: Tx, email: string): Promise<AccountRow | undefined> {
  const [row] = await tx.query<AccountRow>(
    sql`select ${accountColumns} from account where email = ${email} for update`,
  )
  return row
}

interface NewAccount {
  id: string
  email: string
  role: Role
  passwordHash: string
  verified: boolean
  /** An administrator's. */
  duties?: readonly Duty[] | undefined
}

/** False if the e-mail has an account, also one that a concurrent sign-up commits. */
export async function insertAccount(
  tx: Tx,
  { id, email, role, passwordHash, verified, duties = [] }: NewAccount,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into account (id, email, role, password_hash, email_verified_at, duties)
    values (${id}, ${email}, ${role}, ${passwordHash}, case when ${verified}::boolean then now() end, ${duties}::text[])
    on conflict (email) do nothing returning id`)
  return rows.length > 0
}

/** Turns an unverified account into a new one. Nothing stays of the earlier sign-up, which may have been a stranger's. */
export async function resetUnverifiedAccount(
  tx: Tx,
  accountId: string,
  role: Role,
  passwordHash: string,
): Promise<void> {
  await tx.query(sql`delete from customer where account_id = ${accountId}`)
  await tx.query(sql`delete from seller where account_id = ${accountId}`)
  await tx.query(sql`delete from password_proof where account_id = ${accountId}`)
  await tx.query(sql`
    update account set role = ${role}, password_hash = ${passwordHash}, created_at = now(), deletion_asked_at = null,
      deletion_due_at = null, deletion_asked_by = null, keeps_reviews = false
    where id = ${accountId}`)
}

/**
 * Deletes accounts that were not verified within a week of the last sign-up. Suspended accounts stay, and those with a checkout
 * or product. So do those with a code, which its owner may be entering now: the code is deleted a day after it expires.
 */
export async function deleteUnverified(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from account where id in (
      select a.id from account a
      where a.email_verified_at is null and a.created_at < now() - interval '7 days'
        and a.suspended_at is null and a.role <> 'ADMIN'
        and not exists (select from one_time_code c where c.account_id = a.id)
        and not exists (select from purchase_line l where l.customer_id = a.id)
        and not exists (select from goods p where p.seller_id = a.id)
      order by a.created_at limit ${limit} for update of a skip locked)
    returning 1`)
  return rows.length
}

/**
 * Locks the account, so that a concurrent reset is serialised with the caller's transaction. A verified seller claims the GST
 * number. Refuses: conflict if another seller has claimed it, which aborts the caller's transaction.
 */
export async function markVerified(tx: Tx, accountId: string): Promise<void> {
  await refuseClaimedGst(
    tx.query(
      sql`update account set email_verified_at = coalesce(email_verified_at, now()) where id = ${accountId}`,
    ),
  )
}

/** Verifies the e-mail too, because the code was sent there. Refuses like `markVerified`. */
export async function resetPasswordHash(tx: Tx, accountId: string, passwordHash: string): Promise<void> {
  await refuseClaimedGst(
    tx.query(sql`
      update account set password_hash = ${passwordHash}, email_verified_at = coalesce(email_verified_at, now())
      where id = ${accountId}`),
  )
}

async function refuseClaimedGst(statement: Promise<unknown>): Promise<void> {
  try {
    await statement
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'seller_gst_key')
      throw new Refusal('conflict', gstTaken)
    throw error
  }
}

/** False if the password is no longer `from`. */
export async function changePasswordHash(
  tx: Tx,
  accountId: string,
  from: string,
  passwordHash: string,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update account set password_hash = ${passwordHash} where id = ${accountId} and password_hash = ${from} returning id`)
  return rows.length > 0
}

export async function findContactRow(
  db: Queryable,
  accountId: string,
): Promise<{ email: string; name: string } | undefined> {
  const [row] = await db.query<{ email: string; name: string }>(sql`
    select a.email, coalesce(c.first_name, s.company_name, m.name, a.email) as name from account a
    left join customer c on c.account_id = a.id left join seller s on s.account_id = a.id
    left join team_member m on m.account_id = a.id where a.id = ${accountId}`)
  return row
}

export interface CustomerDetails {
  firstName: string
  lastName: string
  mobile: string
}

export async function insertCustomer(
  tx: Tx,
  accountId: string,
  { firstName, lastName, mobile }: CustomerDetails,
): Promise<void> {
  await tx.query(sql`
    insert into customer (account_id, first_name, last_name, mobile) values (${accountId}, ${firstName}, ${lastName}, ${mobile})`)
}

export async function updateCustomer(
  db: Queryable,
  accountId: string,
  { firstName, lastName, mobile }: CustomerDetails,
): Promise<boolean> {
  const rows = await db.query(sql`
    update customer set first_name = ${firstName}, last_name = ${lastName}, mobile = ${mobile}
    where account_id = ${accountId} returning account_id`)
  return rows.length > 0
}

export interface CustomerProfileRow extends CustomerDetails {
  email: string
  createdAt: Date
}

export async function findCustomerProfile(
  db: Queryable,
  accountId: string,
): Promise<CustomerProfileRow | undefined> {
  const [row] = await db.query<CustomerProfileRow>(sql`
    select c.first_name as "firstName", c.last_name as "lastName", c.mobile, a.email, a.created_at as "createdAt"
    from customer c join account a on a.id = c.account_id where c.account_id = ${accountId}`)
  return row
}

/** The addresses of administrators who can log in. */
export async function findAdministratorEmails(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ email: string }>(sql`
    select email from account
    where role = 'ADMIN' and email_verified_at is not null and suspended_at is null order by id limit ${limit}`)
  return rows.map(({ email }) => email)
}
