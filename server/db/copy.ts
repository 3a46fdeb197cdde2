/** COPY in both directions: rows as PostgreSQL writes them itself, streamed, on a connection of their own. */
import type { Readable, Writable } from 'node:stream'
import pg from 'pg'

export interface CopySession {
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** Runs `COPY … TO STDOUT`, writes what comes and answers how many rows the server says it sent. */
  copyOut(statement: string, sink: Writable): Promise<number>
  /** Runs `COPY … FROM STDIN` with what `source` gives. */
  copyIn(statement: string, source: Readable): Promise<number>
  end(): Promise<void>
}

/** What a statement needs of the connection, beyond the driver's published types. */
interface Wire {
  query(text: string): void
  stream: { pause(): void; resume(): void; writableLength: number; once(event: 'drain', f: () => void): void }
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(words: string): void
}

const enoughBytes = 1024 * 1024

export async function openCopySession(connection: pg.ClientConfig): Promise<CopySession> {
  const client = new pg.Client({ ...connection, keepAlive: true })
  client.on('error', () => {}) // a lost connection fails the statement under way, which says so
  await client.connect()

  /** One simple statement whose copy messages `part` handles. */
  function run(statement: string, part: object): Promise<number> {
    return new Promise((resolve, reject) => {
      let failed: Error | undefined
      let rows = 0
      const submittable = {
        submit(wire: Wire) {
          wire.query(statement)
        },
        handleError(error: Error, wire?: Wire) {
          wire?.stream.resume()
          failed = error
          reject(error)
        },
        handleReadyForQuery(wire: Wire) {
          // A sink that was ended says no more that it has room.
          wire.stream.resume()
          if (!failed) resolve(rows)
        },
        handleCommandComplete({ text }: { text: string }) {
          rows = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0)
        },
        handleRowDescription() {},
        handleDataRow() {},
        handlePortalSuspended() {},
        handleEmptyQuery() {},
        ...part,
      }
      client.query(submittable as unknown as pg.Submittable)
    })
  }

  return {
    async query<Row extends object>(text: string, values?: unknown[]) {
      return (await client.query<Row>(text, values)).rows
    },
    copyOut(statement, sink) {
      let paused: Wire['stream'] | undefined
      const goOn = () => {
        paused?.resume()
        paused = undefined
      }
      return run(statement, {
        handleCopyData({ chunk }: { chunk: Buffer }, wire: Wire) {
          // The driver reads the next bytes into the same memory.
          if (sink.write(Buffer.from(chunk)) || paused) return
          // Rows that have been read already come all the same.
          paused = wire.stream
          paused.pause()
          sink.once('drain', goOn)
        },
      })
    },
    copyIn: (statement, source) =>
      run(statement, {
        handleCopyInResponse(wire: Wire) {
          void feed(source, wire)
        },
      }),
    end: () => client.end(),
  }
}

async function feed(source: Readable, wire: Wire): Promise<void> {
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      wire.sendCopyFromChunk(chunk)
      if (wire.stream.writableLength > enoughBytes)
        await new Promise<void>((resolve) => wire.stream.once('drain', resolve))
    }
    wire.endCopyFrom()
  } catch (error) {
    wire.sendCopyFail((error as Error).message)
  }
}
