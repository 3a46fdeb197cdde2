/**
 * Serves the contract's endpoints over HTTP. Every request passes the same steps in this order: origin check, session,
 * role, limits of calls, validation, handler, reply. A handler can therefore rely on the role and on validated input.
 */
import type { EndpointSpec } from '../../../contract/endpoint.ts'
import { runAsCaller, type Caller } from '../caller.ts'
import { runAsWorkload, type Workload } from '../db/workload.ts'
import { Refusal } from '../refusal.ts'
import type { Session } from '../session.ts'
import { isAllowed, type RequestPolicy, requireRole } from './authorize.ts'
import { serializeCookie } from './cookies.ts'
import { refusalResponse } from './errors.ts'
import { apiBase, type HttpApp, type HttpContext, incomingOf } from './http-app.ts'
import { requireOwnOrigin } from './origin.ts'
import { isProviderCall, openAccountLimit, providerCalls } from './provider-calls.ts'
import { readBytes, readJson } from './read-body.ts'
import { replyWith, requireShape } from './reply.ts'
import type { RequestContext, Handler } from './request-context.ts'
import { setRoutePattern } from './watch-requests.ts'

/** Binds a handler to an endpoint; the parameter of every feature's routes function. */
export type Registrar = <E extends EndpointSpec>(spec: E, handler: Handler<E>) => void

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
    const run: Handler<E> = workload ? (context) => runAsWorkload(workload, () => handler(context)) : handler
    app.on(method, pattern, (c) => {
      setRoutePattern(incomingOf(c), pattern)
      return serve(c, policy, spec, run)
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

/** Counted in each process, like the slots of load-limit.ts. */
const accountLimit = openAccountLimit()

async function serve<E extends EndpointSpec>(
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
  const caller: Caller = {
    actor: personOf(session),
    ip: facts.ip,
    userAgent,
    requestId: facts.requestId,
    sharesSlots: policy.checkReplies && !isProviderCall(c.req.path),
  }
  if (session && !isAllowed(spec, session))
    await runAsCaller(caller, async () => policy.onForbidden?.(session, spec))
  requireRole(policy, spec, session)
  policy.countCall(spec, session?.accountId, facts.ip)
  const setCookies: string[] = []
  const rawBody = spec.raw ? await readBytes(c.req.raw, spec) : Buffer.alloc(0)
  const context: RequestContext = {
    params: parse(spec.params, c.req.param(), 'params') as RequestContext['params'],
    query: parse(spec.query, c.req.query(), 'query') as RequestContext['query'],
    body: (spec.body
      ? parse(spec.body, await readJson(c.req.raw, spec), 'body')
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
    respond(c, policy, spec, () =>
      accountLimit.run(session?.accountId, c.req.path, async () =>
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
async function respond(
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
  if (policy.checkReplies) requireShape(spec, result)
  return replyWith(c, spec, result)
}

const personOf = (session: Session | null) => session && { id: session.accountId, name: session.email }

/** Refuses: invalid with the message of each field; not-found for a malformed id in the path. */
function parse(schema: EndpointSpec['body'], value: unknown, part: 'params' | 'query' | 'body'): unknown {
  if (!schema) return {}
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || part] ??= issue.message
  // A malformed id gets the same response as an unknown one.
  if (part === 'params' && Object.keys(fields).some((name) => /id$/i.test(name)))
    throw new Refusal('not-found', 'Not found')
  throw new Refusal('invalid', parsed.error.issues[0]?.message ?? 'Invalid input', { fields })
}
