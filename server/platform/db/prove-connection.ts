/** Whether there is a database that the shop can work with. */
import { StartError } from '../config/config.ts'
import { type Db, singleRow } from './client.ts'
import { codeOf } from './connection-errors.ts'

/** Checks that the database answers and is new enough. Throws StartError in words for the person who starts the shop. */
export async function proveConnection(db: Db, where: string): Promise<void> {
  try {
    const rows = (await db.execute('show server_version_num')).rows as { server_version_num: string }[]
    const version = Number(singleRow(rows).server_version_num)
    if (version < 150_000)
      throw new StartError(`The database at ${where} is too old: PostgreSQL 15 or newer is needed.`)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `Cannot open the database at ${where}: ${(error as Error).message || codeOf(error)}.`,
    )
  }
}
