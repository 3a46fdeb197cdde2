/** The server on one screen: the order of middleware, every feature's routes, pages last. */
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { endpoints } from '../../contract/endpoints.ts'
import type { EndpointSpec } from '../../contract/endpoint.ts'
import { isRefusedAsDeleted } from '../people/identity/accounts.ts'
import { addressRoutes } from '../people/addresses/routes.ts'
import { adminHomePath } from '../administration/paths.ts'
import { recordForbidden } from '../administration/record-forbidden.ts'
import { holdCall, type HeldCall, operationOf } from '../administration/approvals/approvals.ts'
import { approvalRoutes } from '../administration/approvals/routes.ts'
import { administratorRoutes } from '../administration/administrators/routes.ts'
import { ownDataRoutes } from '../administration/erasure/routes.ts'
import { adminRoutes } from '../administration/routes.ts'
import type { AdminPages } from '../administration/serve-pages.ts'
import { cartRoutes } from '../buying/cart/routes.ts'
import { couponRoutes } from '../buying/coupons/routes.ts'
import { deliveryChargeRoutes } from '../buying/delivery-charge/routes.ts'
import { catalogueRoutes } from '../catalogue/routes.ts'
import { questionRoutes } from '../catalogue/questions/routes.ts'
import { reviewRoutes } from '../catalogue/reviews/routes.ts'
import { checkoutRoutes } from '../buying/checkout/routes.ts'
import { DatabaseUnavailable } from '../platform/db/connection-errors.ts'
import { openCallLimits } from '../platform/http/call-limits.ts'
import { apiDocsPage } from '../platform/http/api-docs.ts'
import { constantReply } from '../platform/http/constant-reply.ts'
import { readCookies } from '../platform/http/cookies.ts'
import { defaultRetryAfterSeconds, refusalResponse, unexpectedResponse } from '../platform/http/errors.ts'
import { isRefusedAsHeld, ShopHeld } from '../platform/hold/held.ts'
import { loggedPath } from '../platform/observe/log.ts'
import { openApiDocument } from '../platform/http/openapi.ts'
import type { ApiFetch, Pages } from '../platform/http/pages.ts'
import type { RequestPolicy } from '../platform/http/authorize.ts'
import {
  apiBase,
  type HttpApp,
  type HttpContext,
  incomingOf,
  type RequestFacts,
} from '../platform/http/http-app.ts'
import { register, type Registrar } from '../platform/http/register.ts'
import { settingsRoutes } from '../administration/settings-routes.ts'
import { settlementRoutes } from '../money/settlements/routes.ts'
import { shopDocumentRoutes } from '../money/shop-documents/routes.ts'
import { setRoutePattern } from '../platform/http/watch-requests.ts'
import { requireRecentLogin } from '../people/identity/confirm-login.ts'
import { identityRoutes } from '../people/identity/routes.ts'
import { findSession } from '../people/identity/sessions.ts'
import { uploadRoute } from '../platform/media/upload-route.ts'
import type { Pictures } from '../platform/media/serve.ts'
import { addressOf } from '../platform/network.ts'
import { counter } from '../platform/observe/meters.ts'
import { ProviderUnavailable } from '../platform/providers/payments/provider.ts'
import { CourierUnavailable } from '../platform/providers/courier/provider.ts'
import { invoiceRoutes } from '../money/invoices/routes.ts'
import { dispatchRoutes } from '../fulfilment/dispatch/routes.ts'
import { figureRoutes } from '../fulfilment/figures/routes.ts'
import { findArriving } from '../fulfilment/promise/find-arriving.ts'
import { promiseRoutes } from '../fulfilment/promise/routes.ts'
import { orderRoutes } from '../fulfilment/orders/routes.ts'
import { notFound, Refusal } from '../platform/refusal.ts'
import { rehearsalWords } from '../platform/rehearsal.ts'
import type { Shop } from '../platform/shop.ts'
import { kinds } from '../fulfilment/returns/kinds.ts'
import { disputeRoutes } from '../fulfilment/disputes/routes.ts'
import { claimRoutes } from '../fulfilment/claims/routes.ts'
import { weightRoutes } from '../fulfilment/weights/routes.ts'
import { complaintRoutes } from '../fulfilment/complaints/routes.ts'
import { orderMessageRoutes } from '../fulfilment/order-messages/routes.ts'
import { returnRoutes } from '../fulfilment/returns/routes.ts'
import { pinRoutes } from '../people/pins/routes.ts'
import { sellerRoutes } from '../people/sellers/routes.ts'
import { teamRoutes } from '../people/team/routes.ts'
import { importRoutes } from '../selling/imports/routes.ts'
import { importUploadRoute } from '../selling/imports/receive-file.ts'
import { sellingRoutes } from '../selling/routes.ts'
import { seoRoutes } from '../catalogue/seo/routes.ts'
import { sql } from '../platform/db/sql.ts'
import { taxRoutes } from '../money/tax/routes.ts'
import { wishlistRoutes } from '../buying/wishlist/routes.ts'

