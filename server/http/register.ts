/**
 * Serves the contract's endpoints over HTTP. Every request passes the same steps in this order: origin check, session,
 * role, validation, handler, reply. A handler can therefore rely on the role and on validated input.
 */
import type { IncomingMessage } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { Context, Hono } from 'hono'
import type { EndpointSpec } from '../../contract/endpoint.ts'
import { secondFactorRequired } from '../../contract/admin-security.ts'
import { runAsCaller, type Caller } from '../caller.ts'
import { runAsWorkload, type Workload } from '../db/workload.ts'
import { Refusal } from '../refusal.ts'
import type { Page } from '../keyset-page.ts'
import type { Session } from '../session.ts'
import type { RequestContext, Handler } from './request-context.ts'
import { serializeCookie } from './cookies.ts'
import { refusalResponse } from './errors.ts'
import { requireOwnOrigin } from './origin.ts'
import { openAccountShares, providerCalls } from './provider-calls.ts'
import { setRoutePattern } from './watch-requests.ts'

export const apiBase = '/api/v1'
/**
 * In bytes. A body that comes slowly gives up its place at the door (load-limit.ts) and goes on being held in memory for half a
 * minute, thousands of them at a time: so strangers get no more room than their forms need, and providers what news take.
 */
const bodyLimits = { ofStrangers: 50_000, ofProviders: 200_000, ofOthers: 1_000_000 }
const bodyMs = 30_000

export interface RequestPolicy {
  ownOrigins(request: Request): readonly string[]
  secureCookies: boolean
  findSession(cookies: Record<string, string>): Promise<Session | null>
  /** Validate every reply against its schema. On in tests only, so that a wrong shape fails there. */
  checkReplies: boolean
  /** An administrator without a second factor may only set one up. */
  secondFactorRequired: boolean
  /** Called when a signed-in account requests an endpoint that its role does not allow. */
  onForbidden?(session: Session, spec: EndpointSpec): Promise<void>
}

export interface RequestFacts {
  ip: string
  requestId: string
  cookies: Record<string, string>
}

/** Binds a handler to an endpoint; the parameter of every feature's routes function. */
export type Registrar = <E extends EndpointSpec>(spec: E, handler: Handler<E>) => void

export type HttpApp = Hono<{ Variables: { facts: RequestFacts } }>

/** Mounts an endpoint, and its POST alias if it has one, on the app. */
export function register<E extends EndpointSpec>(
  app: HttpApp,
  policy: RequestPolicy,
  spec: E,
  handler: Handler<E>,
): void {
  if (spec.roles.length === 0) throw new Error(`${spec.path} declares no roles`)
  const mount = (method: string, path: string) => {
    const pattern = apiBase + path.replace(/\{(\w+)\}/g, ':$1')
    const workload = workloadOf(spec, pattern)
    const working: Handler<E> = workload
      ? (context) => runAsWorkload(workload, () => handler(context))
      : handler
    app.on(method, pattern, (c) => {
      setRoutePattern(incomingOf(c), pattern)
      return answer(c, policy, spec, working)
    })
  }
  mount(spec.method, spec.path)
  if (spec.alias) mount(spec.alias.method, spec.alias.path)
}

/** The share of the connection pool that a request may use (db/workload.ts); undefined for reads, which have no limit of their own. */
function workloadOf({ mutates }: EndpointSpec, path: string): Workload | undefined {
  if (!mutates) return undefined
  if (providerCalls.payment.test(path)) return 'payment'
  if (providerCalls.settlement.test(path)) return 'settlement'
  return path.startsWith(`${apiBase}/auth/`) ? 'sign-in' : 'write'
}

/** The Node request; undefined for the API requests that server rendering makes in-process. */
export function incomingOf(c: Context): IncomingMessage | undefined {
  return (c.env as { incoming?: IncomingMessage } | undefined)?.incoming
}

/** Counted for each process, like the slots of load-limit.ts. */
const shares = openAccountShares()

type HttpContext = Context<{ Variables: { facts: RequestFacts } }>

