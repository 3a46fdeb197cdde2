/** Two accounts: one owns the tables and changes their form, the shop's own reads and writes rows (decision 18). */
import { type Config, StartError } from '../config/config.ts'
import type { Db } from './client.ts'

/** The configuration with the account that may change the schema. */
export function asOwner<C extends Pick<Config, 'databaseUrl' | 'migrateDatabaseUrl'>>(config: C): C {
  return { ...config, databaseUrl: config.migrateDatabaseUrl ?? config.databaseUrl }
}

const schemas = 'public, pgboss'

/**
 * The rights of the shop's account, in SQL. The audit, the ledger and invoices are written and read, and the list of migrations
 * is read.
 */
export function rightsOf(role: string): string[] {
  const quoted = `"${role.replaceAll('"', '""')}"`
  return [
    `grant usage on schema ${schemas} to ${quoted}`,
    `grant select, insert, update, delete on all tables in schema ${schemas} to ${quoted}`,
    `grant usage, select on all sequences in schema ${schemas} to ${quoted}`,
    `revoke update, delete, truncate on audit_entry, journal_entry, posting, tax_document, tax_document_file from ${quoted}`,
    `revoke insert, update, delete, truncate on schema_migration from ${quoted}`,
  ]
}

/**
 * Returns the account that got its rights; undefined where the shop works with the one that owns the tables. To be repeated
 * after each migration, because a new table has no rights for other accounts. Throws StartError where there is no such account.
 */
export async function grantRights(
  db: Db,
  { databaseUrl, migrateDatabaseUrl }: Pick<Config, 'databaseUrl' | 'migrateDatabaseUrl'>,
): Promise<string | undefined> {
  if (!databaseUrl || !migrateDatabaseUrl) return undefined
  const [role, owner] = [nameIn(databaseUrl), nameIn(migrateDatabaseUrl)]
  if (role === owner) return undefined
  try {
    await db.transaction(async (tx) => {
      for (const statement of rightsOf(role)) await tx.execute(statement)
    })
  } catch (error) {
    if ((error as { code?: string }).code !== '42704') throw error
    throw new StartError(
      `There is no account ${role}, which DATABASE_URL names: make it with create role first.`,
    )
  }
  return role
}

const nameIn = (url: string) => decodeURIComponent(new URL(url).username)

/** Changes the schema at the start; without the rights to do so, the error names the account that has them. */
export async function explainMissingRights<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    throw new StartError(
      'The schema is not up to date, and the account of DATABASE_URL may not change it: run npm run migrate with MIGRATE_DATABASE_URL first.',
    )
  }
}