const readyMs = 2_000
const unanswered = counter(
  'hariyali_unanswered_total',
  'Requests answered 503 because the database or a provider did not answer in time.',
  ['by'],
)

export interface AppOptions extends HealthOptions {
  shop: Shop
  /** The web build; without it the API runs alone (API tests). */
  pages?: Pages | undefined
  adminPages?: AdminPages | undefined
  pictures: Pictures
  /** The development kit's own pages under /dev and /sandbox. */
  sandbox?: ((request: Request) => Promise<Response>) | undefined
  /** The security headers of every response. */
  headers: Readonly<Record<string, string>>
  checkReplies?: boolean
}

interface HealthOptions {
  shop: Pick<Shop, 'db'>
  /** False while the process drains. */
  ready: () => boolean
  /** Whether a node that reads the changes of the catalogue has read them a moment ago. */
  hearsDatabase?: (() => Promise<boolean>) | undefined
}

/** Connects every endpoint of the contract with its handler. */
function registerEndpoints(shop: Shop, registrar: Registrar): void {
  const held = new Map<string, HeldCall>()
  const route: Registrar = (spec, handler, facts) => {
    if (spec.secondPerson && facts)
      held.set(operationOf(spec), { spec, handler, facts } as unknown as HeldCall)
    registrar(spec, handler, facts)
  }
  settingsRoutes(shop, route)
  identityRoutes(shop, route, (role) => adminHomePath(shop.db, role))
  addressRoutes(shop, route)
  pinRoutes(route)
  promiseRoutes(shop, route)
  catalogueRoutes(shop, route, (pin, day) => findArriving(shop.db, pin, day))
  reviewRoutes(shop, route)
  questionRoutes(shop, route)
  taxRoutes(shop, route)
  cartRoutes(shop, route)
  couponRoutes(shop, route)
  deliveryChargeRoutes(shop, route)
  wishlistRoutes(shop, route)
  checkoutRoutes(shop, route)
  invoiceRoutes(shop, route)
  orderRoutes(shop, route, kinds)
  dispatchRoutes(shop, route)
  returnRoutes(shop, route)
  claimRoutes(shop, route)
  weightRoutes(shop, route)
  complaintRoutes(shop, route)
  orderMessageRoutes(shop, route)
  figureRoutes(shop, route)
  disputeRoutes(shop, route)
  sellerRoutes(shop, route)
  teamRoutes(shop, route)
  sellingRoutes(shop, route)
  importRoutes(shop, route)
  settlementRoutes(shop, route)
  shopDocumentRoutes(shop, route)
  adminRoutes(shop, route)
  ownDataRoutes(shop, route)
  administratorRoutes(shop, route)
  approvalRoutes(shop, route, held)
}

/** The names of all endpoints that have a handler. */
export function registeredEndpoints(): string[] {
  const seen: EndpointSpec[] = []
  registerEndpoints({} as Shop, (spec) => void seen.push(spec))
  return Object.entries(endpoints)
    .filter(([, spec]) => seen.includes(spec))
    .map(([id]) => id)
}

/**
 * The whole shop behind the load limit: the API, pictures and uploads, the pages, and the files for search engines and probes.
 */
export function createApp(options: AppOptions): HttpApp {
  const { shop, pages, pictures, sandbox } = options
  const app: HttpApp = new Hono()
  app.use(compress({ threshold: 1_024 }))
  watchAndLog(app, options)
  app.onError((error, c) => errorResponse(shop, error, c))
  serveHealth(app, options)
  const policy = requestPolicy(options)
  registerEndpoints(shop, (spec, handler, facts) => register(app, policy, spec, handler, facts))
  serveApiDocs(app, shop)
  app.all('/api/*', () => {
    throw new Refusal('not-found', 'There is no such call.')
  })
  seoRoutes(shop, app)
  uploadRoute(shop, app, policy)
  importUploadRoute(shop, app, policy)
  app.get('/media/*', (c) => pictures.answer(c.req.raw))
  if (sandbox) {
    if (!shop.config.production) app.all('/dev/*', (c) => sandbox(c.req.raw))
    app.all('/sandbox/*', (c) => sandbox(c.req.raw))
  }
  serveAdminPages(app, options, policy)
  if (pages) servePages(app, shop, pages)
  return app
}

