/** The database of the configuration: DATABASE_URL, or the embedded one in the data folder. */
import path from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { type Db, openDb } from './client.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded.ts'
import type { PoolOptions } from './pools.ts'
import { proveConnection } from './prove-connection.ts'
import { withReplica } from './replica.ts'

export interface OpenDatabase {
  db: Db
  /** For a connection beside the pool. */
  connection: PoolOptions['connection']
  /** For another process: the address with its password, if it has one. */
  url: string
  /** Where it is, in words for people; never with a password. */
  place: string
  /** The folder of the embedded one, otherwise the shop's. */
  dataDir: string
  stop(): Promise<void>
}

/**
 * Throws StartError with one line where it does not answer. `serving`: with the limits of a shop that answers requests;
 * commands may take as long as they need.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseReadUrl' | 'dataDir' | 'databasePool' | 'role'>,
  log: Logger,
  { serving = false } = {},
): Promise<OpenDatabase> {
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost')
  const max = config.databasePool
  const worker = config.role === 'worker'
  const openReplicaPool = (connectionString: string) =>
    openDb({
      connection: { connectionString },
      max,
      serving,
      onError: (error) => log.warn({ err: error }, 'connection to the replica lost'),
    })
  if (config.databaseUrl) {
    const connection = { connectionString: config.databaseUrl }
    const primary = openDb({ connection, max, onError, serving, worker })
    const replicaUrl = config.databaseReadUrl
    // Nothing is connected here: a shop starts also while its replica is away.
    const db =
      replicaUrl !== undefined && serving && !worker
        ? withReplica(primary, () => openReplicaPool(replicaUrl), log)
        : primary
    const { host, pathname } = new URL(config.databaseUrl)
    const place = `${host}${pathname}`
    try {
      await proveConnection(db, place)
    } catch (error) {
      await db.close()
      throw error
    }
    return {
      db,
      connection,
      url: config.databaseUrl,
      place,
      dataDir: config.dataDir,
      stop: () => db.close(),
    }
  }
  const embedded = await startEmbeddedDatabase({
    dataDir: path.join(config.dataDir, 'postgres'),
    log: (line) => log.debug({ line }, 'postgres'),
  })
  const { connection, dataDir } = embedded
  const db = openDb({ connection, ensure: () => embedded.ensure(), max, onError, serving, worker })
  return {
    db,
    connection,
    url: urlOf(connection),
    place: dataDir,
    dataDir,
    stop: async () => {
      await db.close()
      await embedded.stop()
    },
  }
}

/** The embedded server listens on a socket in a folder. */
function urlOf({ user, database, host, port }: EmbeddedDatabase['connection']): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
