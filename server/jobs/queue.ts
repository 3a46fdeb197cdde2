/** The job queue (pg-boss on the shop's own database): a job commits with its cause. */
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Db, Tx } from '../db/client.ts'
import { asWorkload } from '../db/workload.ts'
import { counter } from '../observe/meters.ts'
import { traced } from '../observe/trace.ts'

/** Every kind of job and what it carries. `sealed` is encrypted: the queue's tables hold no code and no address in clear. */
export interface JobPayloads {
  'send-mail': { sealed: string }
  'refund-payment': { refundId: string }
  'refresh-seller-search': { sellerId: string }
  'book-parcel': { orderId: string }
}
export type JobName = keyof JobPayloads

export interface Jobs {
  /** Writes a job in the caller's transaction: it exists if and only if the cause does. */
  send<Name extends JobName>(tx: Tx, name: Name, payload: JobPayloads[Name]): Promise<void>
  /** Gives a failed job one more try, now; false for one that has not failed. */
  retry(tx: Tx, name: JobName, id: string): Promise<boolean>
  /** Begins to work jobs; `handlers` are safe to run twice. */
  work(handlers: { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> }): Promise<void>
  /** Takes no new job and waits for those under way; jobs may still be sent. */
  rest(): Promise<void>
  stop(): Promise<void>
}

const worked = counter('hariyali_jobs_worked_total', 'Tries of jobs by how they ended.', ['queue', 'outcome'])

const retries = {
  // A mail server that is down for an afternoon must not cost a mail; a refund is never given up within a day.
  'send-mail': {
    retryLimit: 12,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 1_800,
    expireInSeconds: 120,
  },
  'refund-payment': {
    retryLimit: 60,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 1_800,
    expireInSeconds: 120,
  },
  'refresh-seller-search': {
    retryLimit: 10,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: 600,
  },
  // Only the first try: what the courier does not take at once is gone on with by the sweep of parcels.
  'book-parcel': {
    retryLimit: 3,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 240,
  },
} as const satisfies Record<JobName, object>
export const jobNames = Object.keys(retries) as JobName[]

/** Creates the queue's tables where they are missing and makes the queues. Work begins with `work`. */
export async function openJobs(db: Db, log: Logger): Promise<Jobs> {
  const executeSql = (text: string, values?: unknown[]) =>
    asWorkload('background', () => db.execute(text, values))
  const boss = new PgBoss({ db: { executeSql } })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  await boss.start()
  for (const name of jobNames) await boss.createQueue(name, retries[name])
  return {
    async send(tx, name, payload) {
      await boss.send(name, payload, { db: { executeSql: (text, values) => tx.execute(text, values) } })
    },
    async retry(tx, name, id) {
      // Its types leave out what it answers.
      const done: { affected?: number } = await boss.retry(name, id, {
        db: { executeSql: (text, values) => tx.execute(text, values) },
      })
      return (done.affected ?? 0) > 0
    },
    async work(handlers) {
      for (const name of jobNames) {
        const handle = handlers[name] as (payload: unknown) => Promise<void>
        await boss.work(name, { pollingIntervalSeconds: 0.5, localConcurrency: 2 }, async ([job]) => {
          if (!job) return
          try {
            await asWorkload('background', () => traced(`job ${name}`, () => handle(job.data)))
            worked.add(1, name, 'done')
          } catch (error) {
            worked.add(1, name, 'failed')
            log.warn({ err: error, job: name, jobId: job.id }, 'job failed, it will be tried again')
            throw error
          }
        })
      }
    },
    async rest() {
      await Promise.all(jobNames.map((name) => boss.offWork(name, { wait: true })))
    },
    stop: () => boss.stop({ graceful: true, timeout: 2_000 }),
  }
}
