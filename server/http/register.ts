/** Contract endpoint → HTTP: origin, session, role, parse, call, reply, in that order for every call. */
import type { IncomingMessage } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { Context, Hono } from 'hono'
import type { EndpointSpec } from '../../contract/endpoint.ts'
import { secondFactorFirst } from '../../contract/admin-security.ts'
import { asCaller, type Caller } from '../audit/caller.ts'
import { asWorkload, type Workload } from '../db/workload.ts'
import { Refusal } from '../refusal.ts'
import type { Call, Handler, Page, Session } from './call.ts'
import { serializeCookie } from './cookies.ts'
import { refusalResponse } from './errors.ts'
import { requireOwnOrigin } from './origin.ts'
import { openAccountShares, providerCalls } from './provider-calls.ts'
import { noteRoute } from './watch-requests.ts'

export const apiBase = '/api/v1'
/**
 * In bytes. A body that comes slowly gives up its place at the door (load-limit.ts) and goes on being held in memory for half a
 * minute, thousands of them at a time: so strangers get no more room than their forms need, and providers what news take.
 */
const bodyLimits = { ofStrangers: 50_000, ofProviders: 200_000, ofOthers: 1_000_000 }
const bodyMs = 30_000

export interface Gate {
  ownOrigins(request: Request): readonly string[]
  secureCookies: boolean
  findSession(cookies: Record<string, string>): Promise<Session | null>
  /** Whether every reply is checked against its schema: in tests, where a wrong shape must fail loudly. */
  checkReplies: boolean
  /** Whether an administrator without a second factor may do nothing but set one up. */
  secondFactorRequired: boolean
  /** Told of somebody signed in who makes a call that is not for his role. */
  onForbidden?(session: Session, spec: EndpointSpec): Promise<void>
}

export interface RequestFacts {
  ip: string
  requestId: string
  cookies: Record<string, string>
}

/** Connects one endpoint with its handler; every feature's routes are written against it. */
export type Registrar = <E extends EndpointSpec>(spec: E, handler: Handler<E>) => void

export type HttpApp = Hono<{ Variables: { facts: RequestFacts } }>

/** Connects an endpoint, and its POST twin where it has one, with its handler. */
export function register<E extends EndpointSpec>(
  app: HttpApp,
  gate: Gate,
  spec: E,
  handler: Handler<E>,
): void {
  if (spec.roles.length === 0) throw new Error(`${spec.path} declares no roles`)
  const route = (method: string, path: string) => {
    const pattern = apiBase + path.replace(/\{(\w+)\}/g, ':$1')
    const workload = workloadOf(spec, pattern)
    const working: Handler<E> = workload ? (call) => asWorkload(workload, () => handler(call)) : handler
    app.on(method, pattern, (c) => {
      noteRoute(incomingOf(c), pattern)
      return answer(c, gate, spec, working)
    })
  }
  route(spec.method, spec.path)
  if (spec.twin) route(spec.twin.method, spec.twin.path)
}

/** Which connections a call may take (db/workload.ts); one that only reads takes any. */
function workloadOf({ changes }: EndpointSpec, path: string): Workload | undefined {
  if (!changes) return undefined
  if (providerCalls.payment.test(path)) return 'payment'
  if (providerCalls.settlement.test(path)) return 'settlement'
  return path.startsWith(`${apiBase}/auth/`) ? 'sign-in' : 'write'
}

/** The request as node knows it; a page's own calls have none. */
export function incomingOf(c: Context): IncomingMessage | undefined {
  return (c.env as { incoming?: IncomingMessage } | undefined)?.incoming
}

/** Of this process, as the places at its door are. */
const shares = openAccountShares()

type HttpContext = Context<{ Variables: { facts: RequestFacts } }>

