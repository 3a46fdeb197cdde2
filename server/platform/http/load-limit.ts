/**
 * Limits the requests in flight and the requests being processed at once (decision 21). A request above
 * the limit is answered 503 with Retry-After before any work is done for it: without the limit every request becomes
 * slower under overload, until all of them time out. An admitted request is never dropped.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { addressOf, customerOf } from '../network.ts'
import { counter, type Gauge } from '../observe/meters.ts'
import { flatHeaders } from './answer.ts'
import type { Arrivals } from './arrivals.ts'
import { openBurstLimit, tickMs } from './burst-limit.ts'
import { openClientBytes } from './client-bytes.ts'
import { collectBody } from './collect-body.ts'
import { openOverloadResponse } from './overload-response.ts'
import {
  bodyMaxOf,
  bulkheads as bulkheadsOf,
  decodedPath,
  isHealthCheck,
  reservedFor,
} from './request-slots.ts'
import { openSlowDown } from './slow-down.ts'
import { openTaskQueue, type QueuedTask, type TaskQueue } from './task-queue.ts'

export interface LoadLimit {
  /** Runs `work` for the request now or when a slot is free, or answers 503. */
  run(request: IncomingMessage, response: ServerResponse, work: () => void | Promise<void>): void
  /** Whether `run` would refuse a request for `url` now. Lets a caller skip routing a request that is refused anyway. */
  isFull(url: string): boolean
  gauges(): Gauge[]
  stop(): void
}

export interface LoadLimitOptions {
  /** Requests in flight at once, however slowly they are answered; a quarter more is reserved for the critical ones. */
  maxInFlight: number
  /** Requests in flight at once, however quickly they are answered; at least `maxInFlight`. */
  maxBurst: number
  /** The security headers of every response. */
  security: Readonly<Record<string, string>>
  /** The notice at the top of the 503 page of a rehearsal shop. */
  rehearsal?: string | undefined
  /** Whether the last entry of X-Forwarded-For is the client's address. */
  trustProxy: boolean
  /** The new connections of the listener. */
  arrivals: Arrivals
  log: Logger
}

const refused = counter(
  'hariyali_overload_refused_total',
  'Requests refused with 503 because all places were taken.',
)

/** A request that is started before its body is complete gives its slot up after this, see freeSlots. */
const slowClientMs = 1_000
const lateBody = JSON.stringify({ msg: 'The request took too long.' })
/** At most one log line about refusals in this time. */
const reportEveryMs = 1_000

interface Slot extends QueuedTask {
  request: IncomingMessage
  response: ServerResponse
  task: () => void | Promise<void>
}

