/** Writes the tables of a part of the bench to RESULTS.md, under its heading; what people write around them stays. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { processorSpeed } from './processor-speed.ts'

const file = fileURLToPath(new URL('RESULTS.md', import.meta.url))
const beginOf = (part: string) => `<!-- ${part}: written by npm run bench -->`
const endOf = (part: string) => `<!-- end of ${part} -->`

/** What the machine was like before a part was measured. */
export interface Machine {
  /** How many tasks of other work it had (the load average of a minute). */
  load: number
  speed: number
}
export const machineNow = (): Machine => ({ load: loadavg()[0] ?? 0, speed: processorSpeed() })

export function writeResults(part: string, tables: readonly string[], { load, speed }: Machine): void {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', cwd: fileURLToPath(new URL('.', import.meta.url)) }).trim()
  const changed = git('status', '--porcelain', '--untracked-files=no') !== ''
  const commit = git('rev-parse', '--short', 'HEAD') + (changed ? ' with changes' : '')
  const date = new Date().toISOString().slice(0, 10)
  const measured = `Measured on ${date}, commit ${commit}, load of the machine before: ${load.toFixed(1)}, speed of a processor: ${speed}.`
  const block = [beginOf(part), ...tables.map((table) => table.trim()), measured, endOf(part)].join('\n\n')
  writeFileSync(file, withBlock(readFileSync(file, 'utf8'), part, block))
}

function withBlock(text: string, part: string, block: string): string {
  const [begin, end] = [text.indexOf(beginOf(part)), text.indexOf(endOf(part))]
  if (begin !== -1 && end !== -1) return text.slice(0, begin) + block + text.slice(end + endOf(part).length)
  const heading = `\n## ${part}\n`
  const at = text.indexOf(heading)
  if (at === -1) return `${text.trimEnd()}\n${heading}\n${block}\n`
  const after = at + heading.length
  return `${text.slice(0, after)}\n${block}\n${text.slice(after)}`
}
