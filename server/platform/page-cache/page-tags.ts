/** The cache tags of a page, derived from the API calls that it made. The triggers of `product` write the same tags. */

/** The tag of pages with a call that is not known here: any change invalidates them. */
export const anyChangeTag = 'any change'
/** On pages with results of a search. */
export const searchTag = 'search'
/** On pages that say until which day something holds: every node drops them when that day may be over. */
export const newDayTag = 'new day'
/** Written by changes that affect every page. */
export const allPagesTag = 'everything'

const ids = /"id":"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/g
/** A product whose card or page shows a family is stale once any member joins, leaves, or changes price or stock. */
const familyIds = /"familyId":"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/g

/** The tags of a page that got `reply` (JSON) from a call. `pathname` is the one below /api/v1. */
export function pageTags(pathname: string, query: URLSearchParams, reply: string): string[] {
  // Figures are as old as the page may be.
  if (/^\/public\/(settings|figures|privacy-notice)$/.test(pathname)) return []
  if (pathname === '/public/periods') return ['periods']
  if (/^\/public\/category\/(all|sub\/all|\d+\/get)$/.test(pathname)) return ['categories']
  if (pathname === '/public/category/rows') {
    // Each category with its newest products: a new product in any of them changes its row.
    const categories = Array.from(reply.matchAll(/"id":(\d+)/g), (match) => `category:${match[1]}`)
    return ['categories', ...categories, ...productTags(reply)]
  }
  // Rows of products depend on prices and stock, as searches do.
  if (pathname === '/public/home-page')
    return ['home', ...(reply.includes('"hasRows":true') ? [searchTag] : []), ...productTags(reply)]
  if (pathname === '/public/green-claim-figures') return [newDayTag]
  if (pathname === '/public/product-facets') return [...facetTags(query, reply), newDayTag]
  // What is proven may end with the day.
  const ends = query.get('claim') ? [newDayTag] : []
  const [, listKind, id] = /^\/public\/product\/(category|sub_category)\/(\d+)$/.exec(pathname) ?? []
  if (listKind && id) {
    // The triggers write the number, and `05` asks for the same list as `5`.
    const tag = `${listKind.replace('_', '')}:${Number(id)}`
    return [tag, ...(hasFilterOrSort(query) ? [`${tag}:picked`] : []), ...ends, ...productTags(reply)]
  }
  const [, seller] = /^\/public\/(?:product\/)?seller\/([^/]+)$/.exec(pathname) ?? []
  if (seller) return [`seller:${seller.toLowerCase()}`, ...ends, ...productTags(reply)]
  if (pathname.startsWith('/public/product/search/')) return [searchTag, newDayTag, ...productTags(reply)]
  const [, reviewed] = /^\/public\/product\/([^/]+)\/reviews$/.exec(pathname) ?? []
  if (reviewed) return [`reviews:${reviewed.toLowerCase()}`]
  const [, asked] = /^\/public\/product\/([^/]+)\/questions$/.exec(pathname) ?? []
  // A product that becomes another thing shows none of its earlier questions.
  if (asked) return [`questions:${asked.toLowerCase()}`, `product:${asked.toLowerCase()}`]
  const [, beside] = /^\/public\/product\/([^/]+)\/related$/.exec(pathname) ?? []
  if (beside) {
    const [, subcategory] = /"subCategoryId":(\d+)/.exec(reply) ?? []
    const own = [`product:${beside.toLowerCase()}`, `subcategory:${subcategory}`]
    return [...own, ...(reply.includes('"sameClaim":true') ? [newDayTag] : []), ...productTags(reply)]
  }
  // Those that come back to sale join the cards.
  if (pathname === '/public/product-cards')
    return [
      ...(query.get('ids') ?? '').split(',').map((id) => `product:${id.trim().toLowerCase()}`),
      ...productTags(reply),
    ]
  if (/^\/public\/product\/[^/]+$/.test(pathname))
    return [...(reply.includes('"until":"') ? [newDayTag] : []), ...productTags(reply)]
  return [anyChangeTag]
}

/** Estimated numbers are as old as the page may be, but what is not proven any more leaves them. */
function facetTags(query: URLSearchParams, reply: string): string[] {
  const seller = query.get('sellerId')
  if (seller) return [`seller:${seller.toLowerCase()}`]
  const category = query.get('categoryId')
  const tag = category ? `category:${Number(category)}` : `subcategory:${Number(query.get('subCategoryId'))}`
  return reply.includes('"about":true') ? [`${tag}:claims`] : [`${tag}:picked`, `${tag}:claims`]
}

/** Whether the list is sorted or filtered: then it also depends on prices, stock and names. */
function hasFilterOrSort(query: URLSearchParams): boolean {
  return [...query.keys()].some((name) => name !== 'cursor' && name !== 'limit')
}

/** The tags of the products and families in a reply. Quotes inside JSON strings are escaped, so the patterns match fields only. */
function productTags(reply: string): string[] {
  return [
    ...Array.from(reply.matchAll(ids), (match) => ownText(`product:${match[1]}`)),
    ...Array.from(reply.matchAll(familyIds), (match) => ownText(`family:${match[1]}`)),
  ]
}

/**
 * A part of a text keeps the whole text in memory, so tags are copied: they are kept with their page, and the replies are
 * larger.
 */
function ownText(part: string): string {
  return Buffer.from(part, 'latin1').toString('latin1')
}
