/** The typed client of the API: over the network in the browser, in memory in a server loader. */
import type { RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { EndpointSpec, Reply } from '../../contract/endpoint.ts'
import { proofField, proofHeader } from '../../contract/proof-of-work.ts'
import { apiContext } from './api-context.ts'

const base = '/api/v1'

/** A failed call. Status 0 means that no response arrived. */
export class ApiError extends Error {
  readonly status: number
  /** The server's words; empty where it gave none. */
  readonly msg: string
  readonly fields: Record<string, string>
  /** Seconds to wait, from the Retry-After header of a 429; null without one. */
  readonly retryAfter: number | null
  readonly requestId: string | null

  constructor(
    status: number,
    msg: string,
    more: { fields?: Record<string, string>; retryAfter?: number | null; requestId?: string | null } = {},
  ) {
    super(msg || (status ? `The call failed with status ${status}.` : 'No response came.'))
    this.name = 'ApiError'
    this.status = status
    this.msg = msg
    this.fields = more.fields ?? {}
    this.retryAfter = more.retryAfter ?? null
    this.requestId = more.requestId ?? null
  }
}

type Sent = string | number | undefined
type Given<T extends z.ZodType> = { [K in keyof z.output<T>]: string | number }
type Parts<E extends EndpointSpec> = (E extends { params: infer P extends z.ZodObject }
  ? { params: Given<P> }
  : unknown) &
  (E extends { query: infer Q extends z.ZodObject }
    ? { query?: { [K in keyof z.output<Q>]?: Sent } }
    : unknown) &
  (E extends { body: infer B extends z.ZodType } ? { body: z.input<B> } : unknown) & { signal?: AbortSignal }
type Rest<E extends EndpointSpec> = object extends Parts<E> ? [parts?: Parts<E>] : [parts: Parts<E>]
type Item<E extends EndpointSpec> = Reply<E> extends (infer T)[] ? T : never

/** One page of a list; `next` is the cursor of the page after it. */
export interface ListPage<T> {
  items: T[]
  total: number
  next: string | null
}

export interface ApiClient {
  /** Makes a call and returns its reply. Throws ApiError. */
  call<E extends EndpointSpec>(endpoint: E, ...parts: Rest<E>): Promise<Reply<E>>
  /** The same for a list that comes in pages. */
  callPage<E extends EndpointSpec & { paged: true }>(
    endpoint: E,
    ...parts: Rest<E>
  ): Promise<ListPage<Item<E>>>
}

interface LooseParts {
  params?: Record<string, string | number>
  query?: Record<string, Sent>
  body?: unknown
  signal?: AbortSignal
}

function makeClient(send: (path: string, init: RequestInit) => Promise<Response>): ApiClient {
  async function answer(
    endpoint: EndpointSpec,
    { params = {}, query = {}, body, signal }: LooseParts = {},
  ): Promise<Response> {
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    )
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) search.set(name, String(value))
    const init: RequestInit = { method: endpoint.method, headers: { accept: 'application/json' } }
    if (signal) init.signal = signal
    if (body !== undefined) {
      init.headers = { accept: 'application/json', 'content-type': 'application/json' }
      init.body = JSON.stringify(body)
    }
    const url = `${base}${path}${search.size > 0 ? `?${search}` : ''}`
    try {
      return await attempt(url, init)
    } catch (error) {
      // Many wrong guesses came from this network: the call is repeated with what the browser computes.
      const challenge = error instanceof ApiError ? error.fields[proofField] : undefined
      if (challenge === undefined) throw error
      const proof = await import('./solve-proof.ts')
        .then(({ solveProof }) => solveProof(challenge))
        // Without the script, or without the browser's hashes (which need https), the refusal is shown.
        .catch(() => null)
      if (proof === null) throw error
      const headers = new Headers(init.headers)
      headers.set(proofHeader, proof)
      return attempt(url, { ...init, headers })
    }
  }

  async function attempt(url: string, init: RequestInit): Promise<Response> {
    let response: Response
    try {
      response = await send(url, init)
    } catch (error) {
      if (init.signal?.aborted) throw error
      throw new ApiError(0, '')
    }
    if (!response.ok) throw await errorOf(response)
    return response
  }

  return {
    async call<E extends EndpointSpec>(endpoint: E, ...[parts]: Rest<E>) {
      const response = await answer(endpoint, parts as LooseParts | undefined)
      return (await readBody(response)) as Reply<E>
    },
    async callPage<E extends EndpointSpec & { paged: true }>(endpoint: E, ...[parts]: Rest<E>) {
      const response = await answer(endpoint, parts as LooseParts | undefined)
      const items = (await readBody(response)) as Item<E>[]
      const total = Number(response.headers.get('x-total-count') ?? items.length)
      return { items, total, next: nextCursor(response.headers.get('link')) }
    },
  }
}

/** A connection that breaks while the body is read counts as no response, too. */
async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    throw new ApiError(0, '')
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  // A body that is a plain string is the message itself (specification §8).
  const { msg, fields, requestId } = (typeof body === 'string' ? { msg: body } : (body ?? {})) as {
    msg?: string
    fields?: Record<string, string>
    requestId?: string
  }
  const retryAfter = Number(response.headers.get('retry-after'))
  return new ApiError(response.status, msg ?? '', {
    fields: fields ?? {},
    retryAfter: retryAfter > 0 ? retryAfter : null,
    requestId: requestId ?? response.headers.get('x-request-id'),
  })
}

function nextCursor(link: string | null): string | null {
  const target = link?.match(/<([^<>]+)>;\s*rel="?next"?/)?.[1]
  return target ? new URL(target, 'http://shop.invalid').searchParams.get('cursor') : null
}

/** The API over the network, with the browser's cookies. */
export const { call, callPage } = makeClient((path, init) => fetch(path, init))

async function askForFile(url: string): Promise<Response> {
  const response = await fetch(url).catch(() => {
    throw new ApiError(0, '')
  })
  if (!response.ok) throw await errorOf(response)
  return response
}

/** Checks that a file can be downloaded, by requesting it and dropping the body. Throws ApiError. */
export async function checkFile(url: string): Promise<void> {
  await (await askForFile(url)).body?.cancel()
}

/** A file that is costly to make, requested once. Throws ApiError. */
export async function readFile(url: string): Promise<Blob> {
  const response = await askForFile(url)
  return response.blob().catch(() => {
    throw new ApiError(0, '')
  })
}

/**
 * The API for a server loader, without a session, because the pages rendered there are the same for everybody. `cookie` is the
 * person's, for what an administrator previews.
 */
export function apiIn(context: Readonly<RouterContextProvider>, cookie?: string | null): ApiClient {
  const send = context.get(apiContext)
  return makeClient((path, init) => {
    const request = new Request(`http://shop.invalid${path}`, init)
    if (cookie) request.headers.set('cookie', cookie)
    return send(request)
  })
}
