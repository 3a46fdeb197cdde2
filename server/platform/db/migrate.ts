/**
 * Runs the files of `schema/` in order, each once and in a transaction of its own, also when several nodes start at the same time. The first seven make the
 * tables, a file for each group; every later change is a file of its own after them. A released file is never changed.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
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
  const ran: string[] = []
  for (const file of listMigrations().filter(({ name }) => wanted?.includes(name) ?? true))
    if (await runFile(db, file)) ran.push(file.name)
  return ran
}

/**
 * How long a file waits for the lock of a table that the shop uses. Every later statement on the table waits behind it, so it gives
 * way soon and tries again, for five minutes at least.
 */
const lockTimeout = '2s'
const lockTries = 60
const pauseMs = 3_000

/** Runs one file in a transaction of its own; false if it was run meanwhile. Throws StartError where it gets no lock. */
async function runFile(db: Db, { name, text }: { name: string; text: string }): Promise<boolean> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction(async (tx) => {
        // A change of a large table, here or on another node, takes as long as it needs.
        await tx.execute(
          'set local lock_timeout = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
        )
        await tx.query(sql`lock table schema_migration in exclusive mode`)
        const known = await tx.query(sql`select from schema_migration where name = ${name}`)
        if (known.length > 0) return false
        await tx.execute(`set local lock_timeout = '${lockTimeout}'`)
        await tx.execute(text)
        await tx.query(sql`insert into schema_migration (name) values (${name})`)
        return true
      })
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error
      if (tried === lockTries)
        throw new StartError(
          `The schema file ${name} gets no lock: a transaction has used its tables for minutes. Look for it in pg_stat_activity, and start again.`,
        )
      await sleep(pauseMs)
    }
  }
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
