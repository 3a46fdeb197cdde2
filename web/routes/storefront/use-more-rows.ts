/** The rows of a list page and those loaded after them, kept for the way back from a product. */
import { useEffect, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { ListedProduct } from '../../../contract/product.ts'
import type { ListPage } from '../../api.ts'

type Page = ListPage<ListedProduct>

// By history entry: going back finds the list as long as it was, so that the scroll position fits.
const kept = new Map<string, Page[]>()
const keptAtMost = 30

function keep(key: string, pages: Page[]): void {
  kept.delete(key)
  kept.set(key, pages)
  const oldest = kept.keys().next().value
  if (kept.size > keptAtMost && oldest !== undefined) kept.delete(oldest)
}

export function useMoreRows(first: Page) {
  const { key, pathname } = useLocation()
  const fetcher = useFetcher<{ page: Page }>({ key: `more ${key}` })
  const [loaded, setLoaded] = useState({ first, pages: kept.get(key) ?? [] })
  const list = useRef<HTMLUListElement>(null)
  const firstNew = useRef<number | null>(null)

  // Another list, or the same one afresh: forget what was appended.
  if (loaded.first !== first) setLoaded({ first, pages: kept.get(key) ?? [] })

  const pages = [first, ...loaded.pages]
  const rows = pages.flatMap((page) => page.items)
  const next = (pages.at(-1) ?? first).next
  const arrived = fetcher.data?.page

  useEffect(() => {
    if (!arrived || fetcher.state !== 'idle' || loaded.pages.includes(arrived)) return
    const more = [...loaded.pages, arrived]
    keep(key, more)
    setLoaded({ first, pages: more })
  }, [arrived, fetcher.state, first, key, loaded.pages])

  useEffect(() => {
    if (firstNew.current === null || rows.length <= firstNew.current) return
    // The keyboard goes on at the first new row; the page does not move under anybody's eyes.
    list.current?.children[firstNew.current]?.querySelector('a')?.focus({ preventScroll: true })
    firstNew.current = null
  }, [rows.length])

  function loadMore(): void {
    if (!next) return
    firstNew.current = rows.length
    void fetcher.load(`${pathname}?cursor=${encodeURIComponent(next)}`)
  }

  return { rows: unique(rows), next, loading: fetcher.state !== 'idle', loadMore, list }
}

/** A product that was changed while somebody pages can come twice. */
function unique(rows: ListedProduct[]): ListedProduct[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
