/** How a list is sorted and filtered, as the address of its page says it: the names are those of the API's query. */
import type { ListSort } from '../../../../contract/product-lists.ts'

export const wishNames = ['sort', 'min', 'max', 'sub', 'stock'] as const
export type WishName = (typeof wishNames)[number]
/** What is not named is at its default. */
export type Wishes = Partial<Record<WishName, string>>

export interface ListState {
  /** What the list goes by. */
  wishes: Wishes
  /** What was typed, the refused included. */
  typed: Wishes
  /** Why something typed plays no part. */
  errors: Partial<Record<WishName, string>>
}

/** The state of a list that is not there. */
export const plainList: ListState = { wishes: {}, typed: {}, errors: {} }

export const sortLabels: Record<ListSort, string> = {
  relevance: 'Relevance',
  newest: 'Newest',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
}
/** The first one is what a list does by itself. */
export const productListSorts: readonly ListSort[] = ['newest', 'price-low', 'price-high']
export const searchSorts: readonly ListSort[] = ['relevance', 'price-low', 'price-high', 'newest']

/** The query part of an address; empty for the plain list. */
export function listSearch(wishes: Wishes, cursor?: string): string {
  const search = new URLSearchParams()
  for (const name of wishNames) if (wishes[name]) search.set(name, wishes[name])
  if (cursor) search.set('cursor', cursor)
  return search.size > 0 ? `?${search}` : ''
}

/** Without the filters of these names; the sort stays. */
export function without(wishes: Wishes, ...names: WishName[]): Wishes {
  return Object.fromEntries(Object.entries(wishes).filter(([name]) => !names.includes(name as WishName)))
}

export const withoutFilters = (wishes: Wishes): Wishes => without(wishes, 'min', 'max', 'sub', 'stock')

export function isFiltered({ wishes }: ListState): boolean {
  return listSearch(withoutFilters(wishes)) !== listSearch(wishes)
}
