import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { api } from './contract/endpoints.ts'

/**
 * Gives the browser each endpoint's method and path only: the schemas of all calls would bring zod to every page.
 * Forms import the schemas they check from the contract's own files, which stay whole.
 */
function slimEndpoints(): Plugin {
  const slim = Object.fromEntries(
    Object.entries(api).map(([noun, calls]) => [
      noun,
      Object.fromEntries(Object.entries(calls).map(([verb, { method, path }]) => [verb, { method, path }])),
    ]),
  )
  return {
    name: 'slim-endpoints',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    load: (id) => (id.endsWith('/contract/endpoints.ts') ? `export const api = ${JSON.stringify(slim)}` : null),
  }
}

export default defineConfig({
  plugins: [slimEndpoints(), tailwindcss(), reactRouter()],
  build: {
    // Fonts and pictures stay files: the content policy knows no data: fonts, and files are cached once.
    assetsInlineLimit: 0,
  },
})
