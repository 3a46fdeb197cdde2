/** SQL of the browsers in which somebody has logged in to an account. */
import { limits } from '../../../contract/limits.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { knownBrowserSeconds } from './rules.ts'

export async function isKnownBrowser(db: Queryable, email: string, tokenHash: Buffer): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from known_browser b join account a on a.id = b.account_id
    where a.email = ${email} and b.token_hash = ${tokenHash}
      and b.used_at > now() - ${knownBrowserSeconds}::int * interval '1 second'`)
  return rows.length > 0
}

/** Whether somebody has given the second factor of the account in this browser. */
export async function hasGivenFactor(db: Queryable, accountId: string, tokenHash: Buffer): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from known_browser
    where account_id = ${accountId} and token_hash = ${tokenHash} and factor_given
      and used_at > now() - ${knownBrowserSeconds}::int * interval '1 second'`)
  return rows.length > 0
}

/** An account has as many as sessions at most; the one that was used least recently is forgotten. */
export async function rememberBrowser(
  tx: Tx,
  accountId: string,
  tokenHash: Buffer,
  factorGiven: boolean,
): Promise<void> {
  await tx.query(sql`
    insert into known_browser as b (account_id, token_hash, factor_given)
    values (${accountId}, ${tokenHash}, ${factorGiven})
    on conflict (account_id, token_hash) do update
    set used_at = now(), factor_given = b.factor_given or excluded.factor_given`)
  await tx.query(sql`
    delete from known_browser where (account_id, token_hash) in (
      select account_id, token_hash from known_browser where account_id = ${accountId}
      order by used_at desc, token_hash offset ${limits.sessionsMax}::int)`)
}

export async function deleteKnownBrowsers(tx: Tx, accountId: string): Promise<void> {
  await tx.query(sql`delete from known_browser where account_id = ${accountId}`)
}

/** All but this one, which stays what it was: the password is changed in it. */
export async function deleteOtherKnownBrowsers(tx: Tx, accountId: string, tokenHash: Buffer): Promise<void> {
  await tx.query(
    sql`delete from known_browser where account_id = ${accountId} and token_hash <> ${tokenHash}`,
  )
}

/** A code of an earlier app does not count for the one that is set up. */
export async function forgetGivenFactors(tx: Tx, accountId: string): Promise<void> {
  await tx.query(sql`update known_browser set factor_given = false where account_id = ${accountId}`)
}

export async function deleteUnusedBrowsers(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from known_browser where (account_id, token_hash) in (
      select account_id, token_hash from known_browser
      where used_at < now() - ${knownBrowserSeconds}::int * interval '1 second' limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}
