/** How the Razorpay adapter sends requests: authorisation, time limits, errors and lists (providers.md §1). */
import { z } from 'zod'
import type { PaymentAccess } from '../../config/providers.ts'
import { callOutside, type OutsideAnswer } from '../call-outside.ts'
import { ProviderRefused, ProviderUnavailable } from './provider.ts'

export const collection = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) })
const errorBody = z.object({ error: z.object({ code: z.string(), description: z.string() }) })

/**
 * Refusals that are not about the request itself: 401 and 403 our keys, 408, 425 and 429 the load, 409 that the same idempotent
 * request is still in flight at the provider. The same request may succeed later.
 */
const temporaryRefusals = new Set([401, 403, 408, 409, 425, 429])
const defaultPageSize = 10
const maxPageSize = 100
const maxPages = 20

/** Requests to the API at `apiUrl`, each with a time limit of `timeoutMs`. Replies are parsed with the caller's schema. */
export function openRazorpayApi({
  apiUrl,
  keyId,
  keySecret,
  timeoutMs = 8_000,
}: Pick<PaymentAccess, 'apiUrl' | 'keyId' | 'keySecret'> & { timeoutMs?: number }) {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

  /** Throws ProviderRefused for a refusal of this very request, and ProviderUnavailable for everything else. */
  async function ask<T>(
    method: string,
    path: string,
    schema: z.ZodType<T>,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<T> {
    let response: OutsideAnswer
    let answer: unknown
    const isForm = body instanceof FormData
    try {
      response = await callOutside(apiUrl + path, {
        method,
        // A form has the type with its boundary from `fetch`.
        headers: {
          authorization,
          ...(body && !isForm && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      answer = response.json()
    } catch (error) {
      throw new ProviderUnavailable(`${method} ${path}: ${(error as Error).name}`, { cause: error })
    }
    if (response.ok) {
      const parsed = schema.safeParse(answer)
      if (!parsed.success) throw new ProviderUnavailable(`${method} ${path}: unexpected shape`)
      return parsed.data
    }
    // Only the provider's own error about this request is a refusal: no proxy's page, and no error about keys or load.
    const said = errorBody.safeParse(answer).data?.error.description
    const refused = said !== undefined && response.status < 500 && !temporaryRefusals.has(response.status)
    throw new (refused ? ProviderRefused : ProviderUnavailable)(
      `${method} ${path}: ${response.status} ${said ?? 'no description'}`,
    )
  }

  /**
   * All items of a list, newest first. The provider cuts lists after ten items where no page size is given; one that may be
   * cut is read again in pages. New items shift the pages meanwhile, so each item is counted once by its id.
   */
  async function askAll<T extends { id: string }>(path: string, item: z.ZodType<T>): Promise<T[]> {
    const { items } = await ask('GET', path, collection(item))
    if (items.length < defaultPageSize) return items
    const found = new Map<string, T>()
    for (let page = 0; page < maxPages; page += 1) {
      const before = found.size
      const { items: more } = await ask(
        'GET',
        `${path}?count=${maxPageSize}&skip=${page * maxPageSize}`,
        collection(item),
      )
      for (const one of more) found.set(one.id, one)
      if (more.length < maxPageSize || found.size === before) return [...found.values()]
    }
    throw new ProviderUnavailable(`GET ${path}: the list has no end`)
  }

  return { ask, askAll }
}
