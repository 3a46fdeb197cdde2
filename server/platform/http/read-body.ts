/** Reads request bodies within limits of size and time. */
import type { EndpointSpec } from '../../../contract/endpoint.ts'
import { Refusal } from '../refusal.ts'

/**
 * In bytes. A request whose body arrives slowly holds no slot (await-body.ts) and is held in memory for up to half a
 * minute, thousands of them at once: visitors get no more than their forms need, and providers what their webhooks need.
 */
const bodyLimits = { visitors: 50_000, providers: 200_000, accounts: 1_000_000 }
const bodyMs = 30_000

function bodyLimitOf({ raw, roles }: EndpointSpec): number {
  if (raw) return bodyLimits.providers
  return roles.includes('visitor') ? bodyLimits.visitors : bodyLimits.accounts
}

/**
 * The body as it was sent. Refuses: too-large; too-slow if it takes longer than half a minute; invalid if the client disconnects.
 */
export async function readBytes(request: Request, spec: EndpointSpec): Promise<Buffer> {
  const bodyLimit = bodyLimitOf(spec)
  if (Number(request.headers.get('content-length') ?? 0) > bodyLimit)
    throw new Refusal('too-large', 'The request is too large.')
  const reader = request.body?.getReader()
  if (!reader) return Buffer.alloc(0)
  // The server's own request timeout is minutes, for uploads over slow connections; a JSON body has to arrive sooner.
  let late = false
  const timer = setTimeout(() => {
    late = true
    void reader.cancel().catch(() => {})
  }, bodyMs)
  try {
    const chunks: Uint8Array[] = []
    let size = 0
    for (;;) {
      const { done, value } = await reader.read()
      if (late) throw new Refusal('too-slow', 'The request took too long.')
      if (done) return Buffer.concat(chunks)
      size += value.byteLength
      if (size > bodyLimit) throw new Refusal('too-large', 'The request is too large.')
      chunks.push(value)
    }
  } catch (error) {
    // The client has disconnected: a refusal is not logged as an unexpected error.
    if ((error as { code?: string }).code === 'ECONNRESET')
      throw new Refusal('invalid', 'The request broke off.')
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The parsed body; an empty object if it is empty. Refuses like `readBytes`, and: wrong-type for another content type than JSON;
 * invalid for malformed JSON.
 */
export async function readJson(request: Request, spec: EndpointSpec): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== undefined && type !== 'application/json')
    throw new Refusal('wrong-type', 'Send JSON (content-type application/json).')
  const bytes = await readBytes(request, spec)
  if (bytes.length === 0) return {}
  if (type === undefined) throw new Refusal('wrong-type', 'Send JSON (content-type application/json).')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal('invalid', 'The body is not valid JSON.')
  }
}