async function answer<E extends EndpointSpec>(
  c: HttpContext,
  policy: RequestPolicy,
  spec: E,
  handler: Handler<E>,
): Promise<Response> {
  const { headers } = c.req.raw
  const facts = c.get('facts')
  // Hono routes HEAD to the GET handler. A GET that writes must not run for a HEAD, which clients take to be safe.
  if (spec.mutates && c.req.method === 'HEAD')
    return new Response(null, { status: 405, headers: { allow: 'GET' } })
  if (spec.mutates && !spec.raw) requireOwnOrigin(headers, policy.ownOrigins(c.req.raw))
  const session = await policy.findSession(facts.cookies)
  const userAgent = headers.get('user-agent')?.slice(0, 300) ?? ''
  const caller: Caller = { actor: personOf(session), ip: facts.ip, userAgent, requestId: facts.requestId }
  if (session && !isAllowed(spec, session))
    await runAsCaller(caller, async () => policy.onForbidden?.(session, spec))
  requireRole(policy, spec, session)
  const setCookies: string[] = []
  const rawBody = spec.raw ? await readBytes(c.req.raw, bodyLimitOf(spec)) : Buffer.alloc(0)
  const context: RequestContext = {
    params: parse(spec.params, c.req.param(), 'params') as RequestContext['params'],
    query: parse(spec.query, c.req.query(), 'query') as RequestContext['query'],
    body: (spec.body
      ? parse(spec.body, await readJson(c.req.raw, bodyLimitOf(spec)), 'body')
      : undefined) as RequestContext['body'],
    session,
    ip: facts.ip,
    userAgent,
    requestId: facts.requestId,
    cookies: facts.cookies,
    headers,
    rawBody,
    setCookie: (name, value, options) =>
      setCookies.push(serializeCookie(name, value, { ...options, secure: policy.secureCookies })),
  }
  const response = await runAsCaller(caller, () =>
    replyOf(c, policy, spec, () =>
      shares.run(session?.accountId, c.req.path, async () =>
        handler(context as unknown as RequestContext<E>),
      ),
    ),
  )
  for (const cookie of setCookies) response.headers.append('set-cookie', cookie)
  if (spec.clearsSiteData) response.headers.set('clear-site-data', '"storage"')
  response.headers.set(
    'cache-control',
    spec.roles.includes('visitor') && !spec.mutates ? 'no-cache' : 'no-store',
  )
  return response
}

/** Turns a refusal into a response here instead of rethrowing it: otherwise cookies that the handler had set would be lost. */
async function replyOf(
  c: HttpContext,
  policy: RequestPolicy,
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
  if (policy.checkReplies) requireShape(spec, spec.paged ? (result as Page<unknown>).items : result)
  if (spec.file === 'text/csv') return streamResponse(result as StreamReply)
  if (spec.file) return fileResponse(spec.file, result as FileReply)
  return spec.paged ? pageResponse(c, result as Page<unknown>) : jsonResponse(result)
}

/** Throws for a reply that does not match its schema. An extra field fails too: it may leak private data. */
function requireShape({ path, reply, file }: EndpointSpec, result: unknown): void {
  const parsed = reply.parse(result)
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
  if (!file && !isDeepStrictEqual(plain(parsed), plain(result)))
    throw new Error(`${path} answers more than its schema says`)
}

/** The same policy for a route outside the contract (the upload): checks origin, session and role, returns the session. */
export async function authorize(c: HttpContext, policy: RequestPolicy, spec: Asked): Promise<Session> {
  requireOwnOrigin(c.req.raw.headers, policy.ownOrigins(c.req.raw))
  const session = await policy.findSession(c.get('facts').cookies)
  requireRole(policy, spec, session)
  if (!session) throw new Refusal('signed-out', 'Please log in.')
  return session
}

type Asked = Pick<EndpointSpec, 'roles' | 'beforeSecondFactor'>

const isAllowed = ({ roles }: Asked, { role }: Session) => roles.includes('visitor') || roles.includes(role)
const personOf = (session: Session | null) => session && { id: session.accountId, name: session.email }

function requireRole(policy: RequestPolicy, spec: Asked, session: Session | null): void {
  if (spec.roles.includes('visitor')) return
  if (!session) throw new Refusal('signed-out', 'Please log in.')
  if (!isAllowed(spec, session)) throw new Refusal('forbidden', 'Your account may not do this.')
  const missingSecondFactor = policy.secondFactorRequired && session.role === 'ADMIN' && !session.secondFactor
  if (missingSecondFactor && !spec.beforeSecondFactor)
    throw new Refusal('forbidden', secondFactorRequired, { fields: { secondFactor: secondFactorRequired } })
}

function parse(schema: EndpointSpec['body'], value: unknown, part: 'params' | 'query' | 'body'): unknown {
  if (!schema) return {}
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || part] ??= issue.message
  // A malformed id gets the same answer as an unknown one.
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
      if (late) throw new Refusal('invalid', 'The request took too long.')
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

/** Sends a file to show in the browser. Its policy allows the browser's PDF viewer, which the default policy would block. */
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

/** Streams a CSV file with backpressure; when the client disconnects the generator is ended. */
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
