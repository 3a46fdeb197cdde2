/** Sort and filters of a list as its address has them, with the parameter names of the API. */
import type { FacetName, ListSort } from '../../../../contract/product-lists.ts'

/** Filters that take several values, separated by commas. */
export const facetNames: readonly FacetName[] = [
  'sub',
  'price',
  'rated',
  'attribute',
  'seller',
  'claim',
  'origin',
]
const filterNames = ['min', 'max', 'stock', 'pin', 'arrivesBy', ...facetNames] as const
export const queryNames = ['sort', ...filterNames] as const
export type QueryName = (typeof queryNames)[number]
/** A parameter that is absent has its default. */
export type ListQuery = Partial<Record<QueryName, string>>

export interface ListState {
  /** The valid parameters, by which the list is loaded. */
  query: ListQuery
  /** All parameters of the address, also invalid ones. */
  typed: ListQuery
  /** Why a parameter is invalid. */
  errors: Partial<Record<QueryName, string>>
  /** If nothing arrives by the chosen day: a later one by which something does. */
  nextDay?: string | undefined
}

/** The state of a list without parameters. */
export const defaultList: ListState = { query: {}, typed: {}, errors: {} }

export const sortLabels: Record<ListSort, string> = {
  relevance: 'Relevance',
  newest: 'Newest',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
  rating: 'Best rated',
  origin: 'Country of origin',
}
/** The first sort is the default. */
export const productListSorts: readonly ListSort[] = ['newest', 'price-low', 'price-high', 'rating', 'origin']
export const searchSorts: readonly ListSort[] = ['relevance', 'price-low', 'price-high', 'newest', 'rating']

/** The query string of an address; empty without parameters. */
export function listSearch(query: ListQuery, cursor?: string): string {
  const search = new URLSearchParams()
  for (const name of queryNames) if (query[name]) search.set(name, query[name])
  if (cursor) search.set('cursor', cursor)
  return search.size > 0 ? `?${search}`.replaceAll('%2C', ',') : ''
}

/** The values that the address, or a form, has of a facet: a form sends each on its own. */
export function choicesIn(given: URLSearchParams | FormData, name: FacetName): string {
  const typed = given.getAll(name).flatMap((text) => String(text).split(','))
  return [...new Set(typed.map((text) => text.trim()).filter(Boolean))].sort().join()
}

export const chosenOf = (query: ListQuery, name: QueryName): string[] =>
  query[name] ? query[name].split(',') : []

export function withoutChoice(query: ListQuery, name: QueryName, code: string): ListQuery {
  const left = chosenOf(query, name).filter((one) => one !== code)
  return left.length > 0 ? { ...query, [name]: left.join() } : withoutParams(query, name)
}

/** The parameters without these names. */
export function withoutParams(query: ListQuery, ...names: QueryName[]): ListQuery {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name as QueryName)))
}

export const withoutFilters = (query: ListQuery): ListQuery => withoutParams(query, ...filterNames)

export function isFiltered({ query }: ListState): boolean {
  return listSearch(withoutFilters(query)) !== listSearch(query)
}
