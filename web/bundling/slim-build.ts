/**
 * What the build leaves out of the browser's scripts, so that a first visit stays small (docs: numbers to reach), or
 * does in another way.
 * Each entry stands in for a file of a pinned library version; a wrong one shows in the browser tests at once.
 */
import type { Plugin } from 'vite'
import { api } from '../../contract/endpoints.ts'

// Of the administrator's calls no visitor's script tells anything: his pages import them from contract/admin.ts.
const { admin: _, ...everybodys } = api

const slimApi = Object.fromEntries(
  Object.entries(everybodys).map(([noun, calls]) => [
    noun,
    Object.fromEntries(Object.entries(calls).map(([verb, { method, path }]) => [verb, { method, path }])),
  ]),
)

const inBrowser: Record<string, string> = {
  // An endpoint's method and path are all that the client needs; the schemas of all calls would bring zod to every page.
  // Forms import the schemas that they check from the contract's own files, which stay whole.
  '/contract/endpoints.ts': `export const api = ${JSON.stringify(slimApi)}`,

  // React Router 8.4.0: finding routes step by step is for `routeDiscovery: 'lazy'`; ours is 'initial'.
  '/react-router/dist/production/lib/dom/ssr/fog-of-war.js': `
    const nothing = () => undefined
    export const isFogOfWarEnabled = () => false
    export { nothing as getPatchRoutesOnNavigationFunction, nothing as useFogOFWarDiscovery, nothing as getPartialManifest,
      nothing as getManifestPath, nothing as getPathsWithAncestors, nothing as handleClientVersionMismatch }`,

  // React Router 8.4.0: called only where an application gives `instrumentations`.
  '/react-router/dist/production/lib/router/instrumentation.js': `
    const nothing = () => undefined
    export const instrumentClientSideRouter = (router) => router
    export { nothing as getRouteInstrumentationUpdates, nothing as consumeInstrumentationClientResultMetaReceiver,
      nothing as instrumentHandler, nothing as instrumentationResultMetaContext }`,

  // React Router 8.4.0: the page for applications without an error boundary, and the <Scripts> in it. Ours has one.
  '/react-router/dist/production/lib/dom/ssr/errorBoundaries.js': `
    import { Component, createElement } from 'react'
    const lastResort = () => createElement('html', null, createElement('body', null, 'Something went wrong. Please load the page again.'))
    export class RemixErrorBoundary extends Component {
      state = { error: this.props.error ?? null, location: this.props.location }
      static getDerivedStateFromError = (error) => ({ error })
      static getDerivedStateFromProps = ({ error, location }, state) =>
        state.location === location ? { error: error ?? state.error } : { error: error ?? null, location }
      render() {
        return this.state.error ? lastResort() : this.props.children
      }
    }
    export { lastResort as RemixRootDefaultErrorBoundary, lastResort as BoundaryShell }`,

  // React Router 8.4.0 loads the page again where a route's module does not come: right after a new release, when the
  // file is gone, but without a connection that ends at the browser's own error page. Then our own error page is shown.
  '/react-router/dist/production/lib/dom/ssr/routeModules.js': `
    export async function loadRouteModule(route, cache) {
      try {
        return (cache[route.id] ??= await import(/* @vite-ignore */ route.module))
      } catch (error) {
        console.info('A part of the page did not come.', error)
        const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
        if (!answer) return { default() { throw new TypeError('Failed to load a part of the page') } }
        location.reload()
        return new Promise(() => {})
      }
    }`,

  // Vite 8: preloading of a lazy import's own imports; ours have no styles and few imports.
  'vite/preload-helper.js': 'export const __vitePreload = (load) => load()',
}

export function slimBuild(): Plugin {
  const standIn = (files: Record<string, string>, id: string) =>
    Object.entries(files).find(([end]) => id.endsWith(end))?.[1] ?? null
  return {
    name: 'slim-build',
    enforce: 'pre',
    load(id) {
      // The development server bundles libraries ahead of time, beyond the reach of plugins.
      if (this.environment.mode !== 'build') return null
      return this.environment.name === 'client' ? standIn(inBrowser, id) : null
    },
  }
}

// A contract file's group of calls, as our formatter writes it.
const callGroup = /^export const \w+ = \{\n(?: .*\n|\n)*?\}\n/gm

/**
 * Leaves the calls themselves out of the contract's files: pages import schemas and words from them, and would load with
 * them what all calls of the noun are for and who may make them. Not for the administrator's pages, who import their calls.
 */
export function withoutCalls(): Plugin {
  return {
    name: 'without-calls',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!/\/contract\/[\w-]+\.ts$/.test(id)) return null
      return code.replace(callGroup, (group) => (group.includes(' endpoint({') ? '' : group))
    },
  }
}
