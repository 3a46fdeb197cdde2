/**
 * A part of the page that no script changes: the server's HTML stays as it is, and neither its code nor its icons are
 * loaded. Only where the browser itself draws the page (after a client navigation) the code comes, by `load`.
 */
import { type ComponentType, lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'

interface Props {
  /** The content, in the server's build alone; its import stands behind `import.meta.env.SSR`. */
  server: ReactNode
  /** The same for the browser, made by later(). */
  Browser: ComponentType
}

export function Kept({ server, Browser }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [missing, setMissing] = useState(false)
  const navigate = useNavigate()

  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    if (!element.firstChild) setMissing(true)
    // The links in the kept HTML are plain ones; a press on one of our own pages need not load a new document.
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a')
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (!link || !plain || link.target || link.origin !== location.origin) return
      event.preventDefault()
      void navigate(link.pathname + link.search)
    }
    element.addEventListener('click', follow)
    return () => element.removeEventListener('click', follow)
  }, [navigate])

  if (server) return <div className="contents">{server}</div>
  if (missing) {
    return (
      <div key="drawn" className="contents">
        <Suspense>
          <Browser />
        </Suspense>
      </div>
    )
  }
  return (
    <div ref={place} className="contents" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  )
}

/** A component of a module of its own, for `Browser`. */
export function later<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }))
}
