/**
 * Leaves out of the browser's scripts what only the server needs of the contract: the schemas, roles and texts of the
 * endpoints. Without it zod and all schemas are part of every first visit, which costs 30 kB more (137 kB of compressed
 * scripts on the home page instead of 107 kB). Forms import the schemas that they check from the contract's own files.
 */
import type { Plugin } from 'vite'
import { api } from '../../contract/endpoints.ts'

// No script of a visitor knows the administrator's endpoints: the administrator's pages import them from contract/admin.ts.
const { admin: _, ...publicApi } = api

/** Method and path are all that the client of the API needs. */
const slimApi = Object.fromEntries(
  Object.entries(publicApi).map(([noun, group]) => [
    noun,
    Object.fromEntries(Object.entries(group).map(([verb, { method, path }]) => [verb, { method, path }])),
  ]),
)

/** Replaces contract/endpoints.ts by method and path of each endpoint. */
export function slimEndpoints(): Plugin {
  return {
    name: 'slim-endpoints',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) =>
      id.endsWith('/contract/endpoints.ts') ? `export const api = ${JSON.stringify(slimApi)}` : null,
  }
}

/** A group of endpoints as oxfmt writes it, from `export const` to the closing brace. */
const endpointGroup = /^export const \w+ = \{\n(?: .*\n|\n)*?\}\n/gm

/**
 * Removes the groups of endpoints from the other files of the contract. Pages import schemas and words from these files,
 * and would load the roles and summaries of the endpoints with them. Not for the administrator's pages, which import
 * their endpoints.
 */
export function withoutEndpoints(): Plugin {
  return {
    name: 'without-endpoints',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!/\/contract\/[\w-]+\.ts$/.test(id)) return null
      return code.replace(endpointGroup, (group) => (group.includes(' endpoint({') ? '' : group))
    },
  }
}
