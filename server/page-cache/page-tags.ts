/** What a page depends on, told by the calls that it made: the other side of the triggers of migration 0005. */

/** On pages that made a call of which nothing is known here: any change drops them. */
export const anyChangeTag = 'any change'
/** Written by a change that concerns every page. */
export const allPagesTag = 'everything'

const ids = /"id":"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/g

/** The tags of a page that got `reply` (JSON) from a public call below /api/v1. */
export function pageTags(pathname: string, query: URLSearchParams, reply: string): string[] {
  if (pathname === '/public/settings') return []
  if (/^\/public\/category\/(all|sub\/all|\d+\/get)$/.test(pathname)) return ['categories']
  if (pathname === '/public/category/rows') {
    // Each category with its newest products: one more in any of them moves a row.
    const categories = Array.from(reply.matchAll(/"id":(\d+)/g), (match) => `category:${match[1]}`)
    return ['categories', ...categories, ...productsIn(reply)]
  }
  const [, listKind, id] = /^\/public\/product\/(category|sub_category)\/(\d+)$/.exec(pathname) ?? []
  if (listKind && id) {
    const tag = `${listKind.replace('_', '')}:${id}`
    return [tag, ...(isPicked(query) ? [`${tag}:picked`] : []), ...productsIn(reply)]
  }
  if (pathname.startsWith('/public/product/search/')) return ['search', ...productsIn(reply)]
  if (/^\/public\/product\/[^/]+$/.test(pathname)) return productsIn(reply)
  return [anyChangeTag]
}

/** Whether anything but the place in the list was asked for: then prices, stock or names decide what stands where. */
function isPicked(query: URLSearchParams): boolean {
  return [...query.keys()].some((name) => name !== 'cursor' && name !== 'limit')
}

/** Quotes inside of texts are escaped, so this finds fields only. */
function productsIn(reply: string): string[] {
  return Array.from(reply.matchAll(ids), (match) => `product:${match[1]}`)
}
