/** SQL of sessions and of password proofs. */
import type { Role } from '../../../contract/endpoint.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { Session, SessionRow } from '../../platform/session.ts'
import {
  adminSessionLife,
  recentLoginSeconds,
  passwordProofSeconds,
  sessionLife,
  sessionLifeOf,
} from './rules.ts'

/** In one statement: finds the session, and updates `last_seen_at` if that is some minutes old. */
export async function findLiveSession(db: Queryable, tokenHash: Buffer): Promise<Session | undefined> {
  const [row] = await db.query<SessionRow>(sql`
    with live as (
      select s.token_hash, s.account_id, a.email, a.role, a.duties, s.has_factor, coalesce(m.seller_id, a.id) as party_id,
        coalesce(m.areas, case a.role when 'SELLER' then array['owner'] else '{}' end) as areas,
        case when s.assured_at > now() - ${recentLoginSeconds}::int * interval '1 second'
          then s.assured_at + ${recentLoginSeconds}::int * interval '1 second' end as confirmed_until
      from assured_session s join account a on a.id = s.account_id
      left join team_member m on m.account_id = a.id
      where s.token_hash = ${tokenHash} and s.expires_at > now() and a.suspended_at is null
        and s.last_seen_at > now() - interval '1 second'
          * case a.role when 'ADMIN' then ${adminSessionLife.idleSeconds}::int else ${sessionLife.idleSeconds}::int end
    ), seen as (
      update session s set last_seen_at = now() from live
      where s.token_hash = live.token_hash and s.last_seen_at < now() - interval '1 second'
        * case live.role when 'ADMIN' then ${adminSessionLife.touchSeconds}::int else ${sessionLife.touchSeconds}::int end
    )
    select token_hash as "tokenHash", account_id as "accountId", email, role, duties, confirmed_until as "confirmedUntil",
      has_factor as "secondFactor", party_id as "partyId", areas
    from live`)
  return row as Session | undefined
}

/**
 * The account, if it is not suspended and still has the password that was checked (null: none was checked). The lock makes a
 * concurrent password reset wait, so that it finds and deletes the row that is inserted here.
 */
const ifUnchanged = (accountId: string, passwordHash: string | null) => sql`
  from account where id = ${accountId} and suspended_at is null
    and (${passwordHash}::text is null or password_hash = ${passwordHash}) for share`

/** The addresses from which the sessions of an account were opened. */
export async function findAddresses(db: Queryable, accountId: string): Promise<string[]> {
  const rows = await db.query<{ ip: string }>(
    sql`select distinct ip from session where account_id = ${accountId} and ip is not null`,
  )
  return rows.map(({ ip }) => ip)
}

interface NewSession {
  tokenHash: Buffer
  accountId: string
  passwordHash: string | null
  absoluteSeconds: number
  /** Whether a code of the account's authenticator app was given besides the password. */
  factorGiven: boolean
  ip: string
  userAgent: string
}

