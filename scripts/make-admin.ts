/**
 * `npm run make-admin -- someone@shop.example`: creates an owner in the shop's database, or resets the password of
 * an existing one. Asks for the password twice without echo; from a pipe it reads the first line.
 */
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { adminProblem, makeAdmin } from '../server/administration/make-admin.ts'
import { type Config, ConfigError, readConfig, StartError } from '../server/platform/config/config.ts'
import { openDataFolder } from '../server/platform/data-folder.ts'
import { type Db, openDb } from '../server/platform/db/client.ts'
import { proveConnection } from '../server/platform/db/prove-connection.ts'
import { startEmbeddedDatabase } from '../server/platform/db/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { explainMissingRights } from '../server/platform/db/rights.ts'
import { errorText } from '../server/platform/observe/mask.ts'
import { Refusal } from '../server/platform/refusal.ts'

process.on('disconnect', () => process.exit(1))
try {
  process.exitCode = await main(process.argv[2] ?? '')
} catch (error) {
  const told = [ConfigError, StartError, Refusal].some((kind) => error instanceof kind)
  console.error(told ? (error as Error).message : errorText(error))
  process.exitCode = 1
}
// Exit explicitly: the IPC channel to start.mjs and an open terminal would keep the process alive.
process.exit()

async function main(email: string): Promise<number> {
  const wrongEmail = adminProblem('email', email)
  if (wrongEmail) {
    console.error(`${wrongEmail} Use: npm run make-admin -- someone@shop.example`)
    return 1
  }
  const config = readConfig(process.env)
  const password = await askPassword()
  const wrongPassword = password === null ? 'The two passwords differ.' : adminProblem('password', password)
  if (wrongPassword || password === null) {
    console.error(wrongPassword)
    return 1
  }
  openDataFolder(config.dataDir)
  const database = await openDatabase(config)
  try {
    await explainMissingRights(() => migrate(database.db))
    const done = await makeAdmin(database, { email, password })
    console.log(
      done === 'made'
        ? `${email} is an administrator now and logs in at ${config.publicUrl}/login.`
        : `${email} has another password now; all sessions are ended and the second factor is off.`,
    )
    return 0
  } finally {
    await database.stop()
  }
}

async function openDatabase(config: Config): Promise<{ db: Db; stop(): Promise<void> }> {
  if (config.databaseUrl) {
    const db = openDb({ connection: { connectionString: config.databaseUrl } })
    const { host, pathname } = new URL(config.databaseUrl)
    await proveConnection(db, `${host}${pathname}`)
    return { db, stop: () => db.close() }
  }
  const dataDir = path.join(config.dataDir, 'postgres')
  const embedded = await startEmbeddedDatabase({ dataDir, log: () => {} })
  const db = openDb({ connection: embedded.connection })
  return {
    db,
    async stop() {
      await db.close()
      await embedded.stop()
    },
  }
}

/** Returns null if the two passwords differ. */
async function askPassword(): Promise<string | null> {
  const terminal = process.stdin.isTTY
  // readline echoes to this stream, so that the password is not shown.
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: discard, terminal })
  try {
    if (!terminal) {
      for await (const line of lines) return line
      return ''
    }
    const first = await ask('Password: ')
    return first === (await ask('The same again: ')) ? first : null
  } finally {
    lines.close()
  }

  async function ask(words: string): Promise<string> {
    process.stdout.write(words)
    const answer = await lines.question('')
    process.stdout.write('\n')
    return answer
  }
}
