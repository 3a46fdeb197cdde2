/** Whose guesses are counted: a browser by its cookie, and the network that it is in. */
import { proofHeader } from '../../../contract/proof-of-work.ts'
import type { RequestContext } from '../../platform/http/request-context.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import type { Shop } from '../../platform/shop.ts'
import { browserTokenIn, setBrowserCookie } from './sessions.ts'

export interface Client {
  ip: string
  /** The hash of the browser's cookie; of a new one for a client that sent none. */
  browser: Buffer
  /** What the browser has computed (proof-of-work.ts). */
  proof: string | undefined
}

/** The client of a request. `keepCookie` lets the browser keep its cookie, or the new one. */
export function clientOf(shop: Shop, context: RequestContext): { client: Client; keepCookie(): void } {
  const token = browserTokenIn(shop, context.cookies) ?? newToken().token
  return {
    client: {
      ip: context.ip,
      browser: tokenHash(token),
      proof: context.headers.get(proofHeader) ?? undefined,
    },
    keepCookie: () => setBrowserCookie(shop, context, token),
  }
}

/** The client of a request for a code: the tries of the code belong to this browser. */
export function askingClient(shop: Shop, context: RequestContext): Client {
  const { client, keepCookie } = clientOf(shop, context)
  keepCookie()
  return client
}
