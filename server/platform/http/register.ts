/**
 * Serves the contract's endpoints over HTTP. Every request passes the same steps in this order: origin check, session, role and
 * duties, limits of calls, recent login, validation, second person, handler, reply. A handler can therefore rely on the role,
 * the duties and validated input.
 */
import { changesData, type EndpointSpec } from '../../../contract/endpoint.ts'
import { runAsCaller, type Caller } from '../caller.ts'
import type { Tx } from '../db/client.ts'
import { runAsWorkload, type Workload } from '../db/workload.ts'
import { Refusal } from '../refusal.ts'
import type { CallFacts } from '../second-person.ts'
import type { Session } from '../session.ts'
import { type CallInput, isAllowed, type RequestPolicy, requireRole } from './authorize.ts'
import { serializeCookie } from './cookies.ts'
import { refusalResponse } from './errors.ts'
import { apiBase, type HttpApp, type HttpContext, incomingOf } from './http-app.ts'
import { refuseOtherSites, requireOwnOrigin } from './origin.ts'
import { isProviderCall, openAccountLimit, providerCalls } from './provider-calls.ts'
import { readBytes, readJson } from './read-body.ts'
import { replyWith, requireShape } from './reply.ts'
import type { RequestContext, Handler } from './request-context.ts'
import { setRoutePattern } from './watch-requests.ts'

/** Binds a handler to an endpoint; the parameter of every feature's routes function. */
export type Registrar = <E extends EndpointSpec>(spec: E, handler: Handler<E>, facts?: FactsOf<E>) => void

/**
 * What a call that needs a second person is about, for the one who decides. Refuses what cannot be done at all. Read when the
 * call is asked for, when it is shown, and in the transaction that makes it (`requireAsAsked`).
 */
export type FactsOf<E extends EndpointSpec> = (
  tx: Tx,
  input: Pick<RequestContext<E>, 'params' | 'body'>,
) => Promise<CallFacts>

/** Mounts an endpoint, and its POST alias if it has one, on the app. */
export function register<E extends EndpointSpec>(
  app: HttpApp,
  policy: RequestPolicy,
  spec: E,
  handler: Handler<E>,
  facts?: FactsOf<E>,
): void {
  requireDeclarations(spec, facts !== undefined)
  const mount = (method: string, path: string) => {
    const pattern = apiBase + path.replace(/\{(\w+)\}/g, ':$1')
    const workload = workloadOf(spec, pattern)
    const run: Handler<E> = workload ? (context) => runAsWorkload(workload, () => handler(context)) : handler
    app.on(method, pattern, (c) => {
      setRoutePattern(incomingOf(c), pattern)
      return serve(c, policy, spec, run, facts)
    })
  }
  mount(spec.method, spec.path)
  if (spec.alias) mount(spec.alias.method, spec.alias.path)
}

function requireDeclarations(spec: EndpointSpec, hasFacts: boolean): void {
  const lacks = (what: string) => new Error(`${spec.path} declares no ${what}`)
  if (spec.roles.length === 0) throw lacks('roles')
  if (spec.roles.includes('ADMIN') && !spec.duties?.length) throw lacks('duties')
  if (spec.roles.includes('SELLER') && !spec.areas?.length) throw lacks('areas')
  if (spec.secondPerson && !spec.recentLogin) throw lacks('recent login')
  if (spec.secondPerson && !hasFacts) throw lacks('facts for the second person')
}

/** The share of the connection pool that a request may use (db/workload.ts); undefined for reads, which have no limit of their own. */
function workloadOf(spec: EndpointSpec, path: string): Workload | undefined {
  if (!changesData(spec)) return undefined
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
  facts?: FactsOf<E>,
): Promise<Response> {
  const { headers } = c.req.raw
  const { ip, requestId, cookies } = c.get('facts')
  // Hono routes HEAD to the GET handler. A GET that writes must not run for a HEAD, which clients take to be safe.
  if (changesData(spec) && c.req.method === 'HEAD')
    return new Response(null, { status: 405, headers: { allow: 'GET' } })
  if (changesData(spec) && !spec.raw) requireOwnOrigin(headers, policy.ownOrigins(c.req.raw))
  if (spec.recentLogin && spec.file) refuseOtherSites(headers)
  const session = await policy.findSession(cookies)
  const userAgent = headers.get('user-agent')?.slice(0, 300) ?? ''
  const caller: Caller = {
    actor: personOf(session),
    ip,
    userAgent,
    requestId,
    sharesSlots: policy.checkReplies && !isProviderCall(c.req.path),
    // Webhooks have no limits: their signature says who sends them.
    ...(policy.checkReplies && !spec.raw && { costs: spec.costly ?? [] }),
  }
  if (session && !isAllowed(spec, session))
    await runAsCaller(caller, async () => policy.onForbidden?.(session, spec))
  requireRole(policy, spec, session)
  // Before it is counted: refused calls use up nothing of the few that a person has.
  if (spec.recentLogin && session) policy.requireRecentLogin(session)
  policy.countCall(spec, session?.accountId, ip)
  const setCookies: string[] = []
  const input: CallInput = {
    params: c.req.param(),
    body: spec.body ? readJson(c) : undefined,
  }
  const context: RequestContext = {
    ...parseInput(spec, input),
    query: parse(spec.query, c.req.query(), 'query') as RequestContext['query'],
    session,
    ip,
    userAgent,
    requestId,
    cookies,
    headers,
    rawBody: spec.raw ? readBytes(c) : Buffer.alloc(0),
    setCookie: (name, value, options) =>
      setCookies.push(serializeCookie(name, value, { ...options, secure: policy.secureCookies })),
  }
  const held =
    spec.secondPerson && session && facts
      ? await runAsCaller(caller, async () =>
          runAsWorkload('write', () =>
            policy.holdCall(session, spec, input, (tx) => facts(tx, context as unknown as RequestContext<E>)),
          ),
        )
      : undefined
  if (held) return c.json(held, 202, { 'cache-control': 'no-store' })
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
    spec.roles.includes('visitor') && !changesData(spec) ? 'no-cache' : 'no-store',
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

/** Refuses as `parse` does. */
export function parseInput(spec: EndpointSpec, { params, body }: CallInput) {
  return {
    params: parse(spec.params, params, 'params') as RequestContext['params'],
    body: (spec.body ? parse(spec.body, body, 'body') : undefined) as RequestContext['body'],
  }
}

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
