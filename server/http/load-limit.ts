/**
 * How much work is let in (docs/decisions/0020) and begun (0024) at once. What comes beyond is told to come again in a
 * moment, before anything is done for it; what was let in is carried through.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { counter, type Gauge } from '../observe/meters.ts'
import { providerCalls } from './provider-calls.ts'
import { openRefusal } from './refuse-busy.ts'

export interface LoadLimit {
  /** Does `work` for the request, or answers 503. */
  run(request: IncomingMessage, response: ServerResponse, work: () => void | Promise<void>): void
  /** Whether `run` would refuse a request for `url` now: then nobody need find out what it asks for. */
  isFull(url: string): boolean
  gauges(): Gauge[]
  stop(): void
}

export interface LoadOptions {
  /** Pieces of work at once; a quarter more is kept for what must not wait. */
  most: number
  /** The security headers of every answer. */
  security: Readonly<Record<string, string>>
  /** What the page of a refusal says first in a shop that is only rehearsed. */
  rehearsal?: string | undefined
  log: Logger
}

const refused = counter(
  'hariyali_overload_refused_total',
  'Requests refused with 503 because all places were taken.',
)

/** What a balancer asks, and the courier's words, which are only written down. */
const first = /^\/(?:readyz|api\/v1\/webhooks\/)/
/** Then whoever is about to pay: one who has come so far is sent away last. */
const paying = /^\/api\/v1\/private\/(?:cart\/get|order\/check)\b/
const health = /^\/healthz$/
const slowAfterMs = 1_000
/** Who is not done by then waits for something else, and lets the next begin. */
const turnMs = 250
const sumAfterMs = 1_000

interface Place {
  request: IncomingMessage
  response: ServerResponse
  task: () => void | Promise<void>
  /** Infinity until its turn has come. */
  began: number
}

export function openLoadLimit({ most, security, rehearsal, log }: LoadOptions): LoadLimit {
  const work = new Set<Place>()
  const kept = Math.max(2, Math.ceil(most / 4))
  // What waits for something outside of the shop has places of its own: a provider that hangs must not shut the shop.
  const apart = [
    // Pictures take seconds, mostly in a process of their own, and then go to the bucket.
    { test: /^\/media\/v1_1\//, most },
    // Those that are in memory do not come here; the others may lie in a bucket.
    { test: /^\/media\//, most },
    { test: providerCalls.payment, most },
    { test: providerCalls.settlement, most },
    { test: providerCalls.label, most: kept },
  ].map((kind) => ({ ...kind, places: new Set<Place>() }))
  const apartFor = (url: string) => apart.find(({ test }) => test.test(url))
  // What is begun keeps memory that is copied at each clearing up: begun all at once, 64 pages cost a third of the speed.
  const atOnce = Math.max(4, Math.ceil(most / 4))
  const turns = new Set<Place>()
  const waiting: Place[] = []
  const refuse = openRefusal(security, rehearsal)
  let unsaid = 0
  let saidAt = -Infinity

  const timer = setInterval(() => {
    const now = performance.now()
    for (const places of [work, ...apart.map((kind) => kind.places)]) clear(places, now - slowAfterMs)
    for (const place of turns) if (place.began < now - turnMs) turns.delete(place)
    beginNext()
    if (now - saidAt >= sumAfterMs) say(now)
  }, 100).unref()

  function roomFor(url: string): number {
    if (first.test(url)) return most + kept
    return paying.test(url) ? most + Math.ceil(kept / 2) : most
  }
  function isTaken(url: string): boolean {
    const kind = apartFor(url)
    if (kind) return kind.places.size >= kind.most
    return work.size >= most && work.size >= roomFor(url) && !health.test(url)
  }

  function begin(place: Place, places: Set<Place>): void {
    place.began = performance.now()
    // Not when the connection closes: work for somebody who has gone away is still work.
    const done = () => {
      places.delete(place)
      if (turns.delete(place)) beginNext()
    }
    void Promise.resolve(place.task()).then(done, done)
  }
  function beginNext(): void {
    while (turns.size < atOnce) {
      const place = waiting.shift()
      if (!place) return
      if (place.response.destroyed) work.delete(place)
      else {
        turns.add(place)
        begin(place, work)
      }
    }
  }
  /** One line for all that were refused: a line each would cost more than refusing them. */
  function say(now: number): void {
    if (unsaid === 0) return
    log.warn({ refused: unsaid, inFlight: work.size, most }, 'too much at once: answered 503')
    unsaid = 0
    saidAt = now
  }

  return {
    isFull: (url) => isTaken(pathOf(url)),
    run(request, response, task) {
      const url = pathOf(request.url ?? '')
      if (isTaken(url)) {
        refused.add(1)
        unsaid += 1
        refuse(request, response)
        return
      }
      if (health.test(url)) {
        void task()
        return
      }
      const place: Place = { request, response, task, began: Infinity }
      const places = apartFor(url)?.places ?? work
      places.add(place)
      if (places !== work || roomFor(url) > most) begin(place, places)
      else if (turns.size < atOnce && waiting.length === 0) {
        turns.add(place)
        begin(place, work)
      } else {
        // Its turn comes at the end of somebody else's work; what it does is traced as its own.
        place.task = AsyncLocalStorage.bind(task)
        waiting.push(place)
      }
    },
    gauges: () => [
      {
        name: 'hariyali_work_in_flight',
        help: 'Requests let in and not yet answered.',
        value: apart.reduce((sum, { places }) => sum + places.size, work.size),
      },
      {
        name: 'hariyali_work_waiting',
        help: 'Those of them whose turn has not come.',
        value: waiting.length,
      },
      { name: 'hariyali_work_most', help: 'How many are let in (MAX_IN_FLIGHT).', value: most },
    ],
    stop() {
      clearInterval(timer)
      say(performance.now())
    },
  }
}

/** The path as the framework reads it: another way of writing it must not lead to other places. */
function pathOf(target: string): string {
  const [path = ''] = target.split('?', 1)
  if (path.startsWith('/') && !/[%\\]|\/\./.test(path)) return path
  try {
    return decodeURI(new URL(path, 'http://shop.invalid').pathname)
  } catch {
    return path
  }
}

/** Who sends or reads slowly costs no work: such a request gives its place up and is answered all the same. */
function clear(places: Set<Place>, late: number): void {
  for (const place of places)
    if (place.response.writableEnded || (place.began < late && !place.request.complete)) places.delete(place)
}