/** Sets the context of each request, and the security headers and the request's id on each response; logs one line. */
function watchAndLog(app: HttpApp, { shop: { config, log }, headers }: AppOptions): void {
  app.use(async (c, next) => {
    const started = performance.now()
    const requestId = randomUUID()
    const facts: RequestFacts = {
      requestId,
      ip: addressOf(c.req.header('x-forwarded-for'), incomingOf(c)?.socket.remoteAddress, config.trustProxy),
      cookies: readCookies(c.req.raw.headers),
    }
    c.set('facts', facts)
    await next()
    for (const [name, value] of Object.entries(headers))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    c.res.headers.set('x-request-id', requestId)
    const ms = Math.round(performance.now() - started)
    // A page's own calls do not come over the network; the visitor's request has its own line.
    log[(c.env as object | undefined) === undefined ? 'debug' : 'info'](
      { requestId, method: c.req.method, path: loggedPath(c.req.path), status: c.res.status, ms },
      'request',
    )
  })
}

function errorResponse({ log }: Shop, error: Error, c: HttpContext): Response {
  if (error instanceof Refusal) return refusalResponse(error)
  if (isRefusedAsHeld(error)) return refusalResponse(new ShopHeld())
  if (isRefusedAsDeleted(error)) return refusalResponse(notFound('There is no such account.'))
  const { requestId } = c.get('facts')
  const dependency = unavailableDependency(error)
  if (dependency === undefined) {
    log.error({ err: error, requestId, path: loggedPath(c.req.path) }, 'unexpected error')
    return unexpectedResponse(requestId)
  }
  unanswered.inc({ by: dependency })
  log.warn(
    { err: error, requestId, path: loggedPath(c.req.path), passing: dependency },
    'no answer: told to come again',
  )
  return refusalResponse(
    new Refusal('unavailable', 'We cannot answer right now. Please try again in a moment.'),
  )
}

/** The probes of a worker: whether it lives, and whether it works. */
export function createProbes(options: HealthOptions): HttpApp {
  const app: HttpApp = new Hono()
  serveHealth(app, options)
  return app
}

function serveHealth(app: HttpApp, { shop: { db }, ready, hearsDatabase }: HealthOptions): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    const up = ready() && (await (hearsDatabase?.() ?? answersSoon(db)))
    return c.json({ status: up ? 'ready' : 'not ready' }, up ? 200 : 503)
  })
}

function requestPolicy({ shop, checkReplies = false }: AppOptions): RequestPolicy {
  const { publicUrl, secondFactorRequired } = shop.config
  return {
    ownOrigins: (request) => [publicUrl, new URL(request.url).origin],
    secureCookies: publicUrl.startsWith('https:'),
    findSession: (cookies) => findSession(shop, cookies),
    checkReplies,
    secondFactorRequired,
    countCall: openCallLimits(shop.config),
    requireRecentLogin,
    holdCall: (session, spec, input, facts) => holdCall(shop, session, spec, input, facts),
    onForbidden: (session, spec) => recordForbidden(shop, session, spec),
  }
}

function serveApiDocs(app: HttpApp, { config }: Shop): void {
  // Made for the first reader, because most starts have none.
  let made: ReturnType<typeof openApiDocument> | undefined
  const document = () => (made ??= openApiDocument(endpoints, config))
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
  const page = () => apiDocsPage(document(), rehearsalWords(config))
  app.get(
    `${apiBase}/openapi.json`,
    constantReply('application/json', () => JSON.stringify(document())),
  )
  app.get('/api/docs', constantReply('text/html; charset=utf-8', page, { 'content-security-policy': policy }))
}

function serveAdminPages(app: HttpApp, { adminPages }: AppOptions, policy: RequestPolicy): void {
  if (!adminPages) return
  app.on(['GET', 'HEAD'], '*', async (c, next) => {
    const page = await adminPages.answer(c.req.raw, () => policy.findSession(c.get('facts').cookies))
    return page ?? next()
  })
}

/** The pages that differ between visitors, and those that the page cache leaves to the framework. */
function servePages(app: HttpApp, { config }: Shop, pages: Pages): void {
  const api: ApiFetch = async (request) => app.fetch(request)
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const { method, headers } = c.req.raw
    const { pathname, search } = new URL(c.req.url)
    setRoutePattern(incomingOf(c), pages.pattern(pathname))
    // Absolute URLs in pages have the shop's public address, whatever the Host header of this visitor says.
    const asked = new Request(config.publicUrl + pathname + search, { method, headers })
    const page = await pages.page(asked, api)
    if (page.status === 503) page.headers.set('retry-after', String(defaultRetryAfterSeconds))
    if (!page.headers.has('cache-control')) page.headers.set('cache-control', 'private, no-cache')
    return page
  })
}

/** The service that did not respond, if that is why a request failed; a later retry may succeed. */
function unavailableDependency(error: unknown): 'database' | 'payment' | 'courier' | undefined {
  if (error instanceof DatabaseUnavailable) return 'database'
  if (error instanceof ProviderUnavailable) return 'payment'
  return error instanceof CourierUnavailable ? 'courier' : undefined
}

/** A database that hangs counts as unreachable. */
function answersSoon(db: Shop['db']): Promise<boolean> {
  return Promise.race([
    db.query(sql`select 1`).then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), readyMs).unref()),
  ])
}