export function openLoadLimit(options: LoadLimitOptions): LoadLimit {
  const { maxInFlight, maxBurst, security, rehearsal, trustProxy, arrivals, log } = options
  const shared = new Set<Slot>()
  const networkOf = ({ headers, socket }: IncomingMessage) =>
    customerOf(addressOf(headers['x-forwarded-for']?.toString(), socket.remoteAddress, trustProxy))
  const bytes = openClientBytes(networkOf)
  const slowDown = openSlowDown()
  const atOnce = Math.max(4, Math.ceil(maxInFlight / 4))
  // Those that hang count too: they were started, and others in their place.
  const backlog = () => Math.max(0, shared.size - atOnce)
  const queue = openQueue(atOnce, shared, arrivals, () => burst.answered(backlog()))
  const burst = openBurstLimit(maxInFlight, maxBurst)
  const bulkheads = bulkheadsOf(maxInFlight).map((bulkhead) => {
    const slots = new Set<Slot>()
    return {
      ...bulkhead,
      slots,
      queue: bulkhead.atOnce === undefined ? undefined : openQueue(bulkhead.atOnce, slots, arrivals),
    }
  })
  const refuse = openOverloadResponse(security, rehearsal)
  const report = openRefusalReport(log)
  const late = flatHeaders({ ...security, 'content-type': 'application/json', 'cache-control': 'no-store' })
  // The connection is closed: the rest of the body would be read as the next request.
  const answerLate = (response: ServerResponse) =>
    response.writeHead(408, [...late, 'connection', 'close']).end(lateBody)

  const timer = setInterval(() => {
    const now = performance.now()
    for (const slots of [shared, ...bulkheads.map((bulkhead) => bulkhead.slots)])
      freeSlots(slots, now - slowClientMs)
    queue.skipIdle(now)
    for (const bulkhead of bulkheads) bulkhead.queue?.skipIdle(now)
    burst.tick(backlog())
    report.writeIfDue(now, inFlight())
  }, tickMs).unref()

  const inFlight = () => ({ inFlight: shared.size, most: burst.current() })
  const bulkheadFor = (path: string) => bulkheads.find(({ pattern }) => pattern.test(path))

  function isOverLimit(path: string): boolean {
    const bulkhead = bulkheadFor(path)
    if (bulkhead) return bulkhead.slots.size >= bulkhead.limit
    const most = burst.current()
    return shared.size >= most && shared.size >= most + reservedFor(path, maxInFlight) && !isHealthCheck(path)
  }

  /** Whether the network of the request has taken its share of the slots. */
  function isOverShare(path: string, request: IncomingMessage): boolean {
    const { ofNetwork = Infinity, slots } = bulkheadFor(path) ?? { slots: shared }
    if (slots.size < ofNetwork) return false
    const network = networkOf(request)
    return [...slots].filter((slot) => networkOf(slot.request) === network).length >= ofNetwork
  }

  /** Refuses the request if all of its slots are taken; returns whether one is free. */
  function admits(path: string, request: IncomingMessage, response: ServerResponse): boolean {
    if (!isOverLimit(path) && !isOverShare(path, request)) return true
    answerFull(request, response)
    return false
  }

  function answerFull(request: IncomingMessage, response: ServerResponse): void {
    refused.inc()
    slowDown.refused(networkOf(request))
    report.count()
    refuse(request, response)
  }

  function enter(slot: Slot, path: string): void {
    if (isHealthCheck(path)) {
      void slot.task()
      return
    }
    const bulkhead = bulkheadFor(path)
    const slots = bulkhead?.slots ?? shared
    slots.add(slot)
    // Critical requests, and those that wait for a provider, are started at once.
    const own = bulkhead ? bulkhead.queue : reservedFor(path, maxInFlight) > 0 ? undefined : queue
    if (own) own.add(slot)
    else void start(slot, slots)
  }

  function admit(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
    task: () => void | Promise<void>,
  ): void {
    if (!admits(path, request, response)) return
    const work = async () => {
      await task()
      if (response.statusCode === 429) slowDown.refused(networkOf(request))
      // Written, but not read: the slot is free, the memory is not.
      if (response.writableLength > 0 && !response.destroyed)
        bytes.hold(request, response, () => response.destroy()).grow(response.writableLength)
    }
    const slot: Slot = { request, response, task: work, began: Infinity }
    if (bulkheadFor(path)?.streams) {
      enter(slot, path)
      return
    }
    const next = () => {
      if (admits(path, request, response)) enter(slot, path)
    }
    collectBody(request, response, bodyMaxOf(path), bytes, { next, late: () => answerLate(response) })
  }

  return {
    isFull: (url) => isOverLimit(decodedPath(url)),
    run(request, response, task) {
      const path = decodedPath(request.url ?? '')
      const begin = () => admit(path, request, response, task)
      if (!bulkheadFor(path)?.slowsDown) return begin()
      const unlessGone = (step: () => void) => () => {
        if (!response.destroyed) step()
      }
      slowDown.run(networkOf(request), {
        begin: unlessGone(begin),
        refuse: unlessGone(() => answerFull(request, response)),
      })
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
        value: queue.waiting(),
      },
      { name: 'hariyali_work_most', help: 'How many are let in.', value: burst.current() },
    ],
    stop() {
      clearInterval(timer)
      report.write(performance.now(), inFlight())
    },
  }
}

/** A queue of the slots that are in `slots`. `done` is called when one of them has ended. */
function openQueue(atOnce: number, slots: Set<Slot>, arrivals: Arrivals, done?: () => void): TaskQueue<Slot> {
  const queue = openTaskQueue<Slot>(atOnce, {
    start: (slot) => start(slot, slots).then(done),
    isAbandoned: (slot) => slot.response.destroyed,
    drop: (slot) => void slots.delete(slot),
    mustWait: arrivals.areUnderWay,
  })
  arrivals.onEnd(queue.startNext)
  return queue
}

/** Starts the task of a slot. The slot is freed when the task ends, not when the connection closes: after an abort the work goes on. */
function start(slot: Slot, slots: Set<Slot>): Promise<void> {
  slot.began = performance.now()
  const free = () => void slots.delete(slot)
  return Promise.resolve(slot.task()).then(free, free)
}

/** Logs one line for all refusals since the last one: a line for each would cost more than the refusal itself. */
function openRefusalReport(log: Logger) {
  let refusals = 0
  let writtenAt = -Infinity
  const write = (now: number, state: { inFlight: number; most: number }) => {
    if (refusals === 0) return
    log.warn({ refused: refusals, ...state }, 'load limit reached: answered 503')
    refusals = 0
    writtenAt = now
  }
  return {
    count: () => void (refusals += 1),
    write,
    writeIfDue: (now: number, state: { inFlight: number; most: number }) => {
      if (now - writtenAt >= reportEveryMs) write(now, state)
    },
  }
}

/**
 * Frees the slots of requests that cost no work now: the response is written and only being sent, or the body is still
 * arriving. They are answered all the same; without this, slow clients could occupy every slot.
 */
function freeSlots(slots: Set<Slot>, late: number): void {
  for (const slot of slots)
    if (slot.response.writableEnded || (slot.began < late && !slot.request.complete)) slots.delete(slot)
}
