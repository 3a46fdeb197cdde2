/** The gauges of /metrics: of this process, and of the database that all nodes share. They are read at each request. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { countWaitingComplaints } from '../fulfilment/complaints/watch-clocks.ts'
import { isHeld } from '../platform/hold/held.ts'
import { jobNames } from '../platform/jobs/retries.ts'
import type { Shop } from '../platform/shop.ts'
import { timerAges } from '../platform/timers/list-timers.ts'
import type { Gauge } from '../platform/observe/meters.ts'
import { countBrokenInvariants, readWaitingJobs, readWaitingWork } from './gauge-queries.ts'

/** Prometheus waits 10 s for the whole response. Without a shorter limit a shop whose database hangs would count as down. */
const databaseTimeoutMs = 3_000

const states = ['created', 'retry', 'active', 'failed'] as const

export interface GaugeSource {
  shop: Pick<Shop, 'db' | 'log'>
  /** The gauges of caches, limits and circuit breakers of this process. */
  parts: () => Gauge[]
}

/** Starts to watch the event loop. `read` returns all gauges, those of the database only while it responds. */
export function openGauges({ shop, parts }: GaugeSource): { read(): Promise<Gauge[]>; stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  return {
    async read() {
      const own = [...ofProcess(delay), ...ofPool(shop.db.pool()), ...parts()]
      delay.reset()
      return [...own, ...(await ofDatabase(shop))]
    },
    stop: () => void delay.disable(),
  }
}

function ofProcess(delay: ReturnType<typeof monitorEventLoopDelay>): Gauge[] {
  const help = 'How late timers of this process ran since the last asking.'
  const late = (quantile: string, nanoseconds: number): Gauge => ({
    name: 'hariyali_event_loop_delay_seconds',
    help,
    labels: { quantile },
    // NaN while nothing has been measured yet.
    value: Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - 0.01) : 0,
  })
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    late('0.5', delay.percentile(50)),
    late('0.99', delay.percentile(99)),
    late('1', delay.max),
    { name: 'process_resident_memory_bytes', help: 'Memory of this process.', value: rss },
    { name: 'hariyali_heap_used_bytes', help: "JavaScript's part of the memory.", value: heapUsed },
    {
      name: 'process_cpu_seconds_total',
      help: 'Processor time of this process.',
      type: 'counter',
      value: (user + system) / 1e6,
    },
    {
      name: 'process_start_time_seconds',
      help: 'When this process began.',
      value: performance.timeOrigin / 1e3,
    },
  ]
}

function ofPool({ open, idle, waiting, max }: ReturnType<Shop['db']['pool']>): Gauge[] {
  const name = 'hariyali_pool_connections'
  const help = 'Connections of this process to the database.'
  return [
    { name, help, labels: { state: 'busy' }, value: open - idle },
    { name, help, labels: { state: 'idle' }, value: idle },
    { name, help, labels: { state: 'most' }, value: max },
    { name: 'hariyali_pool_waiting', help: 'Statements that wait for a connection.', value: waiting },
  ]
}

async function ofDatabase({ db, log }: GaugeSource['shop']): Promise<Gauge[]> {
  const up = (value: number): Gauge => ({
    name: 'hariyali_database_up',
    help: '1 while the database answers this process.',
    value,
  })
  try {
    const [found, work, broken, timers, held, complaints] = await withinTimeout(
      Promise.all([
        readWaitingJobs(db),
        readWaitingWork(db),
        countBrokenInvariants(db),
        timerAges(db),
        isHeld(db),
        countWaitingComplaints({ db }),
      ]),
    )
    // Queues without jobs report zeros: an alert on a missing row would never fire.
    const jobs = jobNames.flatMap((name) =>
      states.map(
        (state) =>
          found.find((row) => row.name === name && row.state === state) ?? {
            name,
            state,
            count: 0,
            oldestSeconds: 0,
          },
      ),
    )
    const gauge = (name: string, help: string, value: number): Gauge => ({
      name: `hariyali_${name}`,
      help,
      value,
    })
    return [
      up(1),
      ...jobs.map(({ name, state, count }) => ({
        ...gauge('jobs', 'Jobs of the queue.', count),
        labels: { queue: name, state },
      })),
      ...jobs.map(({ name, state, oldestSeconds }) => ({
        ...gauge('job_oldest_seconds', 'How long the oldest job of its kind is due.', oldestSeconds),
        labels: { queue: name, state },
      })),
      gauge(
        'shop_held',
        '1 while the shop is held: it sells, pays, refunds and invoices nothing.',
        Number(held),
      ),
      gauge('holds_open', 'Unpaid checkouts that hold stock.', work.holdsOpen),
      gauge('holds_overdue', 'Holds three minutes past their end.', work.holdsOverdue),
      gauge('refunds_waiting', 'Refunds that the provider has not finished.', work.refundsWaiting),
      gauge('refunds_oldest_seconds', 'How long the oldest of them waits.', work.refundsOldestSeconds),
      gauge('refunds_failed', 'Refunds that the provider refused.', work.refundsFailed),
      gauge('parcels_waiting', 'Orders whose parcel is not booked yet.', work.parcelsWaiting),
      gauge('parcels_overdue', 'Parcels not looked at ten minutes after they should.', work.parcelsOverdue),
      gauge('parcels_need_attention', 'Parcels that a person has to look at.', work.parcelsNeedAttention),
      gauge(
        'replacements_waiting',
        'Replacements that are held and that no courier has.',
        work.replacementsWaiting,
      ),
      gauge(
        'returns_overdue',
        'Returns and replacements not looked at ten minutes after they should.',
        work.returnsOverdue,
      ),
      gauge('disputes_open', 'Payments that a bank disputes.', work.disputesOpen),
      gauge(
        'disputes_due_soon',
        'Disputes that need an answer within 48 hours, missed ones included.',
        work.disputesDueSoon,
      ),
      gauge(
        'provider_balance_differs',
        "1 while the payment provider's balance is not the ledger's.",
        work.providerDiffers,
      ),
      gauge('complaints_open', 'Complaints that are not solved.', complaints.open),
      gauge(
        'complaints_due_soon',
        'Complaints whose clock ends within 24 hours, late ones included.',
        complaints.dueSoon,
      ),
      gauge('complaints_late', 'Complaints whose clock is over.', complaints.late),
      ...broken.map(({ view, invariant, rows }) => ({
        ...gauge('invariant_broken', 'Rows that contradict an invariant of money and stock.', rows),
        labels: { view, invariant },
      })),
      ...timers.map(({ name, ageSeconds }) => ({
        ...gauge('timer_success_age_seconds', 'How long ago the newest turn came that is done.', ageSeconds),
        labels: { timer: name },
      })),
      ...timers.map(({ name, periodSeconds }) => ({
        ...gauge('timer_period_seconds', 'How far apart the turns of a timer are.', periodSeconds),
        labels: { timer: name },
      })),
    ]
  } catch (error) {
    log.warn({ err: error }, 'metrics of the database')
    return [up(0)]
  }
}

function withinTimeout<T>(answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Error(`No answer within ${databaseTimeoutMs} ms.`)),
    databaseTimeoutMs,
  )
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer))
}
