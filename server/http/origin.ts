/** Refuses changing calls that a browser says come from elsewhere (api-rules §2). Plain clients send none of these headers. */
import { Refusal } from '../refusal.ts'

const foreign = () => new Refusal('forbidden', 'This request was sent by another site or by a page load.')

/** Throws unless the request may change something. `ownOrigins` are the addresses people reach the shop at. */
export function requireOwnOrigin(headers: Headers, ownOrigins: readonly string[]): void {
  const site = headers.get('sec-fetch-site')
  const mode = headers.get('sec-fetch-mode')
  const dest = headers.get('sec-fetch-dest')
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose')
  const origin = headers.get('origin')
  if (site !== null && site !== 'same-origin') throw foreign()
  if (mode !== null && mode !== 'cors' && mode !== 'same-origin') throw foreign()
  if (dest !== null && dest !== 'empty') throw foreign()
  if (purpose !== null && /prefetch|prerender|preview/i.test(purpose)) throw foreign()
  if (origin !== null && !ownOrigins.includes(origin)) throw foreign()
}
