/** Under which name a page is kept: its path and the parameters that say what it shows, in one order. */
import { api } from '../../contract/endpoints.ts'

/** Pages of lists take the parameters of their calls by the same names; `_routes` is what a client navigation wants of a page. */
const known = new Set([
  '_routes',
  ...[api.product.byCategory, api.product.bySubcategory, api.product.search].flatMap(({ query }) =>
    Object.keys(query.shape),
  ),
])
/** What advertisements and mailings hang on an address to count visits; no page of ours looks at it. */
const counting =
  /^(?:utm_[a-z_]+|gclid|gbraid|wbraid|dclid|gad_source|fbclid|msclkid|yclid|igshid|mc_[ce]id|_ga|_gl|srsltid)$/
const longest = 600

/** The name of a request's target, or null for one that is answered without being kept. */
export function pageKey(target: string): string | null {
  if (target.length > longest) return null
  const at = target.indexOf('?')
  if (at < 0) return target
  const kept: string[] = []
  const names = new Set<string>()
  for (const part of target.slice(at + 1).split('&')) {
    const name = part.split('=', 1)[0] ?? ''
    if (name === '' || counting.test(name)) continue
    // A parameter that is not known may matter to the page; one given twice is read in more than one way.
    if (!known.has(name) || names.has(name)) return null
    names.add(name)
    kept.push(part)
  }
  const path = target.slice(0, at)
  return kept.length > 0 ? `${path}?${kept.sort().join('&')}` : path
}
