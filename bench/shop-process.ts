/**
 * The shop of a checkout, with stand-ins that are another process: `node shop-process.ts <checkout> <addresses as JSON>`, and the
 * settings from the environment.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { seedDemoShop as SeedDemoShop } from '../demo/seed/shop.ts'
import type { startServer as StartServer } from '../server/process/start-server.ts'
import type { readConfig as ReadConfig } from '../server/platform/config/config.ts'

const environment = { ...process.env }
// React reads it when it is loaded; the settings stay those of a shop with stand-ins.
process.env.NODE_ENV = 'production'
const [, , checkout = '', standIns = 'null'] = process.argv

/** Imports the first of these files that the checkout has: an older one may have it elsewhere. */
async function importOf(...places: string[]): Promise<Record<string, unknown>> {
  const found = places.map((place) => path.join(checkout, place)).find((file) => existsSync(file))
  if (found === undefined) throw new Error(`${checkout} has none of ${places.join(', ')}`)
  return import(pathToFileURL(found).href) as Promise<Record<string, unknown>>
}

const { readConfig } = (await importOf('server/platform/config/config.ts', 'server/config.ts')) as {
  readConfig: typeof ReadConfig
}
const { startServer } = (await importOf('server/process/start-server.ts', 'server/main.ts')) as {
  startServer: typeof StartServer
}
// In an older checkout the server seeds itself.
const seeder = existsSync(path.join(checkout, 'demo/seed/shop.ts')) ? await importOf('demo/seed/shop.ts') : {}
const { seedDemoShop } = seeder as { seedDemoShop?: typeof SeedDemoShop }
const sandbox = JSON.parse(standIns) ?? {}
const server = await startServer(readConfig(environment), {
  sandbox,
  seed: async (shop) => seedDemoShop?.(shop),
})
process.on('disconnect', () => process.exit(0))
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
process.send?.('ready')
