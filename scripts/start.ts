/**
 * `npm start`: builds the pages if needed and runs the shop, with stand-ins for every provider that has no keys, in one
 * process. `npm run dev` starts it with `--without-pages`, because Vite serves the pages there.
 */
import { environment } from './environment.ts' // first
import path from 'node:path'
import { parseArgs } from 'node:util'
import { seedDemoShop } from '../demo/seed/shop.ts'
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts'
import { type Config, ConfigError, readConfig, StartError } from '../server/platform/config/config.ts'
import { openDataFolder } from '../server/platform/data-folder.ts'
import { type RunningServer, startServer } from '../server/process/start-server.ts'
import type { ProviderOverrides } from '../server/process/open-providers.ts'
import { errorText, maskCrashes } from '../server/platform/observe/mask.ts'
import { rehearsalWords, standInsRefused } from '../server/platform/rehearsal.ts'
import { clockRoute } from './clock/route.ts'
import { stopSignal } from './stop-signal.ts'
import { buildAdminPages, buildWeb, isWebBuilt } from './web-build.ts'

const { values: flags } = parseArgs({ options: { 'without-pages': { type: 'boolean' } } })
maskCrashes()
const signal = stopSignal()
try {
  await main()
  process.exit(0)
} catch (error) {
  if (signal.aborted) process.exit(0)
  if (error instanceof ConfigError || error instanceof StartError) console.error(error.message)
  else console.error(errorText(error))
  process.exit(1)
}

async function main(): Promise<void> {
  const config = readConfig(environment)
  const refused = standInsRefused(config)
  if (refused) throw new StartError(refused)
  const pages = !flags['without-pages']
  openDataFolder(config.dataDir)
  const sandbox = config.payment && config.courier && config.smtpUrl ? undefined : await openSandbox(config)
  // Beside the start and the filling of the database; the listener needs the pages.
  const built = pages ? buildIfNeeded() : buildAdminPages(signal)
  built.catch(() => {}) // thrown again in `seed`
  try {
    let clock: ((request: Request) => Promise<Response>) | undefined
    let hasDemo = false
    const server = await startServer(config, {
      ownWorker: true,
      seed: async (shop) => {
        hasDemo = await seedDemoShop(
          shop,
          config.courier ? undefined : sandbox?.rememberParcels,
          config.payment ? undefined : sandbox?.rememberOrders,
        )
        await built
      },
      ...(sandbox && { sandbox: overridesOf(config, sandbox, (request) => clock?.(request)) }),
      ...(!pages && { buildDir: null, adminPages: true }),
    })
    if (sandbox) clock = clockRoute(server.shop, sandbox)
    try {
      console.log(welcome(config, server, hasDemo))
      process.send?.('ready')
      await aborted(signal)
    } finally {
      await server.stop()
    }
  } finally {
    await built.catch(() => {})
    await sandbox?.stop()
  }
}

async function buildIfNeeded(): Promise<void> {
  if (isWebBuilt()) return
  console.log('Building the pages (after changes only, some seconds) ...')
  await buildWeb(signal)
}

function openSandbox(config: Config): Promise<Sandbox> {
  return startSandbox({
    dataDir: config.dataDir,
    shopUrl: config.publicUrl,
    controls: !config.production,
  })
}

/** Stand-ins for the providers that have no keys in the settings. */
function overridesOf(
  config: Config,
  sandbox: Sandbox,
  clock: (request: Request) => Promise<Response> | undefined,
): ProviderOverrides {
  return {
    ...(!config.payment && { payment: sandbox.payment }),
    ...(!config.courier && { courier: sandbox.courier }),
    ...(!config.smtpUrl && { smtpUrl: sandbox.smtpUrl }),
    fetch: async (request) =>
      (new URL(request.url).pathname === '/dev/clock' ? await clock(request) : undefined) ??
      sandbox.fetch(request),
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function welcome(config: Config, server: RunningServer, hasDemo: boolean): string {
  const seconds = performance.now() / 1000 // since the process began
  const rows: [string, string][] = [
    ['Shop', server.url],
    ['Admin', `${server.adminUrl} (log in as an administrator first)`],
    ['API', `${server.url}/api/docs`],
  ]
  if (!config.smtpUrl && !config.production) rows.push(['Mailbox', `${server.url}/dev/mailbox`])
  rows.push(['Data', config.dataDir])
  if (!config.databaseUrl && server.dataDir !== path.join(config.dataDir, 'postgres')) {
    rows.push(['Database', server.dataDir])
  }
  if (hasDemo) {
    rows.push(['Log in as', ['buyer', 'seller', 'admin'].map((name) => `${name}@hariyali.test`).join(', ')])
    rows.push(['', 'each with the password green-demo'])
  }
  const rehearsal = rehearsalWords(config)
  if (rehearsal) rows.push(['Beware', rehearsal])
  const lines = rows.map(([name, value]) => `  ${name.padEnd(10)} ${value}`)
  return [
    '',
    `${config.brandName} is ready after ${seconds.toFixed(1)} s. Ctrl-C ends it.`,
    '',
    ...lines,
    '',
  ].join('\n')
}
