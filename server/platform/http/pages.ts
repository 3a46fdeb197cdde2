/** Renders the pages of the web build. Their loaders call the API in-process. */
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

/** How a page's loader calls the API: in-process, with the visitor's cookies. */
export type ApiFetch = (request: Request) => Promise<Response>

interface WebEntry {
  apiContext: RouterContext<ApiFetch>
  bootScripts: string[]
  publicRoutes: string[]
}

export interface Pages {
  /** The folder with the files of the build. */
  clientDir: string
  /** Whether a request's target is a public page or its data, which are the same for every visitor. */
  isPublic(target: string): boolean
  /** The route pattern that a request's target matches, e.g. `/product/:id`. */
  pattern(target: string): string
  page(request: Request, api: ApiFetch): Promise<Response>
  /** script-src hashes of the constant inline scripts. */
  scriptHashes: string[]
}

interface RouteMatch {
  pattern: string
  isPublic: boolean
}
/** Longer paths are not cached. */
const maxCachedLength = 600
/** A path that matches no page. */
const unknownPath = '/%25'

/** The path, or `unknownPath` if it cannot be decoded: the router would print a warning for each such request. */
function decodablePath(pathname: string): string {
  try {
    decodeURIComponent(pathname)
    return pathname
  } catch {
    return unknownPath
  }
}

/** Loads the build of `npm run build`. Errors of pages are logged like all others. */
export async function openPages(buildDir: string, log: Logger): Promise<Pages> {
  const serverBuild = (await import(path.join(buildDir, 'server', 'index.js'))) as ServerBuild
  // The router's own handler would print errors unmasked, with the URLs in them.
  const handleError = (error: unknown, { request }: { request: Request }) => {
    if (!request.signal.aborted) log.error({ err: error }, 'page failed to render')
  }
  const build = {
    ...serverBuild,
    entry: { ...serverBuild.entry, module: { ...serverBuild.entry.module, handleError } },
  }
  const entry = build.entry.module as unknown as WebEntry
  const handle = createRequestHandler(build, 'production')
  const routes = routeTree(build.routes)
  // Client navigations request `/product/1.data`, and `/_.data` for the home page.
  const matchRoute = (pathname: string): RouteMatch => {
    const found = matchRoutes(routes, decodablePath(pathname).replace(/(?:\/_|)\.data$/, '') || '/') ?? []
    const parts = found.map(({ route }) => route.path).filter(Boolean)
    const open = found.some(({ route }) => route.id && entry.publicRoutes.includes(route.id))
    return { pattern: `/${parts.join('/')}`, isPublic: open && parts.at(-1) !== '*' }
  }
  // Cached, because the router sorts its whole route table for each match, which takes a tenth of a millisecond.
  const matches = new LRUCache<string, RouteMatch>({ max: 1_000, memoMethod: matchRoute })
  const find = (target: string) => {
    const pathname = target.split('?', 1)[0] ?? ''
    return pathname.length > maxCachedLength ? matchRoute(pathname) : matches.memo(pathname)
  }
  return {
    clientDir: path.join(buildDir, 'client'),
    // API paths are the most frequent ones that are no page; they need no match.
    isPublic: (target) => !target.startsWith('/api/') && find(target).isPublic,
    pattern: (target) => find(target).pattern,
    async page(request, api) {
      const context = new RouterContextProvider()
      context.set(entry.apiContext, api)
      const url = new URL(request.url)
      const known = decodablePath(url.pathname) === url.pathname
      const page = await handle(known ? request : new Request(new URL(unknownPath, url), request), context)
      // React Router sets no charset for the data of a client navigation.
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
