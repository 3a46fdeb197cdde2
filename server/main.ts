/** Starts the shop: reads config, opens the database, starts web and worker in one process. */
import { existsSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import path from 'node:path'
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
  StartError,
} from './config.ts'
import { openDataFolder } from './data-folder.ts'
import { openDb, proveConnection } from './db/client.ts'
import { startEmbeddedDatabase } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { seedShop } from './db/seed.ts'
import type { RememberParcels } from './db/seed/demo-orders.ts'
import { openFront } from './http/front.ts'
import { securityHeaders } from './http/headers.ts'
import { openLog } from './http/log.ts'
import { type ApiFetch, openPages, type Pages } from './http/pages.ts'
import { openJobs } from './jobs/queue.ts'
import { workJobs } from './jobs/register.ts'
import { startTimers } from './jobs/timers.ts'
import { openMail } from './mail/provider.ts'
import { uploadOriginOf } from './media/image-host.ts'
import { openPictureStore } from './media/picture-store.ts'
import { openPictures } from './media/serve.ts'
import { openRazorpay } from './payments/razorpay.ts'
import { masterKey, openSecrets } from './secrets.ts'
import { openShiprocket } from './shipping/shiprocket.ts'
import type { Shop } from './shop.ts'

/** What the development kit brings where no real provider is configured. */
export interface Kit {
  payment?: PaymentAccess
  courier?: CourierAccess
  smtpUrl?: string
  /** For the parcels of the demo shop. */
  rememberParcels?: RememberParcels
  fetch?: (request: Request) => Promise<Response>
}

export interface StartOptions {
  sandbox?: Kit
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
  const kit = options.sandbox ?? {}
  const config: Config = {
    ...given,
    payment: given.payment ?? kit.payment,
    courier: given.courier ?? kit.courier,
    smtpUrl: given.smtpUrl ?? kit.smtpUrl,
  }
  if (!config.payment)
    throw new StartError(
      'RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET are needed to take payments.',
    )
  if (!config.courier)
    throw new StartError(
      'SHIPROCKET_EMAIL, SHIPROCKET_PASSWORD and SHIPROCKET_WEBHOOK_TOKEN are needed to send parcels.',
    )
  if (!config.smtpUrl) throw new StartError('SMTP_URL is needed to send e-mail.')
  const log = openLog(config.logLevel)
  openDataFolder(config.dataDir)
  const secrets = openSecrets(masterKey(config.appSecret, config.dataDir))
  const database = await openDatabase(config, log)
  const stops: (() => Promise<void> | void)[] = [database.stop]
  try {
    await migrate(database.db)
    const jobs = await openJobs(database.db, log)
    stops.push(jobs.stop)
    const mail = openMail(config.smtpUrl, { name: config.brandName, address: config.supportEmail })
    stops.push(() => mail.close())
    const shop: Shop = {
      config,
      db: database.db,
      jobs,
      mail,
      secrets,
      log,
      payments: openRazorpay(config.payment),
      pictures: openPictureStore(config, log),
      courier: openShiprocket(config.courier),
    }
    const demo = await seedShop(shop, given.courier ? undefined : kit.rememberParcels)
    const buildDir = options.buildDir === undefined ? builtIn : options.buildDir
    if (
      buildDir &&
      !['server/index.js', 'admin/console.js'].every((file) => existsSync(path.join(buildDir, file)))
    )
      throw new StartError('The pages are not built: run npm run build.')
    let ready = true
    const pages = buildDir ? await openPages(buildDir) : undefined
    const pictures = openPictures(shop.pictures)
    const headers = headersFor(config, pages)
    const app = createApp({
      shop,
      pages,
      adminPages: options.adminPages || buildDir ? openAdminPages(shop, buildDir ?? builtIn) : undefined,
      pictures,
      kit: kit.fetch,
      headers,
      checkReplies: options.checkReplies ?? false,
      ready: () => ready,
    })
    const framework = getRequestListener(app.fetch, { hostname: config.host })
    let listener: RequestListener = (request, response) => void framework(request, response)
    if (pages) {
      const api: ApiFetch = async (request) => app.fetch(request)
      const front = await openFront({ shop, pages, pictures, api, headers, next: listener })
      stops.push(front.stop)
      listener = front.listener
    }
    const server = await listen(listener, config)
    stops.push(() => close(server))
    if (options.work !== false) {
      await workJobs(shop)
      stops.push(startTimers(shop))
    }
    const { overview } = await readAdminPaths(database.db)
    const stop = async () => {
      ready = false
      for (const step of stops.splice(0).reverse()) await step()
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

async function openDatabase(config: Config, log: Shop['log']) {
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost')
  if (config.databaseUrl) {
    const db = openDb({ connection: { connectionString: config.databaseUrl }, onError })
    const { host, pathname } = new URL(config.databaseUrl)
    try {
      await proveConnection(db, `${host}${pathname}`)
    } catch (error) {
      await db.close()
      throw error
    }
    return { db, dataDir: config.dataDir, stop: () => db.close() }
  }
  const embedded = await startEmbeddedDatabase({
    dataDir: path.join(config.dataDir, 'postgres'),
    log: (line) => log.debug({ line }, 'postgres'),
  })
  const db = openDb({ connection: embedded.connection, ensure: () => embedded.ensure(), onError })
  return {
    db,
    dataDir: embedded.dataDir,
    stop: async () => {
      await db.close()
      await embedded.stop()
    },
  }
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

/** Lets running requests end, at most ten seconds. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), 10_000)
    server.close(() => {
      clearTimeout(force)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/** `node server/main.ts`: production, without the development kit. */
async function main(): Promise<void> {
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
