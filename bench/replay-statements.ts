/** A process that sends recorded statements to PostgreSQL and does nothing else: what the shop is compared with. */
import pg from 'pg'
import type { RecordedStatement } from './record-statements.ts'

export interface ReplayTask {
  connection: pg.ClientConfig
  /** Statements that run one after the other, each list beside the others. */
  streams: RecordedStatement[][]
  /** So many milliseconds, again and again; without it once. */
  forMs?: number
}

export interface Replayed {
  ms: number
  statements: number
  /** Those that PostgreSQL refused, by the reason. */
  failed: Record<string, number>
}

/** Of each stream: the connections that the shop had open for it. They stay for the next task. */
const open: Map<number, Promise<pg.Client>>[] = []

async function replay({ connection, streams, forMs }: ReplayTask): Promise<Replayed> {
  const failed: Record<string, number> = {}
  let statements = 0
  const began = performance.now()
  const isOver = () => forMs !== undefined && performance.now() - began >= forMs
  await Promise.all(
    streams.map(async (stream, number) => {
      const clients = (open[number] ??= new Map())
      const clientOf = (on: number) => {
        const known = clients.get(on)
        if (known) return known
        // A job that was worked between two transactions may not be here, and one of them then waits for the other.
        const options = '-c lock_timeout=300'
        const client = new pg.Client({ ...connection, options, pipeline: true } as pg.ClientConfig)
        const connected = client.connect().then(() => client)
        clients.set(on, connected)
        return connected
      }
      do {
        let last: Promise<unknown> = Promise.resolve()
        for (const { on, joined, ...statement } of stream) {
          if (isOver()) break
          const client = await clientOf(on)
          if (!joined) await last
          statements += 1
          last = client.query(statement).catch((error: Error) => {
            failed[error.message] = (failed[error.message] ?? 0) + 1
          })
        }
        await last
      } while (forMs !== undefined && !isOver())
    }),
  )
  return { ms: performance.now() - began, statements, failed }
}

process.on('message', (task: ReplayTask) => void replay(task).then((done) => process.send?.(done)))
process.on('disconnect', () => process.exit(0))
