/** The pages of the web build, rendered with the API at hand in memory. */
import { createHash } from 'node:crypto'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import {
  createRequestHandler,
  matchRoutes,
  type RouteObject,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'

/** What a page's loader calls: the API without a network in between, with the visitor's cookies. */
export type ApiFetch = (request: Request) => Promise<Response>

interface WebEntry {
  apiContext: RouterContext<ApiFetch>
  bootScripts: string[]
  publicRoutes: string[]
}

export interface Pages {
  /** Where the files of the build lie. */
  clientDir: string
  /** Whether a request's target is a public page, or its data: the same for every visitor. */
  isPublic(target: string): boolean
  /** Which row of the table of routes a request's target meets, e.g. `/product/:id`. */
  pattern(target: string): string
  page(request: Request, api: ApiFetch): Promise<Response>
  /** script-src hashes of the constant inline scripts. */
  scriptHashes: string[]
}

/** What the table of routes says of a path. */
interface Row {
  pattern: string
  isPublic: boolean
}
const longest = 600
/** An address of no page. */
const nowhere = '/%25'

/** The path, or that of no page where it cannot be decoded: the router would say so on stderr for each of them. */
function readable(pathname: string): string {
  try {
    decodeURIComponent(pathname)
    return pathname
  } catch {
    return nowhere
  }
}

/** Opens the build folder that `npm run build` made. What a page throws is logged like every other error. */
export async function openPages(buildDir: string, log: Logger): Promise<Pages> {
  const made = (await import(path.join(buildDir, 'server', 'index.js'))) as ServerBuild
  // By itself the router prints errors whole, with the addresses in them.
  const handleError = (error: unknown, { request }: { request: Request }) => {
    if (!request.signal.aborted) log.error({ err: error }, 'a page failed')
  }
  const build = { ...made, entry: { ...made.entry, module: { ...made.entry.module, handleError } } }
  const entry = build.entry.module as unknown as WebEntry
  const handle = createRequestHandler(build, 'production')
  const routes = routeTree(build.routes)
  // Client navigations ask for `/product/1.data`, and for `/_.data` of the home page.
  const rowOf = (pathname: string): Row => {
    const matches = matchRoutes(routes, readable(pathname).replace(/(?:\/_|)\.data$/, '') || '/') ?? []
    const parts = matches.map(({ route }) => route.path).filter(Boolean)
    const open = matches.some(({ route }) => route.id && entry.publicRoutes.includes(route.id))
    return { pattern: `/${parts.join('/')}`, isPublic: open && parts.at(-1) !== '*' }
  }
  // The router puts its whole table in order for each question, a tenth of a millisecond.
  const rows = new LRUCache<string, Row>({ max: 1_000, memoMethod: rowOf })
  const find = (target: string) => {
    const pathname = target.split('?', 1)[0] ?? ''
    return pathname.length > longest ? rowOf(pathname) : rows.memo(pathname)
  }
  return {
    clientDir: path.join(buildDir, 'client'),
    // The busiest addresses that are none are told without asking.
    isPublic: (target) => !target.startsWith('/api/') && find(target).isPublic,
    pattern: (target) => find(target).pattern,
    async page(request, api) {
      const context = new RouterContextProvider()
      context.set(entry.apiContext, api)
      const url = new URL(request.url)
      const known = readable(url.pathname) === url.pathname
      const page = await handle(known ? request : new Request(new URL(nowhere, url), request), context)
      // What a client navigation gets is text, too; React Router does not say in which characters.
      if (page.headers.get('content-type') === 'text/x-script')
        page.headers.set('content-type', 'text/x-script; charset=utf-8')
      return page
    },
    scriptHashes: entry.bootScripts.map(
      (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    ),
  }
}

function routeTree(routes: ServerBuild['routes'], parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route): RouteObject[] => {
    if (!route || (route.parentId ?? undefined) !== parentId) return []
    const { id, path: own, caseSensitive = false } = route
    if (route.index) return [{ id, index: true }]
    return [{ id, ...(own !== undefined && { path: own }), caseSensitive, children: routeTree(routes, id) }]
  })
}
