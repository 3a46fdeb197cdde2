/**
 * `npm run check-config`: reads the settings as a start would and tries what they name. Ends with 1 for what would stop
 * the start; `--strict` also for what a shop that people reach should not have.
 */
import { createConnection } from 'node:net'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../server/config.ts'
import { adviseOn } from '../server/config-advice.ts'
import { openDataFolder } from '../server/data-folder.ts'
import { openDb, proveConnection } from '../server/db/client.ts'
import { compareMigrations } from '../server/db/migrate.ts'
import { operate } from './operate.ts'

await operate(async () => {
  const strict = parseArgs({ options: { strict: { type: 'boolean' } } }).values.strict ?? false
  const config = readConfig(process.env)
  console.log('Every setting is known and well-formed.')
  openDataFolder(config.dataDir)
  console.log(`The data folder ${config.dataDir} can be written.`)
  if (config.databaseUrl) await tryDatabase(config.databaseUrl)
  if (config.smtpUrl) await trySmtp(config.smtpUrl)
  const advice = adviseOn(config)
  for (const line of advice) console.log(`Advice: ${line}`)
  if (config.s3 && config.cloudinary) console.log('Both S3_* and CLOUDINARY_* are set.')
  if (advice.length === 0) console.log('The shop may open.')
  else if (strict) process.exit(1)
})

async function tryDatabase(url: NonNullable<Config['databaseUrl']>): Promise<void> {
  const { host, pathname } = new URL(url)
  const db = openDb({ connection: { connectionString: url }, max: 1 })
  try {
    await proveConnection(db, host + pathname)
    const { missing } = await compareMigrations(db)
    console.log(
      `The database at ${host}${pathname} answers; ${missing.length === 0 ? 'its schema is up to date' : `the start will run ${missing.join(', ')}`}.`,
    )
  } finally {
    await db.close()
  }
}

/** Only whether somebody listens: a log-in is the mailer's business. */
async function trySmtp(url: string): Promise<void> {
  const { hostname, port, protocol } = new URL(url)
  const to = { host: hostname, port: Number(port || (protocol === 'smtps:' ? 465 : 587)), timeout: 5_000 }
  const problem = await new Promise<string | undefined>((resolve) => {
    const socket = createConnection(to, () => resolve(undefined))
    socket.once('error', (error) => resolve(error.message))
    socket.once('timeout', () => resolve('no answer in five seconds'))
    setTimeout(() => socket.destroy(), 6_000).unref()
  })
  console.log(
    problem === undefined
      ? `The mail server ${to.host}:${to.port} can be reached.`
      : `Advice: the mail server ${to.host}:${to.port} cannot be reached: ${problem}.`,
  )
}
