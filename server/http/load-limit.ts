/**
 * Limits the requests in flight (docs/decisions/0020) and the requests being processed at once (0024). A request above
 * the limit is answered 503 with Retry-After before any work is done for it: without the limit every request becomes
 * slower under overload, until all of them time out. An admitted request is never dropped.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { counter, type Gauge } from '../observe/meters.ts'
import { providerCalls } from './provider-calls.ts'
import { openRefusal } from './refuse-busy.ts'

export interface LoadLimit {
  /** Runs `work` for the request now or when a slot is free, or answers 503. */
  run(request: IncomingMessage, response: ServerResponse, work: () => void | Promise<void>): void
  /** Whether `run` would refuse a request for `url` now. Lets a caller skip routing a request that is refused anyway. */
  isFull(url: string): boolean
  gauges(): Gauge[]
  stop(): void
}

export interface LoadLimitOptions {
  /** Requests in flight at once; a quarter more is reserved for the critical ones. */
  maxInFlight: number
  /** The security headers of every answer. */
  security: Readonly<Record<string, string>>
  /** The notice at the top of the 503 page of a rehearsal shop. */
  rehearsal?: string | undefined
  log: Logger
}

const refused = counter(
  'hariyali_overload_refused_total',
  'Requests refused with 503 because all places were taken.',
)

/** May use all reserved slots: readiness probes, and the courier's webhooks, which are only stored. */
const critical = /^\/(?:readyz|api\/v1\/webhooks\/)/
/** May use half of the reserved slots: a buyer about to pay is refused after everybody else. */
const paying = /^\/api\/v1\/private\/(?:cart\/get|order\/check)\b/
const health = /^\/healthz$/
/** A request whose body takes longer than this to arrive gives up its slot, see freeSlots. */
const slowClientMs = 1_000
/** A task that runs longer than this is assumed to be waiting on I/O; start the next one. */
const assumedIdleMs = 250
/** At most one log line about refusals in this time. */
const reportEveryMs = 1_000

interface Slot {
  request: IncomingMessage
  response: ServerResponse
  task: () => void | Promise<void>
  /** performance.now() when the task was started; Infinity while it is queued. */
  began: number
}