/** False if the account was suspended or its password changed since it was read. */
export async function insertSession(tx: Tx, s: NewSession): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into session (token_hash, account_id, expires_at, factor_at, ip, user_agent)
    select ${s.tokenHash}, id, now() + ${s.absoluteSeconds}::int * interval '1 second',
      case when ${s.factorGiven}::boolean then now() end, ${s.ip}, ${s.userAgent}
    ${ifUnchanged(s.accountId, s.passwordHash)} returning account_id`)
  return rows.length > 0
}

/** Gives the session another token after its password was entered again; false if the session has ended meanwhile. */
export async function renewSession(tx: Tx, { tokenHash }: Session, newHash: Buffer): Promise<boolean> {
  const rows = await tx.query(sql`
    update session set token_hash = ${newHash}, confirmed_at = now() where token_hash = ${tokenHash} returning 1`)
  return rows.length > 0
}

/** Records what was given again in this session, and returns when; undefined if the session has ended. */
export async function confirmSession(
  db: Queryable,
  { tokenHash }: Session,
  factorGiven: boolean,
): Promise<Date | undefined> {
  const [row] = await db.query<{ at: Date }>(sql`
    update session set confirmed_at = now(), factor_at = case when ${factorGiven}::boolean then now() else factor_at end
    where token_hash = ${tokenHash} returning confirmed_at as at`)
  return row?.at
}

/** Records that a code was given in this session; false if the session has ended. */
export async function confirmFactor(tx: Tx, { tokenHash }: Session): Promise<boolean> {
  const rows = await tx.query(
    sql`update session set factor_at = now() where token_hash = ${tokenHash} returning 1`,
  )
  return rows.length > 0
}

export async function deleteSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.query(sql`delete from session where token_hash = ${tokenHash}`)
}

export async function deleteSessions(tx: Tx, accountId: string): Promise<void> {
  await endSessions(tx, accountId, sql`true`)
}

/** All sessions of the account but this one. */
export async function deleteOtherSessions(tx: Tx, { accountId, tokenHash }: Session): Promise<void> {
  await endSessions(tx, accountId, sql`token_hash <> ${tokenHash}`)
}

/**
 * Returns how many ended. A call that an administrator asked for before is not confirmed any more: somebody else may have asked
 * for it in one of them.
 */
async function endSessions(tx: Tx, accountId: string, which: Sql): Promise<number> {
  const rows = await tx.query<{ count: number }>(sql`
    with ended as (delete from session where account_id = ${accountId} and ${which} returning 1),
      noted as (update account set sessions_ended_at = clock_timestamp() where id = ${accountId} and role = 'ADMIN')
    select count(*) as count from ended`)
  return singleRow(rows).count
}

/** False under the same conditions as `insertSession`. */
export async function insertPasswordProof(
  tx: Tx,
  tokenHash: Buffer,
  accountId: string,
  passwordHash: string | null,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into password_proof (token_hash, account_id, expires_at)
    select ${tokenHash}, id, now() + ${passwordProofSeconds}::int * interval '1 second'
    ${ifUnchanged(accountId, passwordHash)} returning account_id`)
  return rows.length > 0
}

export async function hasPasswordProof(tx: Tx, tokenHash: Buffer, accountId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from password_proof where token_hash = ${tokenHash} and account_id = ${accountId} and expires_at > now()`)
  return rows.length > 0
}

export async function deletePasswordProofs(tx: Tx, accountId: string): Promise<void> {
  await tx.query(sql`delete from password_proof where account_id = ${accountId}`)
}

export async function deleteEndedSessions(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from session where token_hash in (
      select token_hash from session where expires_at < now()
        or last_seen_at < now() - ${sessionLife.idleSeconds}::int * interval '1 second'
      limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}

export async function deleteEndedPasswordProofs(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from password_proof where token_hash in (
      select token_hash from password_proof where expires_at < now() limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}

export interface OwnSessionRow {
  id: string
  current: boolean
  ip: string | null
  userAgent: string | null
  createdAt: Date
  lastSeenAt: Date
}

/** The id of a session that its owner is shown: it neither logs in nor reveals the hash of the token. */
const publicId = sql`encode(sha256(token_hash), 'hex')`

const isLive = (role: Role) => sql`
  expires_at > now() and last_seen_at > now() - ${sessionLifeOf(role).idleSeconds}::int * interval '1 second'`

export async function findOwnSessions(
  db: Queryable,
  accountId: string,
  role: Role,
  tokenHash: Buffer,
): Promise<OwnSessionRow[]> {
  return db.query(sql`
    select ${publicId} as id, token_hash = ${tokenHash} as current, ip, user_agent as "userAgent",
      created_at as "createdAt", last_seen_at as "lastSeenAt"
    from assured_session where account_id = ${accountId} and ${isLive(role)}
    order by token_hash = ${tokenHash} desc, last_seen_at desc`)
}

/** Returns how many were deleted. */
export const deleteOwnSessions = (tx: Tx, accountId: string, ids: readonly string[]): Promise<number> =>
  endSessions(tx, accountId, sql`${publicId} = any(${ids}::text[])`)

/** Deletes all but the `max` sessions that were used last. */
export async function deleteSessionsBeyond(tx: Tx, accountId: string, max: number): Promise<void> {
  await tx.query(sql`
    delete from session where token_hash in (
      select token_hash from session where account_id = ${accountId}
      order by last_seen_at desc, created_at desc offset ${max}::int)`)
}
