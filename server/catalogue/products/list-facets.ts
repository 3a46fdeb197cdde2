/** By what lists and searches can be narrowed: facets, their choices, and the number of products of each. */
import { countryName } from '../../../contract/countries.ts'
import { type WordingCode, wordings } from '../../../contract/green-claim-list.ts'
import type { Facet } from '../../../contract/product.ts'
import { type ListFilters, priceBands } from '../../../contract/product-lists.ts'
import { cachedCount } from '../../platform/page-cache/query-cache.ts'
import type { Shop } from '../../platform/shop.ts'
import type { Arriving } from './arriving.ts'
import { type FacetRow, facetRows } from './facet-queries.ts'
import { facetsOfList, type ProductList } from './list-queries.ts'

/** As old as the total of the same list. */
export async function listFacets(
  { db }: Pick<Shop, 'db'>,
  list: ProductList,
  filters: ListFilters,
  arriving?: Arriving,
): Promise<Facet[]> {
  return cachedCount(
    db,
    JSON.stringify(['facets', list, filters]),
    async () => toFacets(await facetRows(db.reads, facetsOfList(list), filters, arriving)),
    (facets) => facets.some(({ about }) => about),
  )
}

const names: readonly Facet['name'][] = [
  'sub',
  'price',
  'stock',
  'rated',
  'attribute',
  'seller',
  'claim',
  'origin',
]

/** In the order of lists. Values of one facet stand together, most products first, or in an order of their own. */
export function toFacets(rows: readonly FacetRow[]): Facet[] {
  const facets = Map.groupBy(rows, ({ facet }) => facet)
  return [...facets]
    .map(([facet, own]) => {
      const name = facet.split('=', 1)[0] as Facet['name']
      const before = facet.slice(name.length + 1)
      const about = own.some((row) => row.about)
      return {
        name,
        title: own[0]?.title ?? '',
        about,
        choices: inOrder(name, own).map((row) => ({
          code: before + row.code,
          name: row.name ?? nameOf(name, row.code),
          products: about ? rounded(row.products * row.times) : row.products,
        })),
      }
    })
    .toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
}

/** Two digits: more would say that they are known. */
const rounded = (estimate: number) => Number(estimate.toPrecision(2))

function inOrder(name: Facet['name'], rows: readonly FacetRow[]): readonly FacetRow[] {
  if (name === 'price') {
    const place = ({ code }: FacetRow) => priceBands.findIndex((band) => band === code)
    return rows.toSorted((a, b) => place(a) - place(b))
  }
  if (name === 'rated') return rows.toSorted((a, b) => Number(b.code) - Number(a.code))
  // Of an attribute with numbers, such as a capacity.
  if (name === 'attribute' && rows.every(({ code, name: words }) => words?.startsWith(`${code} `)))
    return rows.toSorted((a, b) => Number(a.code) - Number(b.code))
  return rows
}

function nameOf(name: Facet['name'], code: string): string {
  if (name === 'origin') return countryName(code)
  // A newer version of the shop, beside this one, may know more.
  if (name === 'claim') return wordings[code as WordingCode]?.wording ?? code
  if (name === 'rated') return `${code} stars and more`
  if (name === 'stock') return 'In stock only'
  if (name === 'price') {
    const [low, high] = code.split('-').map((rupees) => Number(rupees).toLocaleString('en-IN'))
    if (low === '0') return `Up to ₹${high}`
    return code.endsWith('-') ? `Above ₹${low}` : `₹${low} to ₹${high}`
  }
  return code
}
