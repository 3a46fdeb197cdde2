/** The texts to which people agree when they sign up: dated, kept, and noted with the account. */
import { readFileSync } from 'node:fs'
import { type ConsentKind, consentKinds, textVersions } from '../../../contract/own-data.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

/**
 * Each version is a file `<kind>-<day>.txt` in `texts/`; the earlier files stay, because consents name them. consents.test.ts
 * compares the newest ones with the pages.
 */
export const consentText = (kind: ConsentKind, version: string): string =>
  readFileSync(new URL(`texts/${kind}-${version}.txt`, import.meta.url), 'utf8')

/** In the transaction that makes the account, or gives an unverified one to somebody else. */
export async function recordConsents(tx: Tx, accountId: string): Promise<void> {
  await tx.query(sql`delete from consent where account_id = ${accountId}`)
  await tx.query(sql`
    insert into consent (account_id, kind, version)
    select ${accountId}::uuid, c.* from unnest(${consentKinds}::text[], ${consentKinds.map((kind) => textVersions[kind])}::date[]) as c`)
}

interface ConsentRow {
  kind: ConsentKind
  /** YYYY-MM-DD. */
  version: string
  at: Date
}

/** Those of before there were versions are not known. */
export async function findConsents(db: Queryable, accountId: string): Promise<ConsentRow[]> {
  return db.query(sql`
    select kind, version::text as version, given_at as at from consent where account_id = ${accountId} order by given_at, kind`)
}
