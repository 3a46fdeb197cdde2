/** The job queue: pg-boss on the shop's own database, so that a job is committed in the transaction of its cause. */
import { type JobResult, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { requireDeclared } from '../caller.ts'
import type { Db, Tx } from '../db/client.ts'
import { sql } from '../db/sql.ts'
import { maskError } from '../observe/mask.ts'
import type { CourierWebhook } from '../providers/courier/provider.ts'
import { runAsWorkload } from '../db/workload.ts'
import { counter } from '../observe/meters.ts'
import { traced } from '../observe/trace.ts'
import { costOf, jobNames, retries } from './retries.ts'
import { queuesWithDueJobs, replaceWaiting } from './stored-jobs.ts'

/** Every kind of job and its payload. `sealed` is encrypted: the queue's tables hold no code and no address in clear. */
export interface JobPayloads {
  /** Codes and receipts: somebody waits for them, so no number of notices is before them. */
  'send-mail': { sealed: string }
  'send-notice': { sealed: string }
  'refund-payment': { refundId: string }
  /** The order and payment of an event. The handler asks the provider for the facts. */
  'payment-webhook': { event: string; providerOrderId: string | null; providerPaymentId: string | null }
  /** Pieces of this purchase with a coupon went back. */
  'give-coupon-back': { checkoutId: string }
  'flag-orders-in-doubt': { checkoutId: string; words: string }
  'import-products': { importId: string }
  'refresh-seller-search': { sellerId: string }
  'refresh-attribute-search': { attributeId: number }
  /** A sale begins or ends at this time. */
  'change-prices': { at: string }
  /** Scheduled listings come on sale at this time. */
  'offer-listings': { at: string }
  /** Holidays of sellers end at this time. */
  'end-holidays': { at: string }
  /** A section or slide of the home page begins or ends at this time. */
  'change-home-page': { at: string }
  /** The order is named for the administrator's list of failed jobs. */
  'continue-shipment': { shipmentId: string; orderId: string }
  'make-document': { documentId: string }
  'remove-picture': { key: string }
  'settle-sellers': { runId: string }
  'send-payout': { payoutId: string }
  /** A webhook told of this transfer. */
  'check-transfer': { transferId: string }
  /** A webhook told of this dispute. */
  'check-dispute': { disputeId: string }
  /** A webhook told of this settlement to the bank. */
  'check-provider-settlement': { settlementId: string }
  /** It is lost. */
  'charge-back': { disputeId: string }
  'reconcile-hold': { holdId: string }
  /** Webhooks that arrived while the shop was held. */
  'courier-webhook': Omit<CourierWebhook, 'events'> & {
    events: (Omit<CourierWebhook['events'][number], 'at'> & { at: string })[]
  }
}
export type JobName = keyof JobPayloads

export interface Jobs {
  /**
   * Writes a job in the caller's transaction: it exists if and only if the cause does. With `debounce` the job runs after that
   * many seconds, once for all jobs with the same key within them: it runs after each of their causes. With `firstAtOnce` the
   * first of them runs now, and one more after the seconds, with the payload of the last, if there were others. With `at` it runs
   * then.
   */
  send<Name extends JobName>(
    tx: Tx,
    name: Name,
    payload: JobPayloads[Name],
    when?: Debounce | { at: Date },
  ): Promise<void>
  /** Retries a failed job once, now; false for one that has not failed. */
  retry(tx: Tx, name: JobName, id: string): Promise<boolean>
  /** Makes jobs of these kinds that were sent for later due now. */
  hasten(tx: Tx, names: readonly JobName[]): Promise<void>
  /** Starts to process jobs. A job may run twice: `handlers` must be idempotent. */
  work(handlers: { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> }): Promise<void>
  /** Takes no new job and waits for the active ones; jobs can still be sent. */
  rest(): Promise<void>
  stop(): Promise<void>
}

interface Debounce {
  key: string
  /** Whole seconds; 0 sends each job, at once. */
  seconds: number
  firstAtOnce?: true
}

const worked = counter('hariyali_jobs_worked_total', 'Tries of jobs by how they ended.', ['queue', 'outcome'])

/** Queues of earlier versions: the timer of shipments does what was left in them. */
const retiredQueues = [
  'book-parcel',
  'cancel-parcel',
  'book-return-pickup',
  'cancel-return-pickup',
  'book-replacement',
  'cancel-replacement',
]

/** Thrown by a handler when no retry can succeed: the job fails at once, as after its last try. */
export class JobRefused extends Error {}

/** Creates the queue's tables where they are missing, and the queues. Jobs are worked after `work` is called. */
export async function openJobs(
  db: Db,
  log: Logger,
  { role = 'all' }: { role?: 'all' | 'web' | 'worker' } = {},
): Promise<Jobs> {
  const executeSql = (text: string, values?: unknown[]) =>
    runAsWorkload('background', () => db.execute(text, values))
  // The queue's upkeep is work as well.
  const boss = new PgBoss({ db: { executeSql }, supervise: role !== 'web' })
  const report = logAtIntervals(log)
  boss.on('error', report)
  await boss.start()
  await Promise.all(
    jobNames.map(async (name) => {
      await boss.createQueue(name, retries[name])
      // It may exist with the limits of an earlier version.
      await boss.updateQueue(name, retries[name])
    }),
  )
  await db.query(sql`delete from pgboss.job where name = any(${retiredQueues}::text[])`)
  await renewWaiting(db)
  const alarms = new Map<JobName, Alarm>()
  let looks: NodeJS.Timeout | undefined
  // What no `send` of this node announces: retries, whose delays start at two seconds, and the jobs of other nodes.
  let looking = false
  async function lookForDueJobs(): Promise<void> {
    if (looking) return
    looking = true
    try {
      const names = await runAsWorkload('background', () => queuesWithDueJobs(db, jobNames))
      for (const name of names) alarms.get(name)?.due()
    } catch (error) {
      report(error as Error)
    } finally {
      looking = false
    }
  }
  return {
    async send(tx, name, payload, when) {
      const [at, debounce] = when && 'at' in when ? [when.at, undefined] : [undefined, when]
      const cost = costOf[name]
      if (cost) requireDeclared(cost)
      const inTransaction = {
        db: { executeSql: (text: string, values?: unknown[]) => tx.execute(text, values) },
      }
      const bundled = debounce !== undefined && debounce.seconds > 0
      const id = await boss.send(name, payload, {
        ...inTransaction,
        ...(at && { startAfter: at }),
        // Of one slot of so many seconds the queue keeps the first job of a key. The job begins at the end of its slot, or at
        // once: then the second one is put into the next slot, and begins with it.
        ...(bundled && {
          singletonKey: debounce.key,
          singletonSeconds: debounce.seconds,
          ...(debounce.firstAtOnce ? { singletonNextSlot: true } : { startAfter: debounce.seconds }),
        }),
      })
      if (at || (bundled && !debounce.firstAtOnce)) return
      // Both slots are taken. A job of the next one that has begun already is no place for a newer payload.
      if (bundled && id === null && !(await replaceWaiting(tx, name, debounce.key, payload)))
        await boss.send(name, payload, inTransaction)
      // A worker of this node need not wait for its next look at the queue; those of other nodes find the job by polling.
      tx.afterCommit(() => alarms.get(name)?.sent())
    },
    async retry(tx, name, id) {
      // Its types leave out the number of jobs that it returns.
      const done: { affected?: number } = await boss.retry(name, id, {
        db: { executeSql: (text, values) => tx.execute(text, values) },
      })
      if ((done.affected ?? 0) === 0) return false
      // A retry by hand runs now, also where the job was due later, and the job is not deleted for its age before that.
      await tx.query(sql`
        update pgboss.job set start_after = least(start_after, now()),
          keep_until = greatest(keep_until, now() + deletion_seconds * interval '1 second')
        where name = ${name} and id = ${id}`)
      return true
    },
    async hasten(tx, names) {
      await tx.query(sql`
        update pgboss.job set start_after = now()
        where name = any(${names}::text[]) and state = 'created' and start_after > now()`)
    },
    async work(handlers) {
      // Two workers of each queue would ask forty times for what one statement answers: they rarely ask by themselves.
      const options = { pollingIntervalSeconds: 60, perJobResults: true } as const
      for (const name of jobNames) {
        const handle = handlers[name] as (payload: unknown) => Promise<void>
        const busy = new Set<number>()
        const handleJob = async (
          worker: number,
          [job]: { id: string; data: object }[],
        ): Promise<JobResult[]> => {
          if (!job) return []
          busy.add(worker)
          alarms.get(name)?.found()
          try {
            await runAsWorkload('background', () => traced(`job ${name}`, () => handle(job.data)))
            worked.inc({ queue: name, outcome: 'done' })
            return [{ id: job.id, status: 'completed' }]
          } catch (error) {
            worked.inc({ queue: name, outcome: 'failed' })
            const fields = { err: error, job: name, jobId: job.id }
            // The queue stores every field of the error that it is given, in clear.
            const { type, message, stack } = maskError(
              error instanceof Error ? error : new Error(String(error)),
            )
            if (!(error instanceof JobRefused)) {
              log.warn(fields, 'job failed, it will be tried again')
              throw Object.assign(new Error(message), { name: type, stack })
            }
            log.error(fields, 'job failed for good')
            return [{ id: job.id, status: 'deadletter', output: { message } }]
          } finally {
            busy.delete(worker)
          }
        }
        // Two single workers and not one with two at a time, of which only the first could be notified of a job.
        const workers = [
          await boss.work<object>(name, options, (jobs) => handleJob(0, jobs)),
          await boss.work<object>(name, options, (jobs) => handleJob(1, jobs)),
        ]
        // A busy worker polls again when its job is done; the other one need not wait for that.
        const wake = (turn: number) => {
          const first = turn % workers.length
          const idle = busy.has(first) ? (first + 1) % workers.length : first
          boss.notifyWorker(workers[idle] ?? '')
        }
        alarms.set(name, openAlarm(wake))
      }
      // More often in a worker's process: no `send` of its own announces anything.
      looks = setInterval(() => void lookForDueJobs(), role === 'worker' ? 1_000 : 2_000)
    },
    async rest() {
      clearInterval(looks)
      alarms.clear()
      await Promise.all(jobNames.map((name) => boss.offWork(name, { wait: true })))
    },
    stop: () => boss.stop({ graceful: true, timeout: 2_000 }),
  }
}

/** Tells the workers of one queue when to look for a job before their next poll. */
interface Alarm {
  /** A job was sent by this node. */
  sent(): void
  /** A worker got a job. */
  found(): void
  /** A job waits whose time has come. */
  due(): void
}

/**
 * One poll of the queue for each job that this node sent: an empty poll costs as much as one that finds a job. A job without a
 * notification was sent by another node or is a retry, and more may follow it, so a burst does not wait for the next poll.
 */
function openAlarm(wake: (turn: number) => void): Alarm {
  let turn = 0
  let announced = 0
  return {
    sent() {
      announced += 1
      wake((turn += 1))
    },
    found() {
      const wasAnnounced = announced > 0
      if (wasAnnounced) announced -= 1
      if (!wasAnnounced || announced > 0) wake((turn += 1))
    },
    due() {
      wake((turn += 1))
    },
  }
}

/** While the database is away every worker fails every second: one line a second is enough. */
function logAtIntervals(log: Logger): (error: Error) => void {
  let saidAt = Number.NEGATIVE_INFINITY
  return (error) => {
    if (performance.now() - saidAt < 1_000) return
    saidAt = performance.now()
    log.error({ err: error }, 'job queue failed')
  }
}

/** A job carries the limits with which it was sent: unfinished jobs of an earlier version get the present limits. */
async function renewWaiting(db: Db): Promise<void> {
  await db.query(sql`
    update pgboss.job j set retry_limit = greatest(j.retry_limit, q.retry_limit), deletion_seconds = q.deletion_seconds,
      keep_until = greatest(j.keep_until, j.start_after + q.retention_seconds * interval '1 second')
    from pgboss.queue q
    where q.name = j.name and j.name = any(${jobNames}::text[]) and j.state in ('created', 'retry', 'failed')
      and (j.deletion_seconds <> q.deletion_seconds or (j.state <> 'failed' and j.retry_limit < q.retry_limit))`)
}