export function openLoadLimit({ maxInFlight, security, rehearsal, log }: LoadLimitOptions): LoadLimit {
  const shared = new Set<Slot>()
  const reserved = Math.max(2, Math.ceil(maxInFlight / 4))
  // Requests that wait for an external service have slots of their own (bulkheads): with shared slots a hanging provider
  // would take them all and make the whole shop answer 503.
  const bulkheads = [
    // Uploads take seconds: resizing in a child process, then writing to the bucket.
    { test: /^\/media\/v1_1\//, limit: maxInFlight },
    // Pictures in memory are served before this limit; the others may have to be read from the bucket.
    { test: /^\/media\//, limit: maxInFlight },
    { test: providerCalls.payment, limit: maxInFlight },
    { test: providerCalls.settlement, limit: maxInFlight },
    { test: providerCalls.label, limit: reserved },
  ].map((bulkhead) => ({ ...bulkhead, slots: new Set<Slot>() }))
  const bulkheadFor = (url: string) => bulkheads.find(({ test }) => test.test(url))
  // A started task holds objects that each minor garbage collection copies: 64 pages started at once cost a third of the
  // throughput. Admitted requests above this number wait in `waiting`.
  const concurrency = Math.max(4, Math.ceil(maxInFlight / 4))
  const active = new Set<Slot>()
  const waiting: Slot[] = []
  const refuse = openRefusal(security, rehearsal)
  let unreportedRefusals = 0
  let reportedAt = -Infinity

  const timer = setInterval(() => {
    const now = performance.now()
    for (const slots of [shared, ...bulkheads.map((bulkhead) => bulkhead.slots)])
      freeSlots(slots, now - slowClientMs)
    for (const slot of active) if (slot.began < now - assumedIdleMs) active.delete(slot)
    startNext()
    if (now - reportedAt >= reportEveryMs) reportRefusals(now)
  }, 100).unref()

  function limitFor(url: string): number {
    if (critical.test(url)) return maxInFlight + reserved
    return paying.test(url) ? maxInFlight + Math.ceil(reserved / 2) : maxInFlight
  }
  function isOverLimit(url: string): boolean {
    const bulkhead = bulkheadFor(url)
    if (bulkhead) return bulkhead.slots.size >= bulkhead.limit
    return shared.size >= maxInFlight && shared.size >= limitFor(url) && !health.test(url)
  }

  function start(slot: Slot, slots: Set<Slot>): void {
    slot.began = performance.now()
    // The slot is freed when the task ends, not when the connection closes: after an abort the work still goes on.
    const done = () => {
      slots.delete(slot)
      if (active.delete(slot)) startNext()
    }
    void Promise.resolve(slot.task()).then(done, done)
  }
  function startNext(): void {
    while (active.size < concurrency) {
      const slot = waiting.shift()
      if (!slot) return
      if (slot.response.destroyed) shared.delete(slot)
      else {
        active.add(slot)
        start(slot, shared)
      }
    }
  }
  /** Logs one line for all refusals since the last report: a line each would cost more than the refusal itself. */
  function reportRefusals(now: number): void {
    if (unreportedRefusals === 0) return
    log.warn(
      { refused: unreportedRefusals, inFlight: shared.size, most: maxInFlight },
      'load limit reached: requests refused with 503',
    )
    unreportedRefusals = 0
    reportedAt = now
  }

  return {
    isFull: (url) => isOverLimit(pathOf(url)),
    run(request, response, task) {
      const url = pathOf(request.url ?? '')
      if (isOverLimit(url)) {
        refused.inc()
        unreportedRefusals += 1
        refuse(request, response)
        return
      }
      if (health.test(url)) {
        void task()
        return
      }
      const slot: Slot = { request, response, task, began: Infinity }
      const slots = bulkheadFor(url)?.slots ?? shared
      slots.add(slot)
      if (slots !== shared || limitFor(url) > maxInFlight) start(slot, slots)
      else if (active.size < concurrency && waiting.length === 0) {
        active.add(slot)
        start(slot, shared)
      } else {
        // It will be started from another request's completion: keep this request's async context, or its spans would end up in
        // that request's trace.
        slot.task = AsyncLocalStorage.bind(task)
        waiting.push(slot)
      }
    },
    gauges: () => [
      {
        name: 'hariyali_work_in_flight',
        help: 'Requests let in and not yet answered.',
        value: bulkheads.reduce((sum, { slots }) => sum + slots.size, shared.size),
      },
      {
        name: 'hariyali_work_waiting',
        help: 'Those of them whose turn has not come.',
        value: waiting.length,
      },
      { name: 'hariyali_work_most', help: 'How many are let in (MAX_IN_FLIGHT).', value: maxInFlight },
    ],
    stop() {
      clearInterval(timer)
      reportRefusals(performance.now())
    },
  }
}

/** The path as the framework decodes it: a differently encoded path must not get another limit than its handler has. */
function pathOf(target: string): string {
  const [path = ''] = target.split('?', 1)
  if (path.startsWith('/') && !/[%\\]|\/\./.test(path)) return path
  try {
    return decodeURI(new URL(path, 'http://shop.invalid').pathname)
  } catch {
    return path
  }
}

/**
 * Frees the slots of requests that cost no work now: the answer is written and only being sent, or the body is still
 * arriving. They are answered all the same; without this, slow clients could occupy every slot.
 */
function freeSlots(slots: Set<Slot>, late: number): void {
  for (const slot of slots)
    if (slot.response.writableEnded || (slot.began < late && !slot.request.complete)) slots.delete(slot)
}
