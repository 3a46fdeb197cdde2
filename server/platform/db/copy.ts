/** COPY in both directions: rows as PostgreSQL writes them itself, streamed, on a connection of their own. */
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

export interface CopySession {
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** Runs `COPY … TO STDOUT` into `sink`, ends it, and returns how many rows the server says it sent. */
  copyOut(statement: string, sink: Writable): Promise<number>
  /** Runs `COPY … FROM STDIN` with what `source` gives and returns how many rows the server says it took. */
  copyIn(statement: string, source: Readable): Promise<number>
  end(): Promise<void>
}

/** Opens a connection that has none of the pool's limits: a large table may take longer than they allow. */
export async function openCopySession(connection: pg.ClientConfig): Promise<CopySession> {
  const client = new pg.Client({ ...connection, keepAlive: true })
  // A connection that is lost also fails the statement under way. Without a listener the process would end first.
  client.on('error', () => {})
  await client.connect()
  return {
    async query<Row extends object>(text: string, values?: unknown[]) {
      return (await client.query<Row>(text, values)).rows
    },
    async copyOut(statement, sink) {
      const rows = client.query(copyTo(statement))
      await pipeline(rows, sink)
      // The number comes after the last row, perhaps in another packet. The next statement begins after it.
      await client.query('select')
      return rows.rowCount
    },
    async copyIn(statement, source) {
      const rows = client.query(copyFrom(statement))
      await pipeline(source, rows)
      return rows.rowCount
    },
    end: () => client.end(),
  }
}
