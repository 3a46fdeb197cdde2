/**
 * Removes the parts of the contract that only the server needs from the browser's scripts: schemas, roles and texts of the
 * endpoints. With them every first visit would load zod and all schemas, 37 kB more of compressed scripts (154 kB on the home
 * page instead of 118 kB). Forms import the schemas that they check from the contract's own files.
 */
import type { Plugin } from 'vite'
import { api } from '../../contract/endpoints.ts'
import { privateApi } from '../../contract/private-endpoints.ts'

// No script for visitors contains the administrator's endpoints: the administrator's pages import them from contract/admin.ts. Those
// of green claims, of reviews, of related products and of pages behind a log-in are in scripts of their own. Webhooks are called by
// nobody here, and the sections of the home page by the server only.
const { admin: _, webhook: _providers, homePage: _page, greenClaim, related, review, ...others } = api
const publicApi = Object.entries(others).filter(([noun]) => !(noun in privateApi))

/** The client of the API needs only method and path. */
const slim = (group: Record<string, { method: string; path: string }>) =>
  Object.fromEntries(Object.entries(group).map(([verb, { method, path }]) => [verb, { method, path }]))
const slimAll = (groups: [noun: string, group: Parameters<typeof slim>[0]][]) =>
  JSON.stringify(Object.fromEntries(groups.map(([noun, group]) => [noun, slim(group)])))

const slimFiles = [
  { file: '/contract/endpoints.ts', text: `export const api = ${slimAll(publicApi)}` },
  {
    file: '/contract/private-endpoints.ts',
    text: `export const privateApi = ${slimAll(Object.entries(privateApi))}`,
  },
  {
    file: '/contract/green-claim-calls.ts',
    text: `export const greenClaim = ${JSON.stringify(slim(greenClaim))}`,
  },
  { file: '/contract/related.ts', text: `export const related = ${JSON.stringify(slim(related))}` },
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
