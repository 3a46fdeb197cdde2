/** The types of the Hono app and of what its middleware sets on each request. */
import type { IncomingMessage } from 'node:http'
import type { Context, Hono } from 'hono'

export const apiBase = '/api/v1'

export interface RequestFacts {
  ip: string
  requestId: string
  cookies: Record<string, string>
}

export type HttpContext = Context<{ Variables: { facts: RequestFacts } }>
export type HttpApp = Hono<{ Variables: { facts: RequestFacts } }>

/** The Node request; undefined for the API requests that server rendering makes in-process. */
export function incomingOf(c: Context): IncomingMessage | undefined {
  return (c.env as { incoming?: IncomingMessage } | undefined)?.incoming
}
