/**
 * Load generator in a worker thread, so that the latencies measured by the main thread are those of the shop only.
 * Autocannon is not suitable: with a rate it sends a burst on each connection at the start of each second and then pauses.
 */
import { Agent, get, type IncomingMessage } from 'node:http'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

export interface FloodOptions {
  url: string
  /** Requested in turn. */
  paths: readonly string[]
  seconds: number
  /** Warm-up seconds that are not counted: connections are opened and this thread's code is optimised. */
  warmUp?: number
  connections: number
  /** Open-loop rate: requests per second with exponential gaps, regardless of replies. Without it the loop is closed. */
  rate?: number
}

export interface Flood {
  /** Latencies in milliseconds from the time when the request was due. */
  accepted: number[]
  refused: number[]
  seconds: number
  /** Connection errors and unexpected statuses. */
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

async function generateLoad({
  url,
  paths,
  seconds,
  warmUp = 2,
  connections,
  rate,
}: FloodOptions): Promise<Flood> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const accepted: number[] = []
  const refused: number[] = []
  let failed = 0
  let withRetryAfter = 0
  let turn = 0

  const note = ({ statusCode, headers }: IncomingMessage, took: number): void => {
    if (statusCode === 200) accepted.push(took)
    else if (statusCode === 503) refused.push(took)
    else failed += 1
    if (statusCode === 503 && headers['retry-after'] !== undefined) withRetryAfter += 1
  }
  const ask = (due: number): Promise<void> =>
    new Promise((resolve) => {
      const fail = () => {
        failed += 1
        resolve()
      }
      turn = (turn + 1) % paths.length
      get(url + (paths[turn] ?? ''), { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
        response.resume()
        response.once('error', fail)
        response.once('end', () => {
          if (due >= counted) note(response, performance.now() - due)
          resolve()
        })
      }).once('error', fail)
    })

  const began = performance.now()
  const counted = began + warmUp * 1_000
  const end = counted + seconds * 1_000
  const running: Promise<void>[] = []
  if (rate === undefined) {
    const keepAsking = async () => {
      while (performance.now() < end) await ask(performance.now())
    }
    for (let i = 0; i < connections; i += 1) running.push(keepAsking())
  } else
    for (let due = began; due < end; due += (-Math.log(1 - Math.random()) / rate) * 1_000) {
      while (due > performance.now()) await new Promise((resolve) => setTimeout(resolve, 1))
      running.push(ask(due))
    }
  await Promise.all(running)
  agent.destroy()
  return { accepted, refused, seconds: (performance.now() - counted) / 1_000, failed, withRetryAfter }
}

if (!isMainThread) parentPort?.postMessage(await generateLoad(workerData as FloodOptions))
