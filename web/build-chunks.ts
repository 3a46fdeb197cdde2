/** Which modules share a file: few files compress better than many, and the framework's stays cached over our releases. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const framework = /\/node_modules\/(?:react|react-dom|scheduler|react-router)\//
/** What every page of the shared layout begins with; their own imports follow them. */
const starts = [/\/web\/entry\.client\.tsx$/, /\/web\/root\.tsx/, /\/web\/layout\/layout\.tsx/, /\/web\/routes\/storefront\/product-strip\.tsx$/]

const reached = new Set<string>()

/** Whether a module belongs to the first visit of any public page. */
function onEveryVisit(id: string, graph: Graph): boolean {
  if (starts.some((start) => start.test(id))) reach(id, graph)
  return reached.has(id)
}

function reach(id: string, graph: Graph): void {
  if (reached.has(id) || framework.test(id) || /\.css/.test(id)) return
  reached.add(id)
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reach(imported, graph)
}

export const chunkGroups = [
  { name: 'framework', test: framework, priority: 2 },
  { name: (id: string, graph: Graph) => (onEveryVisit(id, graph) ? 'shop' : null), priority: 1 },
]
