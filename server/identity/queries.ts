/** Every SQL statement of identity. Times are the database's own, so that nodes with wrong clocks agree. */
import type { Role } from '../../contract/endpoint.ts'
import type { Queryable, Tx } from '../db/client.ts'
import { sql } from '../db/sql.ts'
import type { Session } from '../http/call.ts'
import { adminSessionLife, codeSeconds, proofSeconds, type Purpose, sessionLife } from './rules.ts'

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
}

/** False where the e-mail is taken, also by a sign-up that commits at this moment. */
export async function insertAccount(
  tx: Tx,
  { id, email, role, passwordHash, verified }: NewAccount,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into account (id, email, role, password_hash, email_verified_at)
    values (${id}, ${email}, ${role}, ${passwordHash}, case when ${verified}::boolean then now() end)
    on conflict (email) do nothing returning id`)
  return rows.length > 0
}

/** Turns an account that nobody verified into a fresh one: what somebody else left behind does not stay. */
export async function restartAccount(
  tx: Tx,
  accountId: string,
  role: Role,
  passwordHash: string,
): Promise<void> {
  await tx.query(sql`delete from customer where account_id = ${accountId}`)
  await tx.query(sql`delete from seller where account_id = ${accountId}`)
  await tx.query(sql`delete from password_proof where account_id = ${accountId}`)
  await tx.query(sql`
    update account set role = ${role}, password_hash = ${passwordHash}, created_at = now() where id = ${accountId}`)
}

/** Locks the account, so that a reset at the same moment comes wholly before or after the caller's transaction. */
export async function markVerified(tx: Tx, accountId: string): Promise<void> {
  await tx.query(
    sql`update account set email_verified_at = coalesce(email_verified_at, now()) where id = ${accountId}`,
  )
}

/** The code for it came by e-mail, so it proves the e-mail as well. */
export async function resetPasswordHash(tx: Tx, accountId: string, passwordHash: string): Promise<void> {
  await tx.query(sql`
    update account set password_hash = ${passwordHash}, email_verified_at = coalesce(email_verified_at, now()) where id = ${accountId}`)
}

export async function findContactRow(
  db: Queryable,
  accountId: string,
): Promise<{ email: string; name: string } | undefined> {
  const [row] = await db.query<{ email: string; name: string }>(sql`
    select a.email, coalesce(c.first_name, s.company_name, a.email) as name from account a
    left join customer c on c.account_id = a.id left join seller s on s.account_id = a.id where a.id = ${accountId}`)
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

/** One statement: the session, and its `last_seen_at` when that is some minutes old. */
export async function findLiveSession(db: Queryable, tokenHash: Buffer): Promise<Session | undefined> {
  const [row] = await db.query<Session>(sql`
    with live as (
      select s.token_hash, s.account_id, a.email, a.role from session s join account a on a.id = s.account_id
      where s.token_hash = ${tokenHash} and s.expires_at > now() and a.suspended_at is null
        and s.last_seen_at > now() - interval '1 second'
          * case a.role when 'ADMIN' then ${adminSessionLife.idleSeconds}::int else ${sessionLife.idleSeconds}::int end
    ), seen as (
      update session s set last_seen_at = now() from live
      where s.token_hash = live.token_hash and s.last_seen_at < now() - interval '1 second'
        * case live.role when 'ADMIN' then ${adminSessionLife.touchSeconds}::int else ${sessionLife.touchSeconds}::int end
    )
    select account_id as "accountId", email, role from live`)
  return row
}

/**
 * The account while it is not suspended and still has the password that was checked (null: none was).
 * The lock makes a reset at the same moment wait, so that it finds and ends what is written here.
 */
const stillSame = (accountId: string, passwordHash: string | null) => sql`
  from account where id = ${accountId} and suspended_at is null
    and (${passwordHash}::text is null or password_hash = ${passwordHash}) for share`

interface NewSession {
  tokenHash: Buffer
  accountId: string
  passwordHash: string | null
  hardSeconds: number
  ip: string
  userAgent: string
}

/** False where the account was suspended, or got another password, since it was read. */
export async function insertSession(tx: Tx, s: NewSession): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into session (token_hash, account_id, expires_at, ip, user_agent)
    select ${s.tokenHash}, id, now() + ${s.hardSeconds}::int * interval '1 second', ${s.ip}, ${s.userAgent}
    ${stillSame(s.accountId, s.passwordHash)} returning account_id`)
  return rows.length > 0
}

