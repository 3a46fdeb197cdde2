/** A server process of the harness, with points at which it can be ended: `node node.ts '{"name":…,"port":…}'`. */
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { arm, type Armed, asOperation, layPoints, seenPoints, withPoints } from './points.ts'

export interface NodeTask {
  name: string
  port: number
  /** The URL that buyers know, the same for all nodes. */
  publicUrl: string
  dataDir: string
  databaseUrl: string
  payment: { apiUrl: string; scriptUrl: string; keyId: string; keySecret: string; webhookSecret: string }
  courier: { apiUrl: string; email: string; password: string; webhookToken: string }
  smtpUrl: string
  hitsFile: string
  /** How far this machine's clock is ahead of the others. */
  clockAheadMs: number
}
export type NodeMessage = { arm: Armed } | { askSeen: true }

// Half of a start is reading and compiling modules, and a run starts hundreds of nodes.
enableCompileCache(fileURLToPath(new URL('../../.cache/compile', import.meta.url)))
const task = JSON.parse(process.argv[2] ?? '') as NodeTask
if (task.clockAheadMs !== 0) setClockAhead(task.clockAheadMs)
layPoints(task.hitsFile)
process.on('message', (message: NodeMessage) => {
  if ('arm' in message) arm(message.arm)
  else process.send?.({ seen: seenPoints() })
})
// A harness that was killed leaves no node behind.
process.on('disconnect', () => process.exit(0))
await start()
// By hand, because a process that is killed does not come to write it.
flushCompileCache()
process.send?.({ ready: true })

/** The server is loaded after the clock and the points are laid. */
async function start(): Promise<void> {
  const { readConfig } = await import('../../server/platform/config/config.ts')
  const { startServer } = await import('../../server/process/start-server.ts')
  const { startJobWorkers } = await import('../../server/process/job-handlers.ts')
  const { cheapHashes } = await import('../setup/cheap-hashes.ts')
  const { payment, courier, smtpUrl } = task
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: String(task.port),
    PUBLIC_URL: task.publicUrl,
    DATA_DIR: task.dataDir,
    DATABASE_URL: task.databaseUrl,
    SEED: 'none',
    LOG_LEVEL: process.env.FAULTS_LOG ?? 'fatal',
    MAX_IN_FLIGHT: '1000',
    // Few accounts stand for many buyers.
    CALLS_PER_MINUTE: '99999',
    CALLS_PER_DAY: '99999',
    TRUST_PROXY: 'true',
    RAZORPAY_ROUTE: 'true',
  })
  const { shop } = await startServer(
    { ...config, hashCost: cheapHashes, declaredLimits: false, sweepSeconds: 1, webhookDebounceSeconds: 0 },
    { sandbox: { payment, courier, smtpUrl }, buildDir: null, work: false },
  )
  Object.assign(shop, {
    payments: withPoints('payments', shop.payments),
    courier: withPoints('courier', shop.courier),
    mail: withPoints('mail', shop.mail),
  })
  await startJobWorkers(shop)
  await startSweeps(shop)
}

/** The timers of server/process/timers.ts that move money or stock, each under its name and once a second. */
async function startSweeps(shop: import('../../server/platform/shop.ts').Shop): Promise<void> {
  const { runAsWorkload } = await import('../../server/platform/db/workload.ts')
  const { sweeps } = await import('./sweeps.ts')
  for (const [name, sweep] of Object.entries(sweeps)) {
    let running = false
    setInterval(() => {
      if (running) return
      running = true
      runAsWorkload('background', () => asOperation(`timer ${name}`, () => sweep(shop)))
        .catch((error: unknown) => shop.log.error({ err: error, timer: name }, 'timer failed'))
        .finally(() => (running = false))
    }, 1_000)
  }
}

/** Another date for everything in this process; timers and durations are those of the machine. */
function setClockAhead(ms: number): void {
  const Real = Date
  class Ahead extends Real {
    constructor(...given: ConstructorParameters<typeof Date> | []) {
      if (given.length === 0) super(Real.now() + ms)
      else super(...given)
    }
    static override now(): number {
      return Real.now() + ms
    }
  }
  globalThis.Date = Ahead as DateConstructor
}
