/**
 * `deploy/cluster/up [FOLDER] [--port=7000] [--nodes=2] [--workers=1] [--empty]`: the shop on one machine as it runs on several.
 * Returns when it is ready; `deploy/cluster/down [FOLDER]` ends it.
 */
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startDatabase } from './database.ts'
import { openLayout, portOf } from './layout.ts'
import { findMissingPackages } from './packages.ts'
import { openServices } from './services.ts'
import { shopUrl, startShop } from './shop.ts'

const text = { type: 'string' } as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: text, nodes: text, workers: text, empty: { type: 'boolean' } },
})
const folder = path.resolve(positionals[0] ?? path.join(os.tmpdir(), 'hariyali-cluster'))
const missing = findMissingPackages()
if (missing !== undefined) {
  console.error(missing)
  process.exit(1)
}
const layout = openLayout(folder, {
  port: Number(values.port ?? 7000),
  nodes: Number(values.nodes ?? 2),
  workers: Number(values.workers ?? 1),
})
const services = openServices(folder)
if (services.names().some((name) => services.runs(name))) {
  console.error(`A cluster runs in ${folder}: deploy/cluster/down ${folder} ends it.`)
  process.exit(1)
}
await startDatabase(layout, services)
await startShop(layout, services, { seed: values.empty ? 'none' : 'demo' })
console.log(`The shop: ${shopUrl(layout)}, with the demo accounts of npm start
Its database: port ${portOf(layout, 'primary')}, accounts hariyali_owner and hariyali, passwords in ${folder}/secrets.json
patronictl -c ${folder}/patroni-1.yml list
Nodes: ${portOf(layout, 'node', 1)} and following; logs: ${folder}/log
deploy/cluster/down ${folder} ends it.`)
