/** Period, sorting, search and page of the seller's figures, which stand in the page's address. */
import {
  type FigurePeriod,
  figurePeriods,
  type FigureSort,
  figureSorts,
} from '../../../../contract/figure-words.ts'
import { limits } from '../../../../contract/limits.ts'

export interface FiguresState {
  days: FigurePeriod
  sort: FigureSort
  order: 'asc' | 'desc'
  search: string
  page: number
}

const usual: FiguresState = { days: 28, sort: 'views', order: 'desc', search: '', page: 1 }

/** Reads the query string of an address; unusable values are ignored. */
export function readState(query: string): FiguresState {
  const asked = new URLSearchParams(query)
  const page = Number(asked.get('page'))
  return {
    days: figurePeriods.find((days) => String(days) === asked.get('days')) ?? usual.days,
    sort: figureSorts.find((sort) => sort === asked.get('sort')) ?? usual.sort,
    order: asked.get('order') === 'asc' ? 'asc' : 'desc',
    search: (asked.get('search') ?? '').trim().slice(0, limits.searchLength),
    page: Number.isInteger(page) && page > 1 && page <= 1_000 ? page : 1,
  }
}

/** The query string of the address; empty for what is shown at first. */
export function addressOf(state: FiguresState): string {
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(state))
    if (value !== usual[name as keyof FiguresState]) asked.set(name, String(value))
  return asked.size > 0 ? `?${asked}` : ''
}
