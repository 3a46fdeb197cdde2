/**
 * Takes out of the browser's manifest of the routes what no link asks for: a link fetches a page's files before it is pressed only
 * if it leads to a page of the storefront (`prefetch="intent"`). The names of the others' files are 2 kB of each first visit.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

interface Manifest {
  entry: { imports: string[] }
  routes: Record<string, { id: string; imports?: string[]; hasAction: boolean; hasClientAction: boolean }>
}

const assignment = 'window.__reactRouterManifest='

export function slimManifest(folder: string): void {
  const assets = path.join(folder, 'assets')
  const [name, ...others] = readdirSync(assets).filter((file) => /^manifest-\w+\.js$/.test(file))
  if (name === undefined || others.length > 0) throw new Error('The build has no manifest, or several.')
  const text = readFileSync(path.join(assets, name), 'utf8')
  if (!text.startsWith(assignment) || !text.endsWith(';'))
    throw new Error(`${name} is not the manifest that React Router 8.4 writes.`)
  const manifest = JSON.parse(text.slice(assignment.length, -1)) as Manifest
  const loaded = new Set(manifest.entry.imports)
  for (const route of Object.values(manifest.routes)) {
    if (route.hasAction || route.hasClientAction)
      throw new Error(`${route.id} has an action, whose code is left out of the browser's scripts.`)
    route.imports = route.id.startsWith('routes/storefront/')
      ? (route.imports ?? []).filter((file) => !loaded.has(file))
      : []
  }
  writeFileSync(path.join(assets, name), `${assignment}${JSON.stringify(manifest)};`)
}
