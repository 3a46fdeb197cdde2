/**
 * Adds to package-lock.json the binary packages for other platforms that npm left out because the configured registry
 * does not offer them; `npm ci` rejects such an incomplete lockfile. Run it when tests/repository.test.ts fails after a
 * change of dependencies: `node scripts/complete-lockfile.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './run-tool.ts'

interface LockedPackage {
  version: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const file = path.join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> }
const added: string[] = []

for (const [place, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (isLocked(place, name)) continue
    // Without a checksum, which is not available here; the next `npm install` with a full registry adds it.
    lock.packages[`node_modules/${name}`] = {
      version,
      ...systemOf(name),
      ...(dev && { dev }),
      optional: true,
    }
    added.push(`${name}@${version}`)
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
if (added.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length > 0 ? `Added ${added.join(', ')}.` : 'The lockfile is complete.')

/** Looks in the places of Node's module resolution: below the requiring package, then folder by folder up to the root. */
function isLocked(place: string, name: string): boolean {
  for (let folder = place; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (!folder) return false
  }
}

/** Reads the platform from the package name, for example binding-linux-x64-musl. */
function systemOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/)
  const os = words.find((word) =>
    /^(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)$/.test(word),
  )
  const cpu = words.find((word) => /^(arm|arm64|ia32|loong64|ppc64|riscv64|s390x|wasm32|x64)$/.test(word))
  const libc = words.map((word) => /^(musl|gnu)/.exec(word)?.[1]).find(Boolean)
  return {
    ...(os && { os: [os] }),
    ...(cpu && { cpu: [cpu] }),
    ...(os === 'linux' && libc && { libc: [libc === 'gnu' ? 'glibc' : libc] }),
  }
}
