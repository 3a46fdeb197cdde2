/** Which modules share a file: few files compress better than many, and the framework's stays cached over our releases. */
import path from 'node:path'

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const root = path.join(import.meta.dirname, '..')
const framework = /\/node_modules\/(?:react|react-dom|scheduler|react-router)\/|rolldown\/runtime/
/** An icon goes with the pages that show it; what makes them is for all. */
const apart = /\/web\/ui\/icons\/(?!icon\.ts$)|\.css$/

/** What the public pages have in common: these files and all that they import. */
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
  // The entry itself starts the page as soon as it is read, and the routes' modules must be there before (boot-script.ts).
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
