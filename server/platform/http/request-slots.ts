/** Which requests may take which slots of the load limit. */
import { type EndpointSpec } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { apiBase } from './http-app.ts'
import { providerCalls } from './provider-calls.ts'

// Every pattern fits whole paths: one that only begins alike is nobody's endpoint and takes a shared slot.
/** May use all reserved slots: readiness probes. */
const critical = /^\/readyz$/
/** May use half of the reserved slots: a buyer about to pay is refused after everybody else. */
const paying = /^\/api\/v1\/private\/(?:cart\/get|order\/check)$/
/** Takes no slot. */
const health = /^\/healthz$/

export const isHealthCheck = (path: string) => health.test(path)

/** How many slots are reserved for critical requests, in addition to those of all. */
const reservedSlots = (maxInFlight: number) => Math.max(2, Math.ceil(maxInFlight / 4))

/** How many of the reserved slots a request for this path may use. */
export function reservedFor(path: string, maxInFlight: number): number {
  const reserved = reservedSlots(maxInFlight)
  if (critical.test(path)) return reserved
  return paying.test(path) ? Math.ceil(reserved / 2) : 0
}

/** Every call that hashes a password; those of visitors are below /auth/. */
const hashingPaths = new Set(
  Object.values<EndpointSpec>(endpoints)
    .filter(({ costly }) => costly?.includes('hash'))
    .map(({ path }) => apiBase + path),
)
const hashing = { test: (path: string) => hashingPaths.has(path) }

const bodyMax = 50_000
const largerBodies = Object.values<EndpointSpec>(endpoints).flatMap((spec) =>
  spec.bodyMax === undefined ? [] : [{ start: apiBase + spec.path.replace(/\{.*/, ''), most: spec.bodyMax }],
)

/** How many bytes of a body are read. */
export const bodyMaxOf = (path: string): number =>
  largerBodies.find(({ start }) => path.startsWith(start))?.most ?? bodyMax

interface Bulkhead {
  pattern: Pick<RegExp, 'test'>
  limit: number
  /** How many of them one network may take. */
  ofNetwork?: number
  /** How many of them are processed at a time, the others wait; all where it is missing. */
  atOnce?: number
  /** Whether they are started before their body is complete, because they read it piece by piece. */
  streams?: boolean
  /** Whether a network that is refused many times a second has to wait (slow-down.ts). */
  slowsDown?: boolean
}

/**
 * Requests that wait for an external service, or for a password's hash, have slots of their own (bulkheads): with shared slots a
 * hanging provider would take them all and make the whole shop answer 503. So have the providers' webhooks, which come in thousands after a restart.
 */
export const bulkheads = (maxInFlight: number): Bulkhead[] => [
  // They are short. Providers repeat what is refused, and wait some seconds for the response.
  { pattern: /^\/api\/v1\/webhooks\//, limit: Math.max(256, maxInFlight), atOnce: 4 },
  // They wait for one of few hash slots (people/identity/passwords.ts): in shared slots a flood of them would refuse every page.
  {
    pattern: /^\/api\/v1\/auth\//,
    limit: maxInFlight,
    ofNetwork: Math.ceil(maxInFlight / 2),
    atOnce: 4,
    slowsDown: true,
  },
  // In a session: no flood of strangers takes these.
  { pattern: hashing, limit: maxInFlight, atOnce: 4 },
  // Uploads take seconds: resizing in a child process, then writing to the bucket.
  { pattern: /^\/media\/v1_1\//, limit: maxInFlight, streams: true },
  // PDFs that administrators look at take seconds, too, and are copied one after the other.
  { pattern: /^\/api\/v1\/public\/admin\/green-claim-documents\/[^/]+\/pages$/, limit: maxInFlight },
  // Pictures in memory are served before this limit; the others may have to be read from the bucket.
  { pattern: /^\/media\//, limit: maxInFlight },
  { pattern: providerCalls.payment, limit: maxInFlight },
  { pattern: providerCalls.settlement, limit: maxInFlight },
  { pattern: providerCalls.label, limit: reservedSlots(maxInFlight) },
  {
    pattern: providerCalls.estimate,
    limit: reservedSlots(maxInFlight),
    ofNetwork: Math.ceil(reservedSlots(maxInFlight) / 2),
  },
  { pattern: providerCalls.administration, limit: reservedSlots(maxInFlight) },
]

/** The path as the framework decodes it: a differently encoded path must not get another limit than its handler has. */
export function decodedPath(target: string): string {
  const [path = ''] = target.split('?', 1)
  if (path.startsWith('/') && !/[%\\]|\/\./.test(path)) return path
  try {
    return decodeURI(new URL(path, 'http://shop.invalid').pathname)
  } catch {
    return path
  }
}
