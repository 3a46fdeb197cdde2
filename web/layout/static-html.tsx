/**
 * A part of the page that is not hydrated: the server's HTML stays, and neither its code nor its icons are loaded.
 * The code is loaded only where the browser renders the page itself and has not seen that HTML in this visit.
 */
import { type ComponentType, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'

type Load = () => Promise<ComponentType>

/** The HTML of parts that were shown in this visit, for the next rendering. */
const seen = new Map<Load, string>()

/** The code of parts whose page is being navigated to, so that they are rendered together with the page. */
const fetched = new Map<Load, ComponentType>()

/**
 * For the `clientLoader` of a page with a `StaticHtml` part. The page also needs a `loader`, because otherwise the
 * `clientLoader` runs during hydration.
 */
export async function preloadStaticHtml(load: Load): Promise<null> {
  if (!seen.has(load)) fetched.set(load, await load())
  return null
}

interface Props {
  /** The content, in the server's build only; its import stands behind `import.meta.env.SSR`. */
  server: ReactNode
  /** Loads the same content in the browser. Its identity is the key of the part. */
  load: Load
}

export function StaticHtml({ server, load }: Props) {
  const container = useRef<HTMLDivElement>(null)
  // During hydration this is empty, and React keeps the server's HTML. The object must stay the same: a new one would
  // make React write the HTML again.
  const [html] = useState(() => ({ __html: seen.get(load) ?? '' }))
  const [Content, setContent] = useState<ComponentType | null>(() =>
    seen.has(load) ? null : (fetched.get(load) ?? null),
  )
  const navigate = useNavigate()

  useLayoutEffect(() => {
    const element = container.current
    if (!element) return
    if (element.firstChild) seen.set(load, element.innerHTML)
    else void load().then((component) => setContent(() => component), console.info)
    // Links in the static HTML are plain anchors; navigate to our own pages without loading a new document.
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a')
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (!link || !plain || link.target || link.origin !== location.origin) return
      event.preventDefault()
      void navigate(link.pathname + link.search + link.hash)
    }
    element.addEventListener('click', follow)
    return () => element.removeEventListener('click', follow)
  }, [load, navigate])

  if (server) return <div className="contents">{server}</div>
  if (Content) {
    return (
      <div key="drawn" className="contents">
        <Content />
      </div>
    )
  }
  return <div ref={container} className="contents" suppressHydrationWarning dangerouslySetInnerHTML={html} />
}
