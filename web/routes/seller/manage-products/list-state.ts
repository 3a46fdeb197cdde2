/** Search, filter and page of the seller's products, which stand in the page's address. */
import { limits } from '../../../../contract/limits.ts'
import { type StockFilter, stockFilters } from '../../../../contract/seller-product.ts'

/** Products of a page. */
export const pageSizes = [25, 100] as const
type PageSize = (typeof pageSizes)[number]

export interface ListState {
  search: string
  stock: StockFilter | null
  /** Only listings without an HSN code. */
  hsn: 'missing' | null
  /** Only listings that do not declare what their category needs. */
  declared: 'missing' | null
  /** Only drafts, scheduled and hidden listings. */
  state: 'off-sale' | null
  size: PageSize
  /** The cursor of the page; null for the first one. */
  cursor: string | null
  /** Counts from 1; only for the text above the list. */
  page: number
}

export const firstPage: ListState = {
  search: '',
  stock: null,
  hsn: null,
  declared: null,
  state: null,
  size: 25,
  cursor: null,
  page: 1,
}

/** Reads the query string of an address; unusable values are ignored. */
export function readState(query: string): ListState {
  const asked = new URLSearchParams(query)
  const cursor = asked.get('cursor') || null
  return {
    search: (asked.get('search') ?? '').trim().slice(0, limits.searchLength),
    stock: stockFilters.find((filter) => filter === asked.get('stock')) ?? null,
    hsn: asked.get('hsn') === 'missing' ? 'missing' : null,
    declared: asked.get('declared') === 'missing' ? 'missing' : null,
    state: asked.get('state') === 'off-sale' ? 'off-sale' : null,
    size: pageSizes.find((size) => String(size) === asked.get('size')) ?? 25,
    cursor,
    page: cursor ? Math.max(2, Math.trunc(Number(asked.get('page'))) || 2) : 1,
  }
}

/** The query string of the address; empty for the first page of all products. */
export function addressOf({ search, stock, hsn, declared, state, size, cursor, page }: ListState): string {
  const asked = new URLSearchParams()
  if (search) asked.set('search', search)
  if (stock) asked.set('stock', stock)
  if (hsn) asked.set('hsn', hsn)
  if (declared) asked.set('declared', declared)
  if (state) asked.set('state', state)
  if (size !== 25) asked.set('size', String(size))
  if (cursor) {
    asked.set('page', String(page))
    asked.set('cursor', cursor)
  }
  return asked.size > 0 ? `?${asked}` : ''
}
