/**
 * Protection against cross-site request forgery by Fetch Metadata and Origin (api-rules §2). Clients other than browsers send
 * none of these headers.
 */
import { Refusal } from '../refusal.ts'

const crossSite = () => new Refusal('forbidden', 'This request was sent by another site or by a page load.')

/** A link starts a download, so it cannot demand our origin; but no other site may start one. Refuses: forbidden. */
export function refuseOtherSites(headers: Headers): void {
  if (/^(cross|same)-site$/.test(headers.get('sec-fetch-site') ?? '')) throw crossSite()
}

/** Refuses: forbidden for a request of another site, a page load or a prefetch. `ownOrigins` are the shop's own origins. */
export function requireOwnOrigin(headers: Headers, ownOrigins: readonly string[]): void {
  const site = headers.get('sec-fetch-site')
  const mode = headers.get('sec-fetch-mode')
  const dest = headers.get('sec-fetch-dest')
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose')
  const origin = headers.get('origin')
  if (site !== null && site !== 'same-origin') throw crossSite()
  if (mode !== null && mode !== 'cors' && mode !== 'same-origin') throw crossSite()
  if (dest !== null && dest !== 'empty') throw crossSite()
  if (purpose !== null && /prefetch|prerender|preview/i.test(purpose)) throw crossSite()
  if (origin !== null && !ownOrigins.includes(origin)) throw crossSite()
}