async function answer<E extends EndpointSpec>(
  c: HttpContext,
  gate: Gate,
  spec: E,
  handler: Handler<E>,
): Promise<Response> {
  const { headers } = c.req.raw
  const facts = c.get('facts')
  // Hono answers HEAD with the GET handler; a writing GET must not be reached that way.
  if (spec.changes && c.req.method === 'HEAD')
    return new Response(null, { status: 405, headers: { allow: 'GET' } })
  if (spec.changes && !spec.raw) requireOwnOrigin(headers, gate.ownOrigins(c.req.raw))
  const session = await gate.findSession(facts.cookies)
  const userAgent = headers.get('user-agent')?.slice(0, 300) ?? ''
  const caller: Caller = { by: personOf(session), ip: facts.ip, userAgent, requestId: facts.requestId }
  if (session && !isAllowed(spec, session))
    await asCaller(caller, async () => gate.onForbidden?.(session, spec))
  requireRole(gate, spec, session)
  const setCookies: string[] = []
  const rawBody = spec.raw ? await readBytes(c.req.raw, bodyLimitOf(spec)) : Buffer.alloc(0)
  const call: Call = {
    params: parse(spec.params, c.req.param(), 'params') as Call['params'],
    query: parse(spec.query, c.req.query(), 'query') as Call['query'],
    body: (spec.body
      ? parse(spec.body, await readJson(c.req.raw, bodyLimitOf(spec)), 'body')
      : undefined) as Call['body'],
    session,
    ip: facts.ip,
    userAgent,
    requestId: facts.requestId,
    cookies: facts.cookies,
    headers,
    rawBody,
    setCookie: (name, value, options) =>
      setCookies.push(serializeCookie(name, value, { ...options, secure: gate.secureCookies })),
  }
  const response = await asCaller(caller, () =>
    replyOf(c, gate, spec, () =>
      shares.run(session?.accountId, c.req.path, async () => handler(call as unknown as Call<E>)),
    ),
  )
  for (const cookie of setCookies) response.headers.append('set-cookie', cookie)
  if (spec.forgets) response.headers.set('clear-site-data', '"storage"')
  response.headers.set(
    'cache-control',
    spec.roles.includes('visitor') && !spec.changes ? 'no-cache' : 'no-store',
  )
  return response
}

/** A refusal is answered here, not thrown on: the cookies that the handler set before it go out with it. */
async function replyOf(
  c: HttpContext,
  gate: Gate,
  spec: EndpointSpec,
  handle: () => Promise<unknown>,
): Promise<Response> {
  let result: unknown
  try {
    result = await handle()
  } catch (error) {
    if (error instanceof Refusal) return refusalResponse(error)
    throw error
  }
  if (gate.checkReplies) requireShape(spec, spec.paged ? (result as Page<unknown>).items : result)
  if (spec.file === 'text/csv') return streamResponse(result as StreamReply)
  if (spec.file) return fileResponse(spec.file, result as FileReply)
  return spec.paged ? pageResponse(c, result as Page<unknown>) : jsonResponse(result)
}

/** Throws for a reply that is not as its schema says, a field too many included: it may be one that nobody is to see. */
function requireShape({ path, reply, file }: EndpointSpec, result: unknown): void {
  const told = reply.parse(result)
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
  if (!file && !isDeepStrictEqual(plain(told), plain(result)))
    throw new Error(`${path} answers more than its schema says`)
}

/** The same gate for a call outside the API: origin, session, role. Answers whose session it is. */
export async function admit(c: HttpContext, gate: Gate, spec: Asked): Promise<Session> {
  requireOwnOrigin(c.req.raw.headers, gate.ownOrigins(c.req.raw))
  const session = await gate.findSession(c.get('facts').cookies)
  requireRole(gate, spec, session)
  if (!session) throw new Refusal('signed-out', 'Please log in.')
  return session
}

type Asked = Pick<EndpointSpec, 'roles' | 'beforeSecondFactor'>

const isAllowed = ({ roles }: Asked, { role }: Session) => roles.includes('visitor') || roles.includes(role)
const personOf = (session: Session | null) => session && { id: session.accountId, name: session.email }

