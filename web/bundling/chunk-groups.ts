/**
 * Which modules are bundled into one file. Few large files compress better than many small ones, and the framework's
 * file stays in browser caches when the shop's code changes.
 */
import path from 'node:path'

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const root = path.join(import.meta.dirname, '..')
const framework = /\/node_modules\/(?:react|react-dom|scheduler|react-router)\/|rolldown\/runtime/
/** Icons are bundled with the pages that show them; only their factory (icon.ts) is shared. */
const apart = /\/web\/ui\/icons\/(?!icon\.ts$)|\.css$/

/** The entry points of the shared file: it has these modules and all that they import. */
const starts = [
  'entry.client.tsx',
  'root.tsx',
  'layout/layout.tsx',
  'products/product-strip.tsx',
  'seo/page-meta.ts',
]

let shared: Set<string> | undefined

function sharedModules(graph: Graph): Set<string> {
  const found = new Set<string>()
  const reach = (id: string) => {
    if (found.has(id) || framework.test(id) || apart.test(id)) return
    found.add(id)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reach(imported)
  }
  for (const start of starts) reach(path.join(root, start))
  // The entry starts hydration as soon as it runs, and needs the modules of the routes before (boot-script.ts): it
  // must stay a file of its own.
  found.delete(path.join(root, 'entry.client.tsx'))
  return found
}

export const chunkGroups = [
  { name: 'framework', test: framework, priority: 2 },
  {
    debugName: 'shop',
    name: (id: string, graph: Graph) => ((shared ??= sharedModules(graph)).has(id) ? 'shop' : null),
    priority: 1,
  },
]
