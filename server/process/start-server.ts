/** Starts the shop: opens the database and the providers, then the listener, the job workers and the timers. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createAdminPaths, readAdminPaths } from '../administration/paths.ts'
import { type Config, secretValues, StartError } from '../platform/config/config.ts'
import { openDataFolder } from '../platform/data-folder.ts'
import { migrate } from '../platform/db/migrate.ts'
import type { Db } from '../platform/db/client.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import { explainMissingRights } from '../platform/db/rights.ts'
import { runAsWorkload } from '../platform/db/workload.ts'
import { openJobs } from '../platform/jobs/queue.ts'
import { type ListenerOptions, openListener } from './listener.ts'
import { openLog } from '../platform/observe/log.ts'
import { maskAlways } from '../platform/observe/mask.ts'
import { watchOutgoing } from '../platform/observe/outgoing.ts'
import { startTracing, stopTracing } from '../platform/observe/trace.ts'
import { completeConfig, openProviders, type ProviderOverrides } from './open-providers.ts'
import { startOwnWorker } from './own-worker.ts'
import { rehearsalWords } from '../platform/rehearsal.ts'
import { secretsOf } from '../platform/secrets.ts'
import { demoAccountsError } from '../people/identity/demo-accounts.ts'
import { unknownKey } from '../people/sellers/reseal-bank-accounts.ts'
import type { Shop } from '../platform/shop.ts'
import { atMost, openShutdown } from '../platform/shutdown.ts'
import { startJobWorkers } from './job-handlers.ts'
import { startAllTimers } from './timers.ts'

export interface StartOptions extends ListenerOptions {
  sandbox?: ProviderOverrides
  /** Whether this process runs jobs and timers; by default as SHOP_ROLE says. */
  work?: boolean
  /** Whether a process that would do both starts another one for jobs and timers where WORKER_PROCESS says so. */
  ownWorker?: boolean
  /** Fills an empty database before the first request, with the demo shop of the development kit. */
  seed?: (shop: Shop) => Promise<unknown>
}

export interface RunningServer {
  url: string
  adminUrl: string
  dataDir: string
  shop: Shop
  stop(): Promise<void>
}

/** Starts everything and returns when the first request can be served. Throws StartError with one clear line. */
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
    const { gauges: providerGauges, ...providers } = openProviders(config, log, database.db)
    shutdown.add(() => providers.mail.close())
    const ownWorker = options.ownWorker === true && config.role === 'all' && config.ownWorker
    const role = ownWorker ? 'web' : config.role
    const works = options.work ?? role !== 'web'
    const jobs = await explainMissingRights(() => openJobs(database.db, log, { role }))
    shutdown.add(jobs.stop)
    const shop: Shop = { config, db: database.db, jobs, secrets, log, ...providers }
    await logWarnings(shop)
    await runAsWorkload('background', async () => {
      await createAdminPaths(shop.db)
      await options.seed?.(shop)
    })
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
    // The first step of the shutdown: accepted requests are answered, and jobs and timers that have begun end, in both
    // processes.
    shutdown.add(() =>
      atMost(8_000, Promise.all([drain.end(server, 7_000), stopTimers(), stopOwnWorker(), jobs.rest()])),
    )
    if (works) {
      await startJobWorkers(shop)
      stopTimers = await startAllTimers(shop)
    }
    if (ownWorker) stopOwnWorker = await startOwnWorker(config, database.url, log)
    const { overview } = await readAdminPaths(database.db)
    return {
      url: config.publicUrl,
      adminUrl: `${config.publicUrl}/${overview}`,
      dataDir: database.dataDir,
      shop,
      async stop() {
        ready = false
        // Load balancers read /readyz: they get time to stop sending requests here.
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

/** Problems that do not prevent the start, but need an operator. */
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
  const { openTracer } = await import('../platform/observe/open-tracer.ts')
  const tracer = openTracer({ ...traces, log })
  startTracing(tracer)
  return async () => {
    stopTracing()
    await tracer.stop()
  }
}
