/** Sort and filters of a list as its address has them, with the parameter names of the API. */
import type { ListSort } from '../../../../contract/product-lists.ts'

export const queryNames = [
  'sort',
  'min',
  'max',
  'sub',
  'stock',
  'rated',
  'origin',
  'claim',
  'pin',
  'arrivesBy',
] as const
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
  return search.size > 0 ? `?${search}` : ''
}

/** The parameters without these names. */
export function withoutParams(query: ListQuery, ...names: QueryName[]): ListQuery {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name as QueryName)))
}

export const withoutFilters = (query: ListQuery): ListQuery =>
  withoutParams(query, 'min', 'max', 'sub', 'stock', 'rated', 'origin', 'claim', 'pin', 'arrivesBy')

export function isFiltered({ query }: ListState): boolean {
  return listSearch(withoutFilters(query)) !== listSearch(query)
}
