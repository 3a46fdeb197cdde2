/** Builds the pages if their sources have changed since the last build. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../server/platform/config/config.ts'
import { root, runTool } from './run-tool.ts'

interface Build {
  tool: [name: string, ...args: string[]]
  sources: string[]
  /** Path prefix among the sources that this build does not include. */
  without?: string
  /** File with the hash of the sources, written when the build is complete. */
  stamp: string
}

const everywhere = ['contract', 'web', 'package-lock.json']

const shop: Build = {
  tool: ['react-router', 'build'],
  sources: [...everywhere, 'vite.config.ts', 'react-router.config.ts'],
  without: path.join('web', 'routes', 'admin'),
  stamp: path.join(root, 'build', 'shop-made-from'),
}

/** The administrator's pages are a separate build. */
const admin: Build = {
  tool: ['vite', 'build', '--config', 'vite.admin.config.ts', '--logLevel', 'warn'],
  sources: [...everywhere, 'vite.admin.config.ts'],
  stamp: path.join(root, 'build', 'admin-made-from'),
}

/** True if the build folder was built from the present sources. */
export function isWebBuilt(): boolean {
  return isBuilt(shop) && isBuilt(admin)
}

/**
 * Builds into build/; throws StartError with the output of the build tool. The shop's build empties that folder, so the
 * administrator's follows it.
 */
export async function buildWeb(signal: AbortSignal): Promise<void> {
  if (!isBuilt(shop)) await make(shop, signal)
  await buildAdminPages(signal)
}

/** Development needs only this build: Vite serves the other pages. */
export async function buildAdminPages(signal: AbortSignal): Promise<void> {
  if (!isBuilt(admin)) await make(admin, signal)
}

async function make(build: Build, signal: AbortSignal): Promise<void> {
  const made = hashSources(build)
  rmSync(build.stamp, { force: true }) // an aborted build must not look complete
  const [tool, ...args] = build.tool
  const { ok, output } = await runTool(tool, args, { signal, env: { NODE_ENV: 'production' } })
  signal.throwIfAborted()
  if (!ok) throw new StartError(`${output.trim()}\nThe pages could not be built: see above.`)
  writeFileSync(build.stamp, made)
}

function isBuilt(build: Build): boolean {
  return readStamp(build) === hashSources(build)
}

function readStamp({ stamp }: Build): string | undefined {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return undefined
  }
}

function hashSources({ sources, without }: Build): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(listFiles)) {
    if (without !== undefined && file.startsWith(without)) continue
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
