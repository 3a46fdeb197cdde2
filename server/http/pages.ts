/** The pages of the web build, rendered with the API at hand in memory. */
import { createHash } from 'node:crypto'
import path from 'node:path'
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

/** Opens the build folder that `npm run build` made. */
export async function openPages(buildDir: string): Promise<Pages> {
  const build = (await import(path.join(buildDir, 'server', 'index.js'))) as ServerBuild
  const entry = build.entry.module as unknown as WebEntry
  const handle = createRequestHandler(build, 'production')
  const routes = routeTree(build.routes)
  // Client navigations ask for `/product/1.data`, and for `/_.data` of the home page.
  const matchesOf = (target: string) =>
    matchRoutes(routes, target.split('?', 1)[0]?.replace(/(?:\/_|)\.data$/, '') || '/') ?? []
  return {
    clientDir: path.join(buildDir, 'client'),
    isPublic(target) {
      const matches = matchesOf(target)
      return (
        matches.some(({ route }) => route.id && entry.publicRoutes.includes(route.id)) &&
        matches.at(-1)?.route.path !== '*'
      )
    },
    pattern: (target) =>
      `/${matchesOf(target)
        .map(({ route }) => route.path)
        .filter(Boolean)
        .join('/')}`,
    async page(request, api) {
      const context = new RouterContextProvider()
      context.set(entry.apiContext, api)
      const page = await handle(request, context)
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
