/** The cache key of a page: its path and the parameters that it depends on, sorted. */
import { api } from '../../../contract/endpoints.ts'

/** Lists have the same parameters as their API calls; `_routes` is sent by client navigations. */
const pageParameters = new Set([
  '_routes',
  ...[
    api.product.byCategory,
    api.product.bySubcategory,
    api.product.search,
    api.review.ofProduct,
    api.related.cards,
  ].flatMap(({ query }) => Object.keys(query.shape)),
])
/** Lists by the day of delivery depend on what the courier has told since, and on the hour. */
const ofDelivery = /^(?:pin|arrivesBy)=./
/** Parameters that advertisements and mailings add to count visits. No page reads them. */
const trackingParameters =
  /^(?:utm_[a-z_]+|gclid|gbraid|wbraid|dclid|gad_source|fbclid|msclkid|yclid|igshid|mc_[ce]id|_ga|_gl|srsltid)$/
const maxLength = 600

/** The key of a request's target; null if the page must not be cached. */
export function pageKey(target: string): string | null {
  if (target.length > maxLength) return null
  const at = target.indexOf('?')
  if (at < 0) return target
  const parts: string[] = []
  const names = new Set<string>()
  for (const part of target.slice(at + 1).split('&')) {
    const name = part.split('=', 1)[0] ?? ''
    if (name === '' || trackingParameters.test(name)) continue
    // The page may depend on an unknown parameter, and a repeated one can be read in more than one way.
    if (!pageParameters.has(name) || names.has(name) || ofDelivery.test(part)) return null
    names.add(name)
    parts.push(part)
  }
  const path = target.slice(0, at)
  return parts.length > 0 ? `${path}?${parts.sort().join('&')}` : path
}

const plainPath = /^\/(?:[a-z0-9_-]+(?:\/[a-z0-9._-]+)*)?$/
const endlessPath = /\/(?:search|suggest)\//

/**
 * Whether this is the address of a page of the catalogue or a fixed page, in its normal form. There are only as many of those as the
 * shop has products and categories. Searches, parameters and other spellings of an address can be invented without limit.
 */
export function isPlainKey(key: string): boolean {
  return plainPath.test(key) && !endlessPath.test(key)
}
