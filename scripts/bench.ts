/**
 * `npm run bench`: measures this checkout. `-- requests memory` takes only these parts (bench/README.md), `--against=<folder>` an
 * older checkout in turns with this one, and `--write` writes bench/RESULTS.md.
 */
import { parseArgs } from 'node:util'
import { parts, usual } from '../bench/parts.ts'
import { machineNow, writeResult } from '../bench/results.ts'
import { sidesOf } from '../bench/sides.ts'
import { markdownOf } from '../bench/table.ts'
import { buildWeb } from './web-build.ts'

const { values, positionals } = parseArgs({
  options: { against: { type: 'string' }, write: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const abort = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
process.on('disconnect', () => process.exit(1))

const wanted = positionals.length > 0 ? positionals : usual
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts: ${Object.keys(parts).join(' ')}.`)
  process.exit(1)
}
const sides = sidesOf(values.against)
await buildWeb(abort.signal)
for (const name of wanted) {
  const measured = machineNow()
  const tables = (await parts[name]?.(sides)) ?? []
  console.log([`\n## ${name}`, ...tables.map(markdownOf)].join('\n\n'))
  if (values.write) writeResult(name, { measured, tables })
}
process.exit(0)
