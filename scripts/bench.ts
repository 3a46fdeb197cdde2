/**
 * `npm run bench`: prints the tables of bench/RESULTS.md. `-- api search` measures only these parts (bench/README.md), `--write`
 * writes the tables to that file.
 */
import { parseArgs } from 'node:util'
import { parts } from '../bench/parts.ts'
import { machineNow, writeResults } from '../bench/results.ts'
import { takeTables } from '../bench/table.ts'
import { buildWeb } from './web-build.ts'

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const abort = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
process.on('disconnect', () => process.exit(1))

const wanted = positionals.length > 0 ? positionals : Object.keys(parts)
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts: ${Object.keys(parts).join(' ')}.`)
  process.exit(1)
}
await buildWeb(abort.signal)
for (const name of wanted) {
  console.log(`\n## ${name}\n`)
  const machine = machineNow()
  await parts[name]?.()
  const tables = takeTables()
  if (values.write) writeResults(name, tables, machine)
}
process.exit(0)
