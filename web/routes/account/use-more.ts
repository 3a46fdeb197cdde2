/** The rows of one person's list and the pages loaded after them. */
import { useEffect, useRef, useState } from 'react'
import type { ListPage } from '../../api.ts'
import { useSignedOut } from '../../signed-out.ts'
import { failureWords } from '../../forms/failure-words.ts'
import { toast } from '../../toast.ts'

export function useMore<T>(first: ListPage<T>, load: (cursor: string) => Promise<ListPage<T>>) {
  const signedOut = useSignedOut()
  const [loaded, setLoaded] = useState({ first, pages: [first] })
  const [loading, setLoading] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const firstNew = useRef<number | null>(null)

  // The page's data was loaded again: forget what was appended.
  if (loaded.first !== first) setLoaded({ first, pages: [first] })

  const items = loaded.pages.flatMap((page) => page.items)
  const next = (loaded.pages.at(-1) ?? first).next

  useEffect(() => {
    if (firstNew.current === null) return
    // The keyboard goes on at the first new row; the page does not move under anybody's eyes.
    const row = list.current?.children[firstNew.current]
    if (row instanceof HTMLElement) row.focus({ preventScroll: true })
    firstNew.current = null
  }, [items.length])

  async function loadMore(): Promise<void> {
    if (!next || loading) return
    setLoading(true)
    try {
      const page = await load(next)
      firstNew.current = items.length
      // Another list may have been loaded meanwhile, e.g. by a filter.
      setLoaded((now) => (now.first === first ? { ...now, pages: [...now.pages, page] } : now))
    } catch (error) {
      if (!signedOut(error)) toast.error(failureWords(error, 'Something went wrong. Please try again.'))
    } finally {
      setLoading(false)
    }
  }

  return { items, total: first.total, next, loading, loadMore: () => void loadMore(), list }
}
