/** A shop in a child process that tests kill: `node shop-process.ts '{"port":…,"dataDir":…,"payment":…,"courier":…,"smtpUrl":…}'`. */
import { flushCompileCache } from 'node:module'
import { readConfig } from '../../server/platform/config/config.ts'
import type { CourierAccess, PaymentAccess } from '../../server/platform/config/providers.ts'
import { startServer } from '../../server/process/start-server.ts'
import { cheapHashes } from './cheap-hashes.ts'

interface Task {
  port: number
  /** Where it is not its own: pictures have addresses there. */
  publicUrl?: string
  dataDir: string
  /** Without it the embedded one. */
  databaseUrl?: string
  payment: PaymentAccess
  courier: CourierAccess
  smtpUrl: string
}

const { port, publicUrl, dataDir, databaseUrl, payment, courier, smtpUrl } = JSON.parse(
  process.argv[2] ?? '',
) as Task
const config = readConfig({
  NODE_ENV: 'test',
  PORT: String(port),
  PUBLIC_URL: publicUrl,
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  SEED: 'none',
  LOG_LEVEL: 'error',
})
await startServer(
  { ...config, sweepSeconds: 1, webhookDebounceSeconds: 0, hashCost: cheapHashes, declaredLimits: false },
  { sandbox: { payment, courier, smtpUrl }, buildDir: null },
)
// Node writes the cache at the end of a process, and this one will be killed.
flushCompileCache()
process.stdout.write('ready\n')
