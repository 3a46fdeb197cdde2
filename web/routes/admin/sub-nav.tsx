import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'

interface SubNavLink {
  to: string
  title: string
  /** The page is the present one also where its address begins with one of these. */
  above?: readonly string[]
}

interface Props {
  label: string
  links: readonly SubNavLink[]
  /** Smaller, below another one. */
  minor?: boolean
}

/** Links between the pages of one subject. On a phone the row is wider than the screen: the present page is scrolled into view. */
export function SubNav({ label, links, minor = false }: Props) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const strip = nav.current
    const current = strip?.querySelector<HTMLElement>('[aria-current]')
    if (strip && current)
      strip.scrollLeft = current.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2
  }, [pathname])
  const look = minor
    ? 'rounded-full px-4 text-sm aria-[current]:bg-leaf-soft'
    : 'border-b-3 border-transparent px-3 aria-[current]:border-forest sm:px-4'
  return (
    <nav
      ref={nav}
      aria-label={label}
      className={`relative mb-5 overflow-x-auto [scrollbar-width:none] max-sm:-mx-4 max-sm:px-4 print:hidden ${minor ? '' : 'border-b border-line'}`}
    >
      <ul className="flex w-max gap-x-1 sm:w-auto sm:flex-wrap">
        {links.map(({ to, title, above = [] }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={
                pathname === to || above.some((beginning) => pathname.startsWith(beginning))
                  ? 'page'
                  : undefined
              }
              className={`inline-flex min-h-11 items-center font-semibold whitespace-nowrap text-muted -outline-offset-3 hover:text-forest aria-[current]:text-forest ${look}`}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
