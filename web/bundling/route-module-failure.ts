/**
 * Changes what React Router 8.4.0 does where the module of a page cannot be loaded. It loads the document again, which is
 * right after a release, when the old file is gone; without a connection, however, that ends at the browser's own error
 * page. Here the document is loaded again only if the server answers, otherwise the shop's error page is shown. There is
 * no option for it, so the file of the library is replaced; tests/e2e/messages.e2e.ts fails where this stops working.
 */
import type { Plugin } from 'vite'

const replaced = '/react-router/dist/production/lib/dom/ssr/routeModules.js'

const replacement = `
  export async function loadRouteModule(route, cache) {
    try {
      return (cache[route.id] ??= await import(/* @vite-ignore */ route.module))
    } catch (error) {
      console.info('A module of the page could not be loaded.', error)
      const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
      if (!answer) return { default() { throw new TypeError('Failed to load a part of the page') } }
      location.reload()
      return new Promise(() => {})
    }
  }`

export function routeModuleFailure(): Plugin {
  return {
    name: 'route-module-failure',
    enforce: 'pre',
    // The development server bundles libraries ahead of time, beyond the reach of plugins.
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) => (id.endsWith(replaced) ? replacement : null),
  }
}
