/** One server process of a bench, whose providers and database are other processes: `node shop-process.ts '{"port":…}'`. */
import { seedDemoShop } from '../demo/seed/shop.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { startServer } from '../server/process/start-server.ts'
import type { ProviderOverrides } from '../server/process/open-providers.ts'

export interface ShopTask {
  port: number
  dataDir: string
  databaseUrl: string
  /** A replica for public reads. */
  readUrl?: string
  /** What an empty database is filled with: the demo shop, where this is not given. */
  seed?: 'none'
  providers: Pick<ProviderOverrides, 'payment' | 'courier' | 'smtpUrl'>
}

const task = JSON.parse(process.argv[2] ?? '') as ShopTask
process.on('disconnect', () => process.exit(0))
const config = readConfig({
  PORT: String(task.port),
  DATA_DIR: task.dataDir,
  DATABASE_URL: task.databaseUrl,
  ...(task.readUrl !== undefined && { DATABASE_READ_URL: task.readUrl }),
  SEED: task.seed ?? 'demo',
  LOG_LEVEL: 'error',
})
const server = await startServer(config, { sandbox: task.providers, seed: (shop) => seedDemoShop(shop) })
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
process.send?.({ ready: true })
