/** Starts the shop: reads the settings, opens the database and the providers, starts listener and worker in one process. */
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readAdminPaths } from './admin/paths.ts'
import { type Config, ConfigError, readConfig, secretValues, StartError } from './config.ts'
import { openDataFolder } from './data-folder.ts'
import { migrate } from './db/migrate.ts'
import type { Db } from './db/client.ts'
import { openDatabase } from './db/open-database.ts'
import { explainMissingRights } from './db/rights.ts'
import { runAsWorkload } from './db/workload.ts'
import { openJobs } from './jobs/queue.ts'
import { type ListenerOptions, openListener } from './listener.ts'
import { openLog } from './observe/log.ts'
import { maskAlways, maskCrashes } from './observe/mask.ts'
import { watchOutgoing } from './observe/outgoing.ts'
import { startTracing, stopTracing } from './observe/trace.ts'
import { completeConfig, openProviders, type ProviderOverrides } from './open-providers.ts'
import { startOwnWorker } from './own-worker.ts'
import { rehearsalWords } from './rehearsal.ts'
import { secretsOf } from './secrets.ts'
import { demoAccountsError } from './seed/demo-accounts.ts'
import { seedShop } from './seed/seed-shop.ts'
import { unknownKey } from './sellers/reseal-bank-accounts.ts'
import type { Shop } from './shop.ts'
import { atMost, openShutdown } from './shutdown.ts'
import { startJobWorkers } from './worker/job-handlers.ts'
import { startTimers } from './worker/timers.ts'

export interface StartOptions extends ListenerOptions {
  sandbox?: ProviderOverrides
  /** Whether this process works jobs and runs the timers; by default what SHOP_ROLE says. */
  work?: boolean
  /** Whether a process that would do both starts another one for jobs and timers where WORKER_PROCESS says so. */
  ownWorker?: boolean
}

export interface RunningServer {
  url: string
  adminUrl: string
  demo: boolean
  dataDir: string
  shop: Shop
  stop(): Promise<void>
}

/** Starts everything and answers when the first request can be served. Throws StartError with one clear line. */
export async function startServer(given: Config, options: StartOptions = {}): Promise<RunningServer> {
  const overrides = options.sandbox ?? {}
  const config = completeConfig(given, overrides)
  maskAlways(secretValues(config))
  const log = openLog(config.logLevel)
  openDataFolder(config.dataDir)
  const secrets = secretsOf(config)
  const database = await openDatabase(config, log, { serving: true })
  const shutdown = openShutdown()
  shutdown.add(watchOutgoing(), await sendTraces(config, log), database.stop)
  try {
    await prepareDatabase(database.db, config)
    const { gauges: providerGauges, ...providers } = openProviders(config, log)
    shutdown.add(() => providers.mail.close())
    const ownWorker = options.ownWorker === true && config.role === 'all' && config.ownWorker
    const role = ownWorker ? 'web' : config.role
    const works = options.work ?? role !== 'web'
    const jobs = await explainMissingRights(() => openJobs(database.db, log, { role }))
    shutdown.add(jobs.stop)
    const shop: Shop = { config, db: database.db, jobs, secrets, log, ...providers }
    await logWarnings(shop)
    const demo = await runAsWorkload('background', () =>
      seedShop(shop, given.courier ? undefined : overrides.rememberParcels),
    )
    let ready = true
    const { server, drain } = await openListener({
      shop,
      options,
      overrides,
      providerGauges,
      ready: () => ready,
      shutdown,
    })
    let stopTimers = async () => {}
    let stopOwnWorker = async () => {}
    // The first step of the shutdown: accepted requests are answered, and jobs and timers that have begun end, in both processes.
    shutdown.add(() =>
      atMost(8_000, Promise.all([drain.end(server, 7_000), stopTimers(), stopOwnWorker(), jobs.rest()])),
    )
    if (works) {
      await startJobWorkers(shop)
      stopTimers = startTimers(shop)
    }
    if (ownWorker) stopOwnWorker = await startOwnWorker(config, database.url, log)
    const { overview } = await readAdminPaths(database.db)
    return {
      url: config.publicUrl,
      adminUrl: `${config.publicUrl}/${overview}`,
      demo,
      dataDir: database.dataDir,
      shop,
      async stop() {
        ready = false
        // Load balancers read /readyz: give them the time to send nothing here any more.
        if (config.drainSeconds > 0) await sleep(config.drainSeconds * 1_000)
        await shutdown.run()
      },
    }
  } catch (error) {
    await shutdown.run()
    throw error
  }
}

/** Brings the schema up to date. Throws StartError where a shop in production still has the demo accounts. */
async function prepareDatabase(db: Db, { production }: Config): Promise<void> {
  await runAsWorkload('background', () => explainMissingRights(() => migrate(db)))
  const demoLeft = production ? await demoAccountsError(db) : undefined
  if (demoLeft) throw new StartError(demoLeft)
}

/** What does not keep the shop from starting, but a person has to know. */
async function logWarnings({ config, db, secrets, log }: Shop): Promise<void> {
  const strange = await unknownKey(db, secrets)
  if (strange) log.error(strange)
  const rehearsal = rehearsalWords(config)
  if (rehearsal) log.warn(rehearsal)
}

/** Sends spans to the collector where one is configured, and returns how to stop. */
async function sendTraces({ traces }: Config, log: Shop['log']): Promise<() => Promise<void>> {
  if (!traces) return async () => {}
  // Not loaded by a shop that traces nothing: the SDK takes a third of a second and 20 MB.
  const { openTracer } = await import('./observe/open-tracer.ts')
  const tracer = openTracer({ ...traces, log })
  startTracing(tracer)
  return async () => {
    stopTracing()
    await tracer.stop()
  }
}

/** `node server/main.ts`: production, without the development kit. */
async function main(): Promise<void> {
  maskCrashes()
  try {
    const running = await startServer(readConfig(process.env), { ownWorker: true })
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
