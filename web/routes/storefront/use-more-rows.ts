/** The rows of a list page and those loaded after them, kept for the way back from a product. */
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { ListedProduct } from '../../../contract/product.ts'
import type { ListPage } from '../../api.ts'
import { toast } from '../../toast.ts'

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

export function useMoreRows(first: Page, loadPage: (cursor: string) => Promise<Page>) {
  const { key } = useLocation()
  const [state, setState] = useState({ first, more: kept.get(key) ?? [] })
  const [loading, setLoading] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const firstNew = useRef<number | null>(null)

  // Another list, or the same one afresh: what was appended belongs to the earlier one.
  if (state.first !== first) setState({ first, more: kept.get(key) ?? [] })

  const pages = [first, ...state.more]
  const rows = unique(pages.flatMap((page) => page.items))
  const next = (pages.at(-1) ?? first).next

  useEffect(() => {
    if (firstNew.current === null || rows.length <= firstNew.current) return
    // The keyboard goes on at the first new row; the page does not move under anybody's eyes.
    list.current?.children[firstNew.current]?.querySelector('a')?.focus({ preventScroll: true })
    firstNew.current = null
  }, [rows.length])

  async function loadMore(): Promise<void> {
    if (!next || loading) return
    setLoading(true)
    try {
      const more = [...state.more, await loadPage(next)]
      firstNew.current = rows.length
      keep(key, more)
      setState((now) => (now.first === first ? { first, more } : now))
    } catch (error) {
      toast.error('More products could not be loaded. Please try again.')
      console.info(error)
    } finally {
      setLoading(false)
    }
  }

  return { rows, next, loading, loadMore, list }
}

/** A product that was changed while somebody pages can come twice. */
function unique(rows: ListedProduct[]): ListedProduct[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