function requireRole(gate: Gate, spec: Asked, session: Session | null): void {
  if (spec.roles.includes('visitor')) return
  if (!session) throw new Refusal('signed-out', 'Please log in.')
  if (!isAllowed(spec, session)) throw new Refusal('forbidden', 'Your account may not do this.')
  const wanting = gate.secondFactorRequired && session.role === 'ADMIN' && !session.secondFactor
  if (wanting && !spec.beforeSecondFactor)
    throw new Refusal('forbidden', secondFactorFirst, { fields: { secondFactor: secondFactorFirst } })
}

function parse(schema: EndpointSpec['body'], value: unknown, part: 'params' | 'query' | 'body'): unknown {
  if (!schema) return {}
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || part] ??= issue.message
  // A malformed id is answered exactly like one that is not there.
  if (part === 'params' && Object.keys(fields).some((name) => /id$/i.test(name)))
    throw new Refusal('not-found', 'Not found')
  throw new Refusal('invalid', parsed.error.issues[0]?.message ?? 'Invalid input', { fields })
}

function bodyLimitOf({ raw, roles }: EndpointSpec): number {
  if (raw) return bodyLimits.ofProviders
  return roles.includes('visitor') ? bodyLimits.ofStrangers : bodyLimits.ofOthers
}

async function readBytes(request: Request, bodyLimit: number): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > bodyLimit)
    throw new Refusal('too-large', 'The request is too large.')
  const reader = request.body?.getReader()
  if (!reader) return Buffer.alloc(0)
  // The server itself waits minutes for a body, because pictures come over slow lines.
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
      if (late) throw new Refusal('invalid', 'The request took too long.')
      if (done) return Buffer.concat(chunks)
      size += value.byteLength
      if (size > bodyLimit) throw new Refusal('too-large', 'The request is too large.')
      chunks.push(value)
    }
  } catch (error) {
    // Nobody is there any more to read the answer.
    if ((error as { code?: string }).code === 'ECONNRESET')
      throw new Refusal('invalid', 'The request broke off.')
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function readJson(request: Request, bodyLimit: number): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== undefined && type !== 'application/json')
    throw new Refusal('wrong-type', 'Send JSON (content-type application/json).')
  const bytes = await readBytes(request, bodyLimit)
  if (bytes.length === 0) return {}
  if (type === undefined) throw new Refusal('wrong-type', 'Send JSON (content-type application/json).')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal('invalid', 'The body is not valid JSON.')
  }
}

function jsonResponse(value: unknown): Response {
  return new Response(JSON.stringify(value), { status: 200, headers: { 'content-type': 'application/json' } })
}

interface FileReply {
  bytes: Uint8Array<ArrayBuffer>
  name: string
}

/** Shown in the browser; its own viewer is let in, which the policy of other answers would keep out. */
function fileResponse(type: string, { bytes, name }: FileReply): Response {
  return new Response(bytes, {
    headers: {
      'content-type': type,
      'content-disposition': `inline; filename="${name.replace(/[^\w.-]/g, '_')}"`,
      'content-security-policy':
        "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  })
}

interface StreamReply {
  pieces: AsyncIterable<string>
  name: string
}

/** Made piece by piece as the reader takes them; a reader who goes away ends the making. */
function streamResponse({ pieces, name }: StreamReply): Response {
  return new Response(ReadableStream.from(pieces).pipeThrough(new TextEncoderStream()), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`,
    },
  })
}

function pageResponse(c: HttpContext, { items, total, next }: Page<unknown>): Response {
  const response = jsonResponse(items)
  response.headers.set('x-total-count', String(total))
  if (next !== undefined) {
    const url = new URL(c.req.url)
    url.searchParams.set('cursor', next)
    response.headers.set('link', `<${url.pathname}${url.search}>; rel="next"`)
  }
  return response
}
