/**
 * How much work is let in at once (docs/decisions/0020). What comes beyond is told to come again in a moment, before
 * anything is done for it; what was let in is carried through.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { counter, type Gauge } from '../observe/meters.ts'
import type { Answerer } from './answer.ts'

export interface LoadLimit {
  /** Does `work` for the request, or answers 503. */
  run(request: IncomingMessage, response: ServerResponse, work: () => void | Promise<void>): void
  gauges(): Gauge[]
  stop(): void
}

export interface LoadOptions {
  /** Pieces of work at once; a quarter more is kept for what must not wait. */
  most: number
  answer: Answerer
  /** Name, value … of the security headers. */
  security: readonly string[]
}

const refused = counter(
  'hariyali_overload_refused_total',
  'Requests refused with 503 because all places were taken.',
)

/** Money that has been paid is settled first: the provider's words, and the steps after paying. */
const urgent = /^\/(?:readyz|api\/v1\/(?:webhooks\/|private\/order\/(?:payment\/verify|create)\b))/
const health = /^\/healthz(?:$|\?)/
const upload = /^\/media\/v1_1\//
const slowAfterMs = 1_000

interface Place {
  request: IncomingMessage
  response: ServerResponse
  began: number
}

export function openLoadLimit({ most, answer, security }: LoadOptions): LoadLimit {
  const places = new Set<Place>()
  // Pictures take seconds, mostly in a process of their own: a few sellers must not shut the shop.
  const uploads = new Set<Place>()
  const room = most + Math.max(1, Math.ceil(most / 4))
  // Who sends or reads slowly costs no work: such a request gives its place up and is answered all the same.
  const timer = setInterval(() => {
    const late = performance.now() - slowAfterMs
    for (const taken of [places, uploads])
      for (const place of taken)
        if (place.response.writableEnded || (place.began < late && !place.request.complete))
          taken.delete(place)
  }, 250).unref()

  return {
    run(request, response, work) {
      const url = request.url ?? ''
      if (health.test(url)) {
        void work()
        return
      }
      const taken = upload.test(url) ? uploads : places
      if (taken.size >= (urgent.test(url) ? room : most)) {
        refused.add(1)
        refuse(request, response)
        return
      }
      const place = { request, response, began: performance.now() }
      taken.add(place)
      // Not when the connection closes: work for somebody who has gone away is still work.
      const done = () => void taken.delete(place)
      void Promise.resolve(work()).then(done, done)
    },
    gauges: () => [
      { name: 'hariyali_work_in_flight', help: 'Requests being worked on.', value: places.size },
      { name: 'hariyali_work_most', help: 'How many are let in at once (MAX_IN_FLIGHT).', value: most },
    ],
    stop: () => clearInterval(timer),
  }

  function refuse(request: IncomingMessage, response: ServerResponse): void {
    const data = /^\/(?:api|media|dev|sandbox)\//.test(request.url ?? '')
    const type = data ? 'application/json' : 'text/html; charset=utf-8'
    // Not all at the same moment.
    const wait = String(1 + Math.floor(Math.random() * 3))
    const headers = [...security, 'content-type', type, 'cache-control', 'no-store', 'retry-after', wait]
    answer(request, response, { status: 503, headers, body: data ? busyData : busyPage })
  }
}

const words = 'Many people are shopping right now. Please try again in a few seconds.'
const busyData = Buffer.from(JSON.stringify({ msg: words }))
const busyPage = Buffer.from(
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>One moment, please</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<style>body{font:1.125rem/1.6 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem;color:#1c2b21}` +
    `a{color:#17603a;display:inline-block;padding:.6rem 0}</style></head>` +
    `<body><main><h1>One moment, please</h1><p>${words}</p><p><a href="">Try again</a></p></main></body></html>`,
)
