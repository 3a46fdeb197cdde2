/** Starts the shop: reads config, opens the database, starts web and worker in one process. */
import { existsSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { readAdminPaths } from './admin/paths.ts'
import { openAdminPages } from './admin/serve-pages.ts'
import { createApp } from './app.ts'
import {
  type Config,
  ConfigError,
  type CourierAccess,
  type PaymentAccess,
  readConfig,
  secretValues,
  StartError,
} from './config.ts'
import { openDataFolder } from './data-folder.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open-database.ts'
import { explainMissingRights } from './db/rights.ts'
import { runAsWorkload } from './db/workload.ts'
import { seedShop } from './seed/seed-shop.ts'
import { demoAccountsError } from './seed/demo-accounts.ts'
import type { RegisterParcels } from './seed/demo-orders.ts'
import { openAnswerer } from './http/answer.ts'
import { openDrain } from './http/drain.ts'
import { type MemoryHandler, openMemoryHandler } from './page-cache/serve-from-memory.ts'
import { securityHeaders } from './http/headers.ts'
import { openLoadLimit } from './http/load-limit.ts'
import { openLog } from './observe/log.ts'
import { type ApiFetch, openPages, type Pages } from './http/pages.ts'
import { watchRequests } from './http/watch-requests.ts'
import { openJobs } from './jobs/queue.ts'
import { startJobWorkers } from './worker/job-handlers.ts'
import { startTimers } from './worker/timers.ts'
import { openSmtp } from './mail/provider.ts'
import { uploadOriginOf } from './media/image-host.ts'
import { openPictureStore } from './media/picture-store.ts'
import { openPictures } from './media/serve.ts'
import { openGauges } from './metrics/gauges.ts'
import { maskAlways, maskCrashes } from './observe/mask.ts'
import { openMetricsServer } from './metrics/metrics-server.ts'
import { openSpanExporter } from './observe/otlp.ts'
import { watchOutgoing } from './observe/outgoing.ts'
import { startTracing, stopTracing } from './observe/trace.ts'
import { openRazorpay } from './payments/razorpay.ts'
import {
  guardCourier,
  guardPayments,
  openBucketBreaker,
  openCourierBreaker,
  openLabelBreaker,
  openPaymentBreaker,
} from './providers/guard-providers.ts'
import { missingSettings, rehearsalWords, standInsRefused } from './rehearsal.ts'
import { secretsOf } from './secrets.ts'
import { unknownKey } from './sellers/reseal-bank-accounts.ts'
import { openShiprocket } from './shipping/shiprocket.ts'
import type { Shop } from './shop.ts'

/** Replaces providers that are not configured; set by the development kit (sandbox/). */
export interface ProviderOverrides {
  payment?: PaymentAccess
  courier?: CourierAccess
  smtpUrl?: string
  /** For the parcels of the demo shop. */
  rememberParcels?: RegisterParcels
  fetch?: (request: Request) => Promise<Response>
}

export interface StartOptions {
  sandbox?: ProviderOverrides
  /** The folder of the web build; null starts the API alone. */
  buildDir?: string | null
  /** The administrator's pages; without it where the shop's are. */
  adminPages?: boolean
  checkReplies?: boolean
  work?: boolean
}

export interface RunningServer {
  url: string
  adminUrl: string
  demo: boolean
  dataDir: string
  shop: Shop
  stop(): Promise<void>
}

const builtIn = fileURLToPath(new URL('../build', import.meta.url))

/** Starts everything and answers when the first request can be served. Throws StartError with one clear line. */
export async function startServer(given: Config, options: StartOptions = {}): Promise<RunningServer> {
  const overrides = options.sandbox ?? {}
  const config: Config = {
    ...given,
    payment: given.payment ?? overrides.payment,
    courier: given.courier ?? overrides.courier,
    smtpUrl: given.smtpUrl ?? overrides.smtpUrl,
  }
  const refused = standInsRefused(given)
  if (refused) throw new StartError(refused)
  if (!config.payment || !config.courier || !config.smtpUrl)
    throw new StartError(
      `${missingSettings(config)} missing, and only npm start (scripts/start.ts) brings stand-ins for them.`,
    )
  maskAlways(secretValues(config))
  const log = openLog(config.logLevel)
  openDataFolder(config.dataDir)
  const secrets = secretsOf(config)
  const database = await openDatabase(config, log, { serving: true })
  const stops: (() => Promise<void> | void)[] = [watchOutgoing(), ...sendTraces(config, log), database.stop]
  try {
    await runAsWorkload('background', () => explainMissingRights(() => migrate(database.db)))
    const demoLeft = config.production ? await demoAccountsError(database.db) : undefined
    if (demoLeft) throw new StartError(demoLeft)
    const mail = openSmtp(config.smtpUrl, { name: config.brandName, address: config.supportEmail })
    stops.push(() => mail.close())
    const jobs = await explainMissingRights(() => openJobs(database.db, log))
    stops.push(jobs.stop)
    const breakers = {
      payment: openPaymentBreaker(),
      courier: openCourierBreaker(),
      labels: openLabelBreaker(),
      bucket: openBucketBreaker(),
    }
    const shop: Shop = {
      config,
      db: database.db,
      jobs,
      mail,
      secrets,
      log,
      payments: guardPayments(openRazorpay(config.payment), breakers.payment),
      pictures: openPictureStore(config, log, breakers.bucket),
      courier: guardCourier(openShiprocket(config.courier), breakers.courier, breakers.labels),
    }
    const strange = await unknownKey(database.db, secrets)
    if (strange) log.error(strange)
    const rehearsal = rehearsalWords(config)
    if (rehearsal) log.warn(rehearsal)
    const demo = await runAsWorkload('background', () =>
      seedShop(shop, given.courier ? undefined : overrides.rememberParcels),
    )
    const buildDir = options.buildDir === undefined ? builtIn : options.buildDir
    if (
      buildDir &&
      !['server/index.js', 'admin/console.js'].every((file) => existsSync(path.join(buildDir, file)))
    )
      throw new StartError('The pages are not built: run npm run build.')
    let ready = true
    const pages = buildDir ? await openPages(buildDir, log) : undefined
    const pictures = openPictures(shop.pictures)
    const headers = headersFor(config, pages)
    const app = createApp({
      shop,
      pages,
      adminPages: options.adminPages || buildDir ? openAdminPages(shop, buildDir ?? builtIn) : undefined,
      pictures,
      sandbox: overrides.fetch,
      headers,
      checkReplies: options.checkReplies ?? false,
      ready: () => ready,
    })
    const framework = getRequestListener(app.fetch, { hostname: config.host })
    const answer = openAnswerer(log)
    const limit = openLoadLimit({
      maxInFlight: config.maxInFlight,
      security: headers,
      rehearsal,
      log,
    })
    stops.push(limit.stop)
    const next: RequestListener = (request, response) =>
      limit.run(request, response, () => framework(request, response))
    let memoryHandler: MemoryHandler | undefined
    if (pages) {
      const api: ApiFetch = async (request) => app.fetch(request)
      memoryHandler = await openMemoryHandler({ shop, pages, pictures, api, answer, limit, headers, next })
      stops.push(memoryHandler.stop)
    }
    if (config.metrics) {
      const parts = () => [
        ...limit.gauges(),
        ...Object.values(breakers).map((breaker) => breaker.gauge()),
        ...(memoryHandler?.gauges() ?? []),
      ]
      const gauges = openGauges({ shop, parts })
      stops.push(gauges.stop)
      stops.push((await openMetricsServer(config.metrics, () => gauges.read())).stop)
    }
    const drain = openDrain()
    const server = await listen(watchRequests(memoryHandler?.listener ?? next, { ...config, drain }), config)
    let stopTimers = async () => {}
    // What was accepted is answered and what was begun is ended; the steps after it need nobody's patience.
    stops.push(async () => {
      await atMost(8_000, Promise.all([drain.end(server, 7_000), stopTimers(), jobs.rest()]))
    })
    if (options.work !== false) {
      await startJobWorkers(shop)
      stopTimers = startTimers(shop)
    }
    const { overview } = await readAdminPaths(database.db)
    const stop = async () => {
      ready = false
      // Balancers read /readyz and send nobody here any more.
      if (config.drainSeconds > 0) await sleep(config.drainSeconds * 1_000)
      for (const step of stops.splice(0).reverse()) await atMost(9_000, step())
    }
    return {
      url: config.publicUrl,
      adminUrl: `${config.publicUrl}/${overview}`,
      demo,
      dataDir: database.dataDir,
      shop,
      stop,
    }
  } catch (error) {
    for (const step of stops.reverse()) await step()
    throw error
  }
}

/** Where a collector is configured, spans go there; the answer is how to stop. */
function sendTraces({ traces }: Config, log: Shop['log']): (() => Promise<void>)[] {
  if (!traces) return []
  const exporter = openSpanExporter({ ...traces, log })
  startTracing({ share: traces.share, export: exporter.add })
  return [
    async () => {
      stopTracing()
      await exporter.stop()
    },
  ]
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

function listen(listener: RequestListener, config: Config): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(listener).listen(config.port, config.host, () => resolve(server))
    server.requestTimeout = 300_000
    server.headersTimeout = 15_000
    // Longer than a proxy in front keeps a connection (nginx: a minute): a request must not meet the end of one.
    server.keepAliveTimeout = 75_000
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

/** Whether a step of the ending is through or not: nothing holds the process up. */
function atMost(ms: number, step: Promise<unknown> | void): Promise<unknown> {
  return Promise.race([step, sleep(ms, undefined, { ref: false })])
}

/** `node server/main.ts`: production, without the development kit. */
async function main(): Promise<void> {
  maskCrashes()
  try {
    const running = await startServer(readConfig(process.env))
    let stopping = false
    const stop = () => {
      if (stopping) return
      stopping = true
      void running.stop().then(() => process.exit(0))
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
  } catch (error) {
    if (error instanceof ConfigError || error instanceof StartError)
      process.stderr.write(`${error.message}\n`)
    else throw error
    process.exit(1)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
