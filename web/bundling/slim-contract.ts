/**
 * Removes the parts of the contract that only the server needs from the browser's scripts: schemas, roles and texts of the
 * endpoints. With them every first visit would load zod and all schemas, 37 kB more of compressed scripts (154 kB on the home
 * page instead of 118 kB). Forms import the schemas that they check from the contract's own files.
 */
import type { Plugin } from 'vite'
import { api } from '../../contract/endpoints.ts'

// No script for visitors contains the administrator's endpoints, nor those of green claims, which are for sellers: their pages
// import them from contract/admin.ts and contract/green-claim.ts. Those of reviews are in scripts of their own: no page that
// everybody opens makes them in the browser.
const { admin: _, greenClaim: _sellers, review, ...publicApi } = api

/** The client of the API needs only method and path. */
const slim = (group: Record<string, { method: string; path: string }>) =>
  Object.fromEntries(Object.entries(group).map(([verb, { method, path }]) => [verb, { method, path }]))
const slimApi = Object.fromEntries(Object.entries(publicApi).map(([noun, group]) => [noun, slim(group)]))

const slimFiles = [
  { file: '/contract/endpoints.ts', text: `export const api = ${JSON.stringify(slimApi)}` },
  { file: '/contract/review.ts', text: `export const review = ${JSON.stringify(slim(review))}` },
]

/** Replaces the files of endpoints by method and path of each. */
export function slimEndpoints(): Plugin {
  return {
    name: 'slim-endpoints',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) => slimFiles.find(({ file }) => id.endsWith(file))?.text ?? null,
  }
}
