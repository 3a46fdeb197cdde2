/**
 * React Router's inline scripts and preloads (<Scripts>), as one JSON block for the boot script. This relies on internals of
 * React Router 8.4.0: the manifest and the handoff of the entry context, and three global names.
 */
import type { EntryContext } from 'react-router'
import { bootScript } from './boot-script.ts'

/**
 * Takes the stream of the loader data from the context. <ServerRouter> would write it as inline scripts that differ
 * between pages, which the content security policy cannot allow by hash.
 */
export function takeHydrationData(context: EntryContext): Promise<string> {
  const stream = context.serverHandoffStream
  delete context.serverHandoffStream
  return stream ? new Response(stream).text() : Promise.resolve('')
}

/** The end of the body: the JSON block and the boot script. `loaderData` is the result of takeHydrationData(). */
export function lateTail(context: EntryContext, loaderData: string): string {
  const { manifest } = context
  const routes = context.staticHandlerContext.matches.flatMap(
    (match) => manifest.routes[match.route.id] ?? [],
  )
  const modulesOf = (route: (typeof routes)[number]) =>
    [
      route.clientActionModule,
      route.clientLoaderModule,
      route.clientMiddlewareModule,
      route.hydrateFallbackModule,
      route.module,
    ].filter((url) => url !== undefined)
  const block = {
    context: JSON.parse(context.serverHandoffString ?? '{}') as unknown,
    entry: manifest.entry.module,
    manifest: manifest.url,
    modules: routes.map((route) => [route.id, modulesOf(route)]),
    preloads: [
      ...new Set([
        manifest.url,
        ...manifest.entry.imports,
        manifest.entry.module,
        ...routes.flatMap((route) => [...(route.imports ?? []), ...modulesOf(route)]),
      ]),
    ],
    data: loaderData,
  }
  const json = JSON.stringify(block).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="rr-late">${json}</script><script>${bootScript}</script>`
}
