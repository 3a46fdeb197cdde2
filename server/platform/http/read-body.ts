/** The body that collect-body.ts has collected. */
import { Refusal } from '../refusal.ts'
import type { CollectedRequest } from './collect-body.ts'
import { type HttpContext, incomingOf } from './http-app.ts'

/** The body as it was sent. Refuses: too-large. */
export function readBytes(c: HttpContext): Buffer {
  const request: CollectedRequest | undefined = incomingOf(c)
  if (!request?.rawBody) throw new Refusal('too-large', 'The request is too large.')
  return request.rawBody
}

/**
 * The parsed body; an empty object if it is empty. Refuses like `readBytes`, and: wrong-type for another content type than JSON;
 * invalid for malformed JSON.
 */
export function readJson(c: HttpContext): unknown {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== undefined && type !== 'application/json')
    throw new Refusal('wrong-type', 'Send JSON (content-type application/json).')
  const bytes = readBytes(c)
  if (bytes.length === 0) return {}
  if (type === undefined) throw new Refusal('wrong-type', 'Send JSON (content-type application/json).')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal('invalid', 'The body is not valid JSON.')
  }
}
