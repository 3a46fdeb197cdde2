/**
 * Runs jobs and timers in a process beside the one that answers requests, so that mails, parcels and documents take no
 * processor time from buyers (decision 25). The process ends with this one, however that ends, and is started again whenever it
 * ends by itself.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { requireMetricsPort } from '../platform/observe/metrics-server.ts'
import type { CompleteConfig } from './open-providers.ts'

/** The settings of the process; sent by message and not as arguments, which every user of the machine can read. */
export interface WorkerTask {
  config: CompleteConfig
}

/** How often the worker sends a heartbeat to its parent, in milliseconds. */
export const heartbeatMs = 5_000
/** A worker that misses so many heartbeats in a row, for a minute, counts as hanging and is killed. */
const maxMissedHeartbeats = 12

const script = fileURLToPath(new URL('./worker-process.ts', import.meta.url))
const firstPauseMs = 1_000
const longestPauseMs = 30_000
/** Jobs that have begun get this time to end: a little less than the step of the shutdown that waits for it. */
const endMs = 7_500

/**
 * Returns how to end it. `databaseUrl` is the one of the shop, also where the database is embedded. Throws StartError where the
 * port of the worker's metrics, METRICS_PORT + 1, is in use: the worker would end at each start.
 */
export async function startOwnWorker(
  config: CompleteConfig,
  databaseUrl: string,
  log: Logger,
): Promise<() => Promise<void>> {
  // With port 0 the system chooses one for each process.
  const metrics = config.metrics && {
    ...config.metrics,
    port: config.metrics.port && config.metrics.port + 1,
  }
  if (metrics) await requireMetricsPort(metrics)
  const task: WorkerTask = {
    config: {
      ...config,
      role: 'worker',
      databaseUrl,
      // For probes only, which call the process that answers requests.
      host: '127.0.0.1',
      port: 0,
      // The shop drains first, and only then sends the message to end.
      drainSeconds: 0,
      metrics,
    },
  }
  let child: ChildProcess | undefined
  let stopping = false
  let pauseMs = firstPauseMs

  function start(): void {
    if (stopping) return
    const began = performance.now()
    let isOver = false
    const startAgain = (facts: object) => {
      if (isOver || stopping) return
      isOver = true
      child = undefined
      pauseMs =
        performance.now() - began > longestPauseMs ? firstPauseMs : Math.min(longestPauseMs, pauseMs * 2)
      log.error({ ...facts, againInMs: pauseMs }, 'worker process ended, it is started again')
      setTimeout(start, pauseMs)
    }
    try {
      const own = fork(script, { serialization: 'advanced' })
      child = own
      const watch = endWhenHung(own, log)
      own.once('exit', (code, signal) => {
        clearInterval(watch)
        startAgain({ code, signal })
      })
      // Without memory, processes or files for another process there is an error, or an exception, and no exit.
      own.on('error', (error) => {
        if (own.pid !== undefined) return log.error({ err: error }, 'worker process not reached')
        clearInterval(watch)
        startAgain({ err: error })
      })
      if (own.pid !== undefined) own.send(task)
    } catch (error) {
      startAgain({ err: error })
    }
  }
  start()
  return async () => {
    stopping = true
    const last = child
    if (!last) return
    // Not `once` of node:events, which an error would reject.
    const ended = new Promise((resolve) => last.once('exit', resolve))
    if (last.connected) last.disconnect()
    await Promise.race([ended, sleep(endMs, undefined, { ref: false })])
    last.kill('SIGKILL')
    await ended
  }
}

/**
 * Kills a worker that has sent no heartbeat for a minute. It counts missed heartbeats and does not compare times: a parent that
 * was frozen itself runs this timer once before it reads the heartbeats that have arrived meanwhile.
 */
function endWhenHung(worker: ChildProcess, log: Logger): NodeJS.Timeout {
  let missed = 0
  worker.on('message', () => (missed = 0))
  return setInterval(() => {
    missed += 1
    if (missed < maxMissedHeartbeats) return
    log.error({ workerPid: worker.pid }, 'worker process sends no heartbeat, it is ended')
    worker.kill('SIGKILL')
  }, heartbeatMs).unref()
}
