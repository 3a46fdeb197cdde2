/** The shop of a browser-test run, in a process of its own: `node shop-process.ts PORT DATA_DIR`. Ends with its parent. */
import { seedDemoShop } from '../../demo/seed/shop.ts'
import { startSandbox } from '../../sandbox/sandbox.ts'
import { buildWeb, isWebBuilt } from '../../scripts/web-build.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { startServer } from '../../server/process/start-server.ts'
import { cheapHashes } from '../setup/cheap-hashes.ts'

const [port = '', dataDir = ''] = process.argv.slice(2)
const parentGone = new Promise<void>((resolve) => process.once('disconnect', () => resolve()))

if (!isWebBuilt()) await buildWeb(new AbortController().signal)
const sandbox = await startSandbox({
  controls: true,
  dataDir,
  shopUrl: `http://127.0.0.1:${port}`,
  webhookRetryMs: [200, 500, 1_000],
  courierStepMs: null,
})
const config = readConfig({
  NODE_ENV: 'test',
  PORT: port,
  DATA_DIR: dataDir,
  SEED: 'demo',
  LOG_LEVEL: 'error',
  // Every test comes from an address of its own, so that they do not use up one another's limits.
  TRUST_PROXY: 'true',
  // The other links of the footer are placeholders.
  BULK_FORM_URL: 'https://forms.example/bulk',
  FACEBOOK_URL: 'https://www.facebook.com/hariyali',
})
const server = await startServer(
  { ...config, sweepSeconds: 1, webhookDebounceSeconds: 0, hashCost: cheapHashes, declaredLimits: false },
  { sandbox, seed: (shop) => seedDemoShop(shop, sandbox.rememberParcels, sandbox.rememberOrders) },
)
process.send?.('ready')
await parentGone
await server.stop()
await sandbox.stop()
process.exit(0)
