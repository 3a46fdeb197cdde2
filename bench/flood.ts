/** Many requests at once, from a thread of its own: who else asks meanwhile must not wait for the one that asks most. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import autocannon from 'autocannon'

export interface FloodOptions {
  url: string
  /** Asked in turns. */
  paths: readonly string[]
  seconds: number
  connections: number
  /** Requests a second, whatever is answered; without it as fast as the connections get answers. */
  rate?: number
}

export interface Share {
  count: number
  perSecond: number
  p50: number
  p99: number
  max: number
}

export interface Flood {
  accepted: Share
  refused: Share
  /** Cut, without an answer, or any other status. */
  failed: number
  withRetryAfter: number
}

export function flood(options: FloodOptions): Promise<Flood> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: options })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

async function ask({ url, paths, seconds, connections, rate }: FloodOptions): Promise<Flood> {
  const accepted: number[] = []
  const refused: number[] = []
  let failed = 0
  let withRetryAfter = 0
  const began = performance.now()
  await new Promise<void>((resolve, reject) => {
    const run = autocannon(
      {
        url,
        connections,
        duration: seconds,
        timeout: 30,
        ...(rate !== undefined && { overallRate: rate }),
        requests: paths.map((path) => ({
          path,
          headers: { 'accept-encoding': 'br' },
          onResponse(status: number, _body: string, _context: object, headers: object = {}) {
            if (status === 503 && Object.keys(headers).some((name) => name.toLowerCase() === 'retry-after'))
              withRetryAfter += 1
          },
        })),
      },
      (error: Error | null) => (error ? reject(error) : resolve()),
    )
    void run.on('response', (_client: unknown, status: number, _bytes: number, ms: number) => {
      if (status === 200) accepted.push(ms)
      else if (status === 503) refused.push(ms)
      else failed += 1
    })
    void run.on('reqError', () => (failed += 1))
  })
  const took = (performance.now() - began) / 1_000
  return { accepted: shareOf(accepted, took), refused: shareOf(refused, took), failed, withRetryAfter }
}

function shareOf(times: number[], seconds: number): Share {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return { count: sorted.length, perSecond: sorted.length / seconds, p50: at(0.5), p99: at(0.99), max: at(1) }
}

if (!isMainThread) parentPort?.postMessage(await ask(workerData as FloodOptions))
