/** The categories with their subcategories, on wide screens; opened by hover, press or key (specification §2). */
import { ChevronDown } from '../../../ui/icons/chevron-down.ts'
import { type FocusEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Category, Subcategory } from '../../../../contract/category.ts'
import { paths } from '../../../paths.ts'

interface Props {
  categories: readonly Category[]
  subcategories: readonly Subcategory[]
}

export function CategoryBar({ categories, subcategories }: Props) {
  const [open, setOpen] = useState<number | null>(null)
  // Esc also closes a list that is open because the mouse is over it, until the mouse moves to another category.
  const [dismissed, setDismissed] = useState(false)

  useEffect(() => {
    const close = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // The focused link is about to be hidden: the focus goes back to the button of its list.
      const list = document.activeElement?.closest('ul[id^="subcategories-"]')
      if (list) document.querySelector<HTMLElement>(`[aria-controls="${list.id}"]`)?.focus()
      setOpen(null)
      setDismissed(true)
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [])

  function leave({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
    if (!currentTarget.contains(relatedTarget)) setOpen(null)
  }

  return (
    <nav aria-label="Categories" className="hidden border-b border-line bg-white lg:block" onBlur={leave}>
      <ul className="page-width flex flex-wrap justify-center gap-x-1">
        {categories.map(({ id, name }, index) => (
          <li
            key={id}
            className={`group relative flex ${dismissed ? '' : 'hover-opens'}`}
            onMouseEnter={() => setDismissed(false)}
            onKeyDown={(event) => moveAmongLinks(event, () => setOpen(id))}
          >
            <Link
              to={paths.category(id)}
              prefetch="intent"
              className="flex min-h-11 items-center rounded-lg pl-2.5 text-sm font-medium hover:text-forest"
            >
              <span className="max-w-56 truncate">{name}</span>
            </Link>
            <button
              type="button"
              data-replay=""
              aria-expanded={open === id}
              aria-controls={`subcategories-${id}`}
              aria-label={`Subcategories of ${name}`}
              onClick={() => setOpen(open === id ? null : id)}
              className="flex min-h-11 w-7 items-center justify-center rounded-lg text-muted hover:text-forest"
            >
              <ChevronDown
                aria-hidden="true"
                className={`size-4 transition-transform ${open === id ? 'rotate-180' : ''}`}
              />
            </button>
            <ul
              id={`subcategories-${id}`}
              aria-label={`Subcategories of ${name}`}
              className={`absolute top-full z-40 w-64 rounded-card border border-line bg-white p-2 shadow-lift group-[.hover-opens]:group-hover:block ${
                // Lists in the right half open to the left, so that they stay on the screen.
                index > categories.length / 2 ? 'right-0' : 'left-0'
              } ${open === id ? 'block' : 'hidden'}`}
            >
              <Subcategories of={id} all={subcategories} />
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Subcategories({ of, all }: { of: number; all: readonly Subcategory[] }) {
  const own = all.filter(({ categoryId }) => categoryId === of)
  if (own.length === 0) return <li className="px-3 py-2.5 text-sm text-muted">No subcategories</li>
  return own.map(({ id, name }) => (
    <li key={id}>
      <Link
        to={paths.subcategory(id)}
        prefetch="intent"
        className="flex min-h-11 items-center rounded-lg px-3 text-sm hover:bg-dew hover:text-forest"
      >
        {name}
      </Link>
    </li>
  ))
}

/** The arrow keys move through the links of a category; down on its name opens its list. */
function moveAmongLinks(event: KeyboardEvent<HTMLElement>, open: () => void): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const item = event.currentTarget
  open()
  // After React has rendered the open list.
  requestAnimationFrame(() => {
    const links = [...item.querySelectorAll<HTMLElement>(':scope ul a')]
    const at = links.indexOf(document.activeElement as HTMLElement)
    const to = event.key === 'ArrowDown' ? at + 1 : at - 1
    if (to < 0) item.querySelector('a')?.focus()
    else links[Math.min(to, links.length - 1)]?.focus()
  })
}
