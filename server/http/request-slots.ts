/** Which requests may take which slots of the load limit (docs/decisions/0020). */
import { providerCalls } from './provider-calls.ts'

/** May use all reserved slots: readiness probes, and the webhooks of the providers, which are short and wait for nobody outside. */
const critical = /^\/(?:readyz|api\/v1\/webhooks\/)/
/** May use half of the reserved slots: a buyer about to pay is refused after everybody else. */
const paying = /^\/api\/v1\/private\/(?:cart\/get|order\/check)\b/
/** Takes no slot. */
const health = /^\/healthz$/

export const isHealthCheck = (path: string) => health.test(path)

/** How many slots are reserved for critical requests, in addition to the `maxInFlight` of all. */
export const reservedSlots = (maxInFlight: number) => Math.max(2, Math.ceil(maxInFlight / 4))

/** Up to how many taken slots a request for this path is still admitted. */
export function slotLimit(path: string, maxInFlight: number): number {
  const reserved = reservedSlots(maxInFlight)
  if (critical.test(path)) return maxInFlight + reserved
  return paying.test(path) ? maxInFlight + Math.ceil(reserved / 2) : maxInFlight
}

/**
 * Requests that wait for an external service have slots of their own (bulkheads): with shared slots a hanging provider would
 * take them all and make the whole shop answer 503.
 */
export const bulkheads = (maxInFlight: number): { pattern: RegExp; limit: number }[] => [
  // Uploads take seconds: resizing in a child process, then writing to the bucket.
  { pattern: /^\/media\/v1_1\//, limit: maxInFlight },
  // Pictures in memory are served before this limit; the others may have to be read from the bucket.
  { pattern: /^\/media\//, limit: maxInFlight },
  { pattern: providerCalls.payment, limit: maxInFlight },
  { pattern: providerCalls.settlement, limit: maxInFlight },
  { pattern: providerCalls.label, limit: reservedSlots(maxInFlight) },
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
