/** Which part of the seller's products is shown, as the address of the page says it. */
import { limits } from '../../../../contract/limits.ts'
import { type StockFilter, stockFilters } from '../../../../contract/seller-product.ts'

export const pageSize = 25

export interface ListState {
  search: string
  stock: StockFilter | null
  /** Where the page begins; null for the first one. */
  cursor: string | null
  /** Counts from 1; for the words over the list alone. */
  page: number
}

export const firstPage: ListState = { search: '', stock: null, cursor: null, page: 1 }

/** From the query part of an address; what it cannot mean is left out. */
export function readState(query: string): ListState {
  const asked = new URLSearchParams(query)
  const cursor = asked.get('cursor') || null
  return {
    search: (asked.get('search') ?? '').trim().slice(0, limits.searchLength),
    stock: stockFilters.find((filter) => filter === asked.get('stock')) ?? null,
    cursor,
    page: cursor ? Math.max(2, Math.trunc(Number(asked.get('page'))) || 2) : 1,
  }
}

/** The query part of the address; empty for the first page of all products. */
export function addressOf({ search, stock, cursor, page }: ListState): string {
  const asked = new URLSearchParams()
  if (search) asked.set('search', search)
  if (stock) asked.set('stock', stock)
  if (cursor) {
    asked.set('page', String(page))
    asked.set('cursor', cursor)
  }
  return asked.size > 0 ? `?${asked}` : ''
}