export async function deleteSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.query(sql`delete from session where token_hash = ${tokenHash}`)
}

export async function deleteSessions(tx: Tx, accountId: string): Promise<void> {
  await tx.query(sql`delete from session where account_id = ${accountId}`)
}

/** False under the same conditions as `insertSession`. */
export async function insertProof(
  tx: Tx,
  tokenHash: Buffer,
  accountId: string,
  passwordHash: string | null,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into password_proof (token_hash, account_id, expires_at)
    select ${tokenHash}, id, now() + ${proofSeconds}::int * interval '1 second'
    ${stillSame(accountId, passwordHash)} returning account_id`)
  return rows.length > 0
}

export async function hasProof(tx: Tx, tokenHash: Buffer, accountId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from password_proof where token_hash = ${tokenHash} and account_id = ${accountId} and expires_at > now()`)
  return rows.length > 0
}

export async function deleteProofs(tx: Tx, accountId: string): Promise<void> {
  await tx.query(sql`delete from password_proof where account_id = ${accountId}`)
}

/** Overwrites, and so voids, an earlier code of the same purpose. */
export async function putCode(
  tx: Tx,
  accountId: string,
  purpose: Purpose,
  codeHash: Buffer,
  tries: number,
): Promise<void> {
  await tx.query(sql`
    insert into one_time_code (account_id, purpose, code_hash, tries_left, expires_at)
    values (${accountId}, ${purpose}, ${codeHash}, ${tries}, now() + ${codeSeconds}::int * interval '1 second')
    on conflict (account_id, purpose) do update
    set code_hash = excluded.code_hash, tries_left = excluded.tries_left, expires_at = excluded.expires_at`)
}

export interface CodeRow {
  accountId: string
  codeHash: Buffer
  expired: boolean
}

/** Takes one of the code's tries and answers the code; nothing where there is none or its tries are used up. */
export async function takeTry(tx: Tx, email: string, purpose: Purpose): Promise<CodeRow | undefined> {
  const [row] = await tx.query<CodeRow>(sql`
    update one_time_code c set tries_left = c.tries_left - 1 from account a
    where a.email = ${email} and c.account_id = a.id and c.purpose = ${purpose} and c.tries_left > 0
    returning c.account_id as "accountId", c.code_hash as "codeHash", c.expires_at <= now() as expired`)
  return row
}

/** Uses the code up: of any number of callers at once one hears true. */
export async function consumeCode(
  tx: Tx,
  { accountId, codeHash }: CodeRow,
  purpose: Purpose,
): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from one_time_code where account_id = ${accountId} and purpose = ${purpose} and code_hash = ${codeHash}
      and expires_at > now() returning account_id`)
  return rows.length > 0
}

export async function deleteCodes(tx: Tx, accountId: string): Promise<void> {
  await tx.query(sql`delete from one_time_code where account_id = ${accountId}`)
}

export async function giveBackHits(db: Queryable, keys: readonly string[]): Promise<void> {
  await db.query(sql`
    with held as (select key from rate_limit where key = any(${keys}::text[]) order by key for update)
    update rate_limit l set hits = l.hits - 1 from held where l.key = held.key and l.hits > 0`)
}

export async function forgetHits(tx: Tx, key: string): Promise<void> {
  await tx.query(sql`delete from rate_limit where key = ${key}`)
}

/** Removes what is over. Codes stay a day longer, so that their owner hears 'expired'. */
export async function deleteExpired(db: Queryable): Promise<void> {
  await db.query(sql`
    delete from session where expires_at < now() or last_seen_at < now() - ${sessionLife.idleSeconds}::int * interval '1 second'`)
  await db.query(sql`delete from password_proof where expires_at < now()`)
  await db.query(sql`delete from one_time_code where expires_at < now() - interval '1 day'`)
}
