/**
 * `npm run check-config`: reads the settings as a start would and tries to reach the services that they name. Exits with 1
 * if the shop would not start; with `--strict` also if a setting is not safe for a public shop.
 */
import { createConnection } from 'node:net'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig, StartError } from '../server/platform/config/config.ts'
import { adviseOn, adviseOnData } from '../server/process/config-advice.ts'
import { openDataFolder } from '../server/platform/data-folder.ts'
import { type Db, openDb } from '../server/platform/db/client.ts'
import { proveConnection } from '../server/platform/db/prove-connection.ts'
import { hasEmbeddedDatabase } from '../server/platform/db/embedded-folder.ts'
import { compareMigrations } from '../server/platform/db/migrate.ts'
import { openDatabase } from '../server/platform/db/open-database.ts'
import { readReplicaState } from '../server/platform/db/replica-queries.ts'
import { demoAccountsError } from '../server/people/identity/demo-accounts.ts'
import { openLog } from '../server/platform/observe/log.ts'
import { standInsRefused } from '../server/platform/rehearsal.ts'
import { secretsOf } from '../server/platform/secrets.ts'
import { unknownKey } from '../server/people/sellers/reseal-bank-accounts.ts'
import { operate } from './operate.ts'

await operate(async () => {
  const strict = parseArgs({ options: { strict: { type: 'boolean' } } }).values.strict ?? false
  const config = readConfig(process.env)
  console.log('Every setting is known and well-formed.')
  openDataFolder(config.dataDir)
  console.log(`The data folder ${config.dataDir} can be written.`)
  const standIns = standInsRefused(config)
  const stops = standIns ? [standIns] : []
  const advice: string[] = []
  if (config.databaseUrl) await tryDatabase(config.databaseUrl, config, { stops, advice })
  else if (config.production && hasEmbeddedDatabase(path.join(config.dataDir, 'postgres')))
    await tryEmbedded(config, { stops, advice })
  if (config.databaseReadUrl) await tryReplica(config.databaseReadUrl, advice)
  if (config.migrateDatabaseUrl) await tryOwner(config.migrateDatabaseUrl, advice)
  if (config.olderAppSecrets.length > 0)
    console.log('APP_SECRET_OLD is set: after npm run reseal says so, it can go.')
  if (config.smtpUrl) await trySmtp(config.smtpUrl)
  advice.push(...adviseOn(config))
  for (const line of stops) console.log(`Stops the start: ${line}`)
  for (const line of advice) console.log(`Advice: ${line}`)
  if (config.s3 && config.cloudinary) console.log('Both S3_* and CLOUDINARY_* are set.')
  if (stops.length > 0) process.exit(1)
  if (advice.length === 0) console.log('The shop may open.')
  else if (strict) process.exit(1)
})

/** The shop starts without its replica, so nothing that is wrong with it stops the start. */
async function tryReplica(url: string, advice: string[]): Promise<void> {
  const { host, pathname } = new URL(url)
  const place = `${host}${pathname}`
  const db = openDb({ connection: { connectionString: url }, max: 1 })
  try {
    await proveConnection(db, place)
    const { isStandby } = await readReplicaState(db)
    if (isStandby) console.log(`The replica at ${place} is reachable.`)
    else advice.push(`The database at ${place} (DATABASE_READ_URL) is no standby: it will not be read from.`)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    advice.push(error.message)
  } finally {
    await db.close()
  }
}

/** `stops`: the server would refuse to start. `advice`: it would start, but should not be public yet. */
interface Findings {
  stops: string[]
  advice: string[]
}

async function tryDatabase(url: string, config: Config, findings: Findings): Promise<void> {
  const { host, pathname } = new URL(url)
  const db = openDb({ connection: { connectionString: url }, max: 1 })
  try {
    await proveConnection(db, host + pathname)
    const { missing } = await compareMigrations(db)
    const who = config.migrateDatabaseUrl ? 'npm run migrate' : 'the start'
    console.log(
      `The database at ${host}${pathname} is reachable; ${missing.length === 0 ? 'its schema is up to date' : `${who} will run ${missing.join(', ')}`}.`,
    )
    const power = await powerOf(db)
    if (power !== 'rows')
      findings.advice.push(
        `the account of DATABASE_URL ${power === 'superuser' ? 'is a superuser' : 'may change the tables'}; the shop needs rows only (MIGRATE_DATABASE_URL).`,
      )
    // Only with APP_SECRET: without it, secretsOf would create a key file as a side effect.
    const wrongKey =
      config.appSecret && missing.length === 0 ? await unknownKey(db, secretsOf(config)) : undefined
    if (wrongKey) findings.advice.push(wrongKey)
    await findDemoData(db, config, findings)
  } finally {
    await db.close()
  }
}

async function tryEmbedded(config: Config, findings: Findings): Promise<void> {
  const { db, place, stop } = await openDatabase(config, openLog('silent'))
  try {
    console.log(`The embedded database in ${place} is reachable.`)
    await findDemoData(db, config, findings)
  } finally {
    await stop()
  }
}

/** Finds data left over from development or a rehearsal. Looks only at tables that exist before the pending migrations. */
async function findDemoData(db: Db, config: Config, { stops, advice }: Findings): Promise<void> {
  if (!config.production) return
  const { missing } = await compareMigrations(db)
  if (missing.includes('0001-people')) return
  const demo = await demoAccountsError(db)
  if (demo) stops.push(demo)
  if (missing.length === 0) advice.push(...(await adviseOnData(db)))
}

async function tryOwner(url: string, advice: string[]): Promise<void> {
  const { host, pathname } = new URL(url)
  const db = openDb({ connection: { connectionString: url }, max: 1 })
  try {
    await proveConnection(db, host + pathname)
    if ((await powerOf(db)) === 'rows')
      advice.push('the account of MIGRATE_DATABASE_URL may not change the tables.')
    else console.log('The account of MIGRATE_DATABASE_URL may change the tables.')
  } finally {
    await db.close()
  }
}

/** `rows`: neither a superuser, nor the owner of a table or a member of one, nor allowed to make tables. */
async function powerOf(db: Db): Promise<'superuser' | 'tables' | 'rows'> {
  const { rows } = await db.execute(`
    select (select rolsuper from pg_roles where rolname = current_user) as super,
      has_schema_privilege('public', 'create') or exists (
        select from pg_class where relnamespace = 'public'::regnamespace and pg_has_role(relowner, 'member')
      ) as tables`)
  const { super: superuser, tables } = rows[0] as { super: boolean; tables: boolean }
  return superuser ? 'superuser' : tables ? 'tables' : 'rows'
}

/** Checks only that the port accepts connections; the credentials are tried when mail is sent. */
async function trySmtp(url: string): Promise<void> {
  const { hostname, port, protocol } = new URL(url)
  const to = { host: hostname, port: Number(port || (protocol === 'smtps:' ? 465 : 587)), timeout: 5_000 }
  const problem = await new Promise<string | undefined>((resolve) => {
    const socket = createConnection(to, () => resolve(undefined))
    socket.once('error', (error) => resolve(error.message))
    socket.once('timeout', () => resolve('no response in five seconds'))
    setTimeout(() => socket.destroy(), 6_000).unref()
  })
  console.log(
    problem === undefined
      ? `The mail server ${to.host}:${to.port} can be reached.`
      : `Advice: the mail server ${to.host}:${to.port} cannot be reached: ${problem}.`,
  )
}
