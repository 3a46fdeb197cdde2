/** Builds the pages when what they are made of has changed since the last build. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../server/config.ts'
import { root, runTool } from './run-tool.ts'

const sources = [
  'contract',
  'web',
  'vite.config.ts',
  'vite.admin.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]
/** The administrator's pages are a build of their own (docs/decisions/0018). */
const builds = [
  ['react-router', 'build'],
  ['vite', 'build', '--config', 'vite.admin.config.ts', '--logLevel', 'warn'],
] as const
const stamp = path.join(root, 'build', 'made-from')

/** True where the build folder was made from the sources as they are now. */
export function isWebBuilt(): boolean {
  return readStamp() === hashSources()
}

/** Builds into build/; refuses with the builder's own words. */
export async function buildWeb(signal: AbortSignal): Promise<void> {
  const made = hashSources()
  rmSync(stamp, { force: true }) // a build that breaks off must not look whole
  for (const [tool, ...args] of builds) {
    const { ok, output } = await runTool(tool, args, { signal, env: { NODE_ENV: 'production' } })
    signal.throwIfAborted()
    if (!ok) throw new StartError(`${output.trim()}\nThe pages could not be built: see above.`)
  }
  writeFileSync(stamp, made)
}

function readStamp(): string | undefined {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return undefined
  }
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(listFiles)) {
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)))
  }
  return hash.digest('hex')
}

function listFiles(source: string): string[] {
  if (path.extname(source)) return [source]
  return readdirSync(path.join(root, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort()
}
