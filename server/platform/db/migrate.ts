/**
 * Runs the files of `schema/` in order, each once, also when several nodes start at the same time. The first seven make the
 * tables, a file for each group; every later change is a file of its own after them. A released file is never changed.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { StartError } from '../config/config.ts'
import type { Db } from './client.ts'
import { sql } from './sql.ts'

const folder = new URL('schema/', import.meta.url)

/** The files of this version in order: `0001-people` and so on. */
export function listMigrations(): { name: string; text: string }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.slice(0, -4), text: readFileSync(new URL(file, folder), 'utf8') }))
}

/**
 * Brings the schema up to date and returns the names of the files that it ran. The lock on the table makes a second node wait
 * until the first is done; it then finds nothing to do. `wanted` limits the files, for rows of an older version.
 */
export async function migrate(db: Db, wanted?: readonly string[]): Promise<string[]> {
  // Without this check an account that may not change the schema could not start.
  const { missing: lacking } = await compareMigrations(db)
  if (!lacking.some((name) => wanted?.includes(name) ?? true)) return []
  await createLedger(db)
  return db.transaction(async (tx) => {
    // A change of a large table, here or on another node, takes as long as it needs.
    await tx.execute(
      'set local lock_timeout = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    )
    await tx.query(sql`lock table schema_migration in exclusive mode`)
    const done = new Set(
      (await tx.query<{ name: string }>(sql`select name from schema_migration`)).map((row) => row.name),
    )
    const ran: string[] = []
    const missing = listMigrations().filter(({ name }) => !done.has(name) && (wanted?.includes(name) ?? true))
    for (const { name, text } of missing) {
      await tx.execute(text)
      await tx.query(sql`insert into schema_migration (name) values (${name})`)
      ran.push(name)
    }
    return ran
  })
}

/**
 * The files that `migrate` would run, and those that a newer version of the shop has run already. Changes nothing. Throws
 * StartError where the tables were made by other files: no upgrade leads from there to this schema.
 */
export async function compareMigrations(db: Db): Promise<{ missing: string[]; newer: string[] }> {
  const { rows } = await db.execute(`select to_regclass('schema_migration') is not null as "ledger"`)
  const done = (rows[0] as { ledger: boolean }).ledger
    ? (await db.query<{ name: string }>(sql`select name from schema_migration order by name`)).map(
        (r) => r.name,
      )
    : []
  const ours = listMigrations().map(({ name }) => name)
  if (done.length > 0 && done[0] !== ours[0])
    throw new StartError(
      `The database was made by other schema files (from ${done[0]} on), and no upgrade leads from them to this version. ` +
        'Begin with an empty database: delete the data folder (.data), or let DATABASE_URL name a new one.',
    )
  return {
    missing: ours.filter((name) => !done.includes(name)),
    newer: done.filter((name) => !ours.includes(name)),
  }
}

async function createLedger(db: Db): Promise<void> {
  try {
    await db.execute(
      'create table if not exists schema_migration (name text primary key, ran_at timestamptz not null default now())',
    )
  } catch (error) {
    // Two concurrent first starts: `if not exists` does not wait, and one of them gets a duplicate of the type's name.
    if (!['23505', '42P07', '42710'].includes((error as { code?: string }).code ?? '')) throw error
  }
}
