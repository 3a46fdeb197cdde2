/** Calls of the same kind, sent by several callers at once. */
import autocannon from 'autocannon'
import type { TestClient } from '../tests/setup/client.ts'

interface CallsAsked {
  url: string
  paths: readonly string[]
  /** Each is posted in turn; without them there are only reads. */
  bodies: readonly string[] | undefined
  /** Of each caller: one connection, one person. */
  cookies: readonly (string | undefined)[]
}

/** Answers how many requests were answered. */
export async function load({ url, paths, bodies, cookies }: CallsAsked, duration: number): Promise<number> {
  const results = await Promise.all(
    cookies.map((cookie) => {
      const headers = { 'accept-encoding': 'br', ...(cookie && { cookie }) }
      const posting = { ...headers, 'content-type': 'application/json' }
      const requests = paths.flatMap((path) =>
        bodies
          ? bodies.map((body) => ({ path, method: 'POST' as const, body, headers: posting }))
          : [{ path, headers }],
      )
      return autocannon({ url, requests, connections: 1, duration })
    }),
  )
  const failed = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0)
  if (failed > 0) throw new Error(`${paths[0]}: ${failed} answers were no success`)
  return results.reduce((sum, { requests }) => sum + requests.total, 0)
}

/** The cookies of a person who is signed in. */
export function cookieOf({ cookies }: TestClient): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}
