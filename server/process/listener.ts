/** The listeners of a shop: the one on its port, and the one of /metrics where that is configured. */
import { existsSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { openAdminPages } from '../administration/serve-pages.ts'
import { createApp, createProbes } from './app.ts'
import { type Config, StartError } from '../platform/config/config.ts'
import { openAnswerer } from '../platform/http/answer.ts'
import { openArrivals } from '../platform/http/arrivals.ts'
import { type Drain, openDrain } from '../platform/http/drain.ts'
import { securityHeaders } from '../platform/http/headers.ts'
import { type LoadLimit, openLoadLimit } from '../platform/http/load-limit.ts'
import { openPages, type Pages } from '../platform/http/pages.ts'
import { watchRequests } from '../platform/http/watch-requests.ts'
import { uploadOriginOf } from '../platform/media/image-host.ts'
import { openPictures } from '../platform/media/serve.ts'
import { openGauges } from '../administration/gauges.ts'
import { countPages, openDayCounts } from '../fulfilment/figures/count-days.ts'
import { openMetricsServer } from '../platform/observe/metrics-server.ts'
import type { Gauge } from '../platform/observe/meters.ts'
import type { ProviderOverrides } from './open-providers.ts'
import { type MemoryHandler, openMemoryHandler } from '../platform/page-cache/serve-from-memory.ts'
import { rehearsalWords } from '../platform/rehearsal.ts'
import type { Shop } from '../platform/shop.ts'
import type { Shutdown } from '../platform/shutdown.ts'

export interface ListenerOptions {
  /** The folder of the web build, by default build/; null starts the API alone. */
  buildDir?: string | null
  /** Serves the administrator's pages without the shop's, too. */
  adminPages?: boolean
  /** Compares every reply with its schema (tests). */
  checkReplies?: boolean
}

interface ListenerParts {
  shop: Shop
  options: ListenerOptions
  overrides: ProviderOverrides
  providerGauges: () => Gauge[]
  /** Whether /readyz reports this node as ready. */
  ready: () => boolean
  /** Receives the steps that close what is opened here, except the listener itself, which `drain` closes. */
  shutdown: Shutdown
}

const builtIn = fileURLToPath(new URL('../../build', import.meta.url))

/** Listens on the port of the settings. Throws StartError with one clear line where the pages are not built or the port is not free. */
export async function openListener(parts: ListenerParts): Promise<{ server: Server; drain: Drain }> {
  const { shop, options, shutdown } = parts
  const { config, log } = shop
  if (config.role === 'worker') return openProbes(parts)
  const buildDir = options.buildDir === undefined ? builtIn : options.buildDir
  if (buildDir) requireBuild(buildDir)
  const pages = buildDir ? await openPages(buildDir, log) : undefined
  const pictures = openPictures(shop.pictures)
  const headers = headersFor(config, pages)
  let memoryHandler: MemoryHandler | undefined
  const app = createApp({
    shop,
    pages,
    adminPages: options.adminPages || buildDir ? openAdminPages(shop, buildDir ?? builtIn) : undefined,
    pictures,
    sandbox: parts.overrides.fetch,
    headers,
    checkReplies: options.checkReplies ?? false,
    ready: parts.ready,
    ...(pages && { hearsDatabase: async () => (await memoryHandler?.hearsDatabase()) ?? false }),
  })
  const framework = getRequestListener(app.fetch, { hostname: config.host })
  const answer = openAnswerer(log)
  const arrivals = openArrivals()
  const limit = openLoadLimit({
    maxInFlight: config.maxInFlight,
    maxBurst: config.maxBurst,
    security: headers,
    rehearsal: rehearsalWords(config),
    trustProxy: config.trustProxy,
    arrivals,
    log,
  })
  shutdown.add(limit.stop)
  const next: RequestListener = (request, response) =>
    limit.run(request, response, () => framework(request, response))
  if (pages) {
    const api = async (request: Request) => app.fetch(request)
    memoryHandler = await openMemoryHandler({ shop, pages, pictures, api, answer, limit, headers, next })
    shutdown.add(memoryHandler.stop)
  }
  await serveMetrics(parts, limit, memoryHandler)
  const drain = openDrain()
  shutdown.add(openDayCounts(shop))
  const watch = { ...config, drain, onAnswered: countPages(shop) }
  const server = await listen(watchRequests(memoryHandler?.listener ?? next, watch), config)
  server.on('connection', arrivals.note)
  return { server, drain }
}

/** A worker listens for probes only: load balancers and service managers call it like a node. */
async function openProbes(parts: ListenerParts): Promise<{ server: Server; drain: Drain }> {
  const { config } = parts.shop
  const probes = getRequestListener(createProbes(parts).fetch, { hostname: config.host })
  await serveMetrics(parts)
  const drain = openDrain()
  const listener: RequestListener = (request, response) => void probes(request, response)
  return { server: await listen(watchRequests(listener, { ...config, drain }), config), drain }
}

function requireBuild(buildDir: string): void {
  if (!['server/index.js', 'admin/console.js'].every((file) => existsSync(path.join(buildDir, file))))
    throw new StartError('The pages are not built: run npm run build.')
}

function headersFor(config: Config, pages: Pages | undefined): Record<string, string> {
  const { payment, publicUrl } = config
  return securityHeaders({
    scriptHashes: pages?.scriptHashes ?? [],
    paymentOrigin: payment?.scriptUrl.startsWith('https:') ? new URL(payment.scriptUrl).origin : undefined,
    uploadOrigin: uploadOriginOf(config),
    https: publicUrl.startsWith('https:'),
  })
}

async function serveMetrics(
  { shop, providerGauges, shutdown }: ListenerParts,
  limit?: LoadLimit,
  memoryHandler?: MemoryHandler,
): Promise<void> {
  const { metrics } = shop.config
  if (!metrics) return
  const parts = () => [...(limit?.gauges() ?? []), ...providerGauges(), ...(memoryHandler?.gauges() ?? [])]
  const gauges = openGauges({ shop, parts })
  shutdown.add(gauges.stop)
  shutdown.add((await openMetricsServer(metrics, () => gauges.read())).stop)
}

function listen(listener: RequestListener, config: Config): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(listener).listen(config.port, config.host, () => resolve(server))
    server.requestTimeout = 300_000
    server.headersTimeout = 15_000
    // Longer than a proxy in front keeps an idle connection (nginx: a minute): otherwise a request that the proxy sends
    // could reach a connection which is just being closed.
    server.keepAliveTimeout = 75_000
    // A client that reads and sends nothing is gone. Longer than a proxy waits for the reply (a minute).
    server.timeout = 120_000
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(new StartError(`Port ${config.port} is already in use: set PORT to another one.`))
      else if (error.code === 'EACCES')
        reject(
          new StartError(`Port ${config.port} may not be opened by this user: set PORT to one above 1023.`),
        )
      else reject(new StartError(`Cannot listen on ${config.host}:${config.port}: ${error.message}.`))
    })
  })
}
