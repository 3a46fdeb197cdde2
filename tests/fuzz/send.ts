/** Sends a draft and reads the reply. */
import type { Person } from './cast.ts'
import type { Draft } from './drafts.ts'

export interface Sent {
  /** How the request looked, to repeat it by hand. */
  shown: string
  status: number
  contentType: string
  text: string
  /** Parsed, if it is JSON. */
  body: unknown
  headers: Headers
  ms: number
}

/** Every request comes from a network of its own, so that limits per network do not end the run. */
const from = (number: number) =>
  `2001:db8:${(number >> 16).toString(16)}:${(number & 0xffff).toString(16)}::1`

function pathOf({ path, params, query }: Draft): string {
  // What cannot be written into a URL, a lone surrogate, is sent as the replacement character that browsers send.
  const escape = (value: unknown) => encodeURIComponent(asText(value).toWellFormed())
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => escape(params[name]))
  const asked = query.map(([name, value]) => `${escape(name)}=${escape(value)}`).join('&')
  return `/api/v1${filled}${asked && `?${asked}`}`
}

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

export async function send({ client, name }: Person, draft: Draft, number: number): Promise<Sent> {
  const path = pathOf(draft)
  const withBody = !['GET', 'HEAD'].includes(draft.method)
  const json = draft.raw ?? (draft.body === undefined ? undefined : JSON.stringify(draft.body))
  const headers = {
    'x-forwarded-for': from(number),
    ...(withBody && json !== undefined && { 'content-type': 'application/json' }),
    ...draft.headers,
  }
  const began = performance.now()
  const response = await client.request(path, {
    method: draft.method,
    headers,
    ...(withBody && json !== undefined && { body: json }),
  })
  const text = await response.text()
  const contentType = response.headers.get('content-type') ?? ''
  return {
    shown: `${name}: ${draft.method} ${path.slice(0, 500)} ${JSON.stringify(draft.headers).slice(0, 300)} ${json?.slice(0, 1_500) ?? ''}`,
    status: response.status,
    contentType,
    text,
    body: contentType.startsWith('application/json') ? parsed(text) : undefined,
    headers: response.headers,
    ms: performance.now() - began,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
