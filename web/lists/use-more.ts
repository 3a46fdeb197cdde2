/** The rows of a list and those that 'Load more' has appended to them. */
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { ListPage } from '../api/client.ts'

interface Options<T> {
  /** Tells the person that more rows could not be loaded. */
  onFailed: (error: unknown) => void
  /** Shows a row once although two pages have it, which happens where a row moves while somebody loads more. */
  idOf?: (row: T) => string
  /** Finds the appended pages again after going back, so that the list has the length that the scroll position needs. */
  remembered?: boolean
}

/** The appended pages by the key of the history entry; the oldest entry is dropped first. */
const appended = new Map<string, ListPage<unknown>[]>()
const appendedMax = 30

function remember(key: string, pages: ListPage<unknown>[]): void {
  appended.delete(key)
  appended.set(key, pages)
  const oldest = appended.keys().next().value
  if (appended.size > appendedMax && oldest !== undefined) appended.delete(oldest)
}

/**
 * `first` is the page that the loader returned; `load` fetches the page after a cursor. `loadMore` are the props of the
 * component `LoadMore`.
 */
export function useMore<T>(
  first: ListPage<T>,
  load: (cursor: string) => Promise<ListPage<T>>,
  { onFailed, idOf, remembered = false }: Options<T>,
) {
  const { key } = useLocation()
  const recall = () => (remembered ? ((appended.get(key) ?? []) as ListPage<T>[]) : [])
  const [state, setState] = useState({ first, more: recall() })
  const [loading, setLoading] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const firstNew = useRef<number | null>(null)

  // The loader ran again, for this list or for another one: the appended pages belong to its earlier result.
  if (state.first !== first) setState({ first, more: recall() })

  const pages = [first, ...state.more]
  const rows = pages.flatMap((page) => page.items)
  const items = idOf ? [...new Map(rows.map((row) => [idOf(row), row])).values()] : rows
  const next = (pages.at(-1) ?? first).next

  useEffect(() => {
    if (firstNew.current === null || items.length <= firstNew.current) return
    // The focus goes to the first new row, or to its link where the row cannot take it; the page does not scroll.
    const row = list.current?.children[firstNew.current]
    const target = row?.hasAttribute('tabindex') ? row : row?.querySelector('a')
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    firstNew.current = null
  }, [items.length])

  async function append(): Promise<void> {
    if (!next || loading) return
    setLoading(true)
    try {
      const more = [...state.more, await load(next)]
      firstNew.current = items.length
      if (remembered) remember(key, more)
      // The loader may have run again meanwhile, for example after a filter was set.
      setState((now) => (now.first === first ? { first, more } : now))
    } catch (error) {
      console.info('More rows could not be loaded.', error)
      onFailed(error)
    } finally {
      setLoading(false)
    }
  }

  const { total } = first
  const props = { shown: items.length, total, next, loading, onLoad: () => void append() }
  return { items, total, list, loadMore: props }
}
