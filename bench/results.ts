/** RESULTS.md, which is made of what each part has written to results/. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { parts } from './parts.ts'
import { root } from './sides.ts'
import { markdownOf, type Table } from './table.ts'

const folder = path.join(root, 'bench', 'results')

interface Result {
  measured: string
  tables: Table[]
}

const intro = `# Results

Made by \`npm run bench -- --write\` from \`results/\` beside it; [README.md](README.md) says how each part measures. The shop has one
core of two; the load, PostgreSQL and the stand-ins share the other one. Only figures of one run can be compared.`

/** The machine before a part is measured. */
export function machineNow(): string {
  const date = new Date().toISOString().slice(0, 10)
  return `${date}, ${availableParallelism()} cores, load of the machine before: ${(loadavg()[0] ?? 0).toFixed(1)}`
}

export function writeResult(part: string, { measured, tables }: Result): void {
  mkdirSync(folder, { recursive: true })
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' })
  const result = { measured: `${measured}, commit ${commit.trim()}`, tables }
  writeFileSync(path.join(folder, `${part}.json`), `${JSON.stringify(result, null, 1)}\n`)
  const blocks = Object.keys(parts).flatMap((name) => {
    const file = path.join(folder, `${name}.json`)
    if (!existsSync(file)) return []
    const known = JSON.parse(readFileSync(file, 'utf8')) as Result
    const day = known.measured.replace(/,.*, /, ', ')
    return [`## ${name} (${day})`, ...known.tables.map(markdownOf)]
  })
  writeFileSync(path.join(root, 'bench', 'RESULTS.md'), `${[intro, ...blocks].join('\n\n')}\n`)
}
