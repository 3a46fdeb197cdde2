/**
 * The categories with their subcategories, on wide screens (specification §2): one row, and what does not fit under
 * 'More'. The lists open by press, by key, and by hover with a delay in which the mouse may cross other names on its way
 * into an open list (`.menu` in shop.css).
 */
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Category, Subcategory } from '../../../../contract/category.ts'
import { paths } from '../../../paths.ts'
import { failedToLoadSubcategories } from '../../../layout/error-message.tsx'
import { ChevronDown } from '../../../ui/icons.tsx'
import type { InBar } from './fitting-in-bar.ts'

interface Props {
  categories: readonly Category[]
  subcategories: readonly Subcategory[]
  /** The subcategories could not be loaded. */
  failed: boolean
  inBar: InBar
}

type MenuId = number | 'more'

export function CategoryBar({ categories, subcategories, failed, inBar: { narrow, wide } }: Props) {
  const { open, setOpen, dismissed, setDismissed } = useOpenMenu()
  const rest = categories.slice(narrow)

  function leave({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
    if (!currentTarget.contains(relatedTarget)) setOpen(null)
  }

  const menu = (id: MenuId) => ({
    id,
    open: open === id,
    dismissed,
    onOpen: (now: boolean) => setOpen(now ? id : null),
    onPointed: () => setDismissed(false),
  })
  return (
    <nav aria-label="Categories" className="hidden border-b border-line bg-surface lg:block" onBlur={leave}>
      <ul className="menus page-width flex justify-center gap-x-1">
        {categories.slice(0, wide).map(({ id, name }, index) => (
          <Menu
            key={id}
            {...menu(id)}
            label={`Subcategories of ${name}`}
            className={index < narrow ? 'flex' : 'hidden xl:flex'}
            // Lists in the right half open to the left, so that they stay on the screen.
            listClass={`w-64 ${index > narrow / 2 ? 'right-0' : 'left-0'}`}
            name={
              <Link
                to={paths.category(id)}
                prefetch="intent"
                className="flex min-h-11 min-w-0 items-center rounded-lg pl-2.5 text-sm font-medium hover:text-forest"
              >
                <span className="max-w-56 truncate">{name}</span>
              </Link>
            }
          >
            <Subcategories of={id} all={subcategories} failed={failed} />
          </Menu>
        ))}
        {rest.length > 0 && (
          <Menu
            {...menu('more')}
            label="More categories"
            text="More"
            className={wide < categories.length ? 'flex' : 'flex xl:hidden'}
            listClass="right-0 max-h-[70vh] w-[44rem] columns-3 gap-2 overflow-y-auto"
          >
            {rest.map(({ id, name }, index) => (
              <li key={id} className={`mb-2 break-inside-avoid ${narrow + index < wide ? 'xl:hidden' : ''}`}>
                <Link to={paths.category(id)} prefetch="intent" className={`${item} font-semibold`}>
                  {name}
                </Link>
                <ul aria-label={`Subcategories of ${name}`}>
                  <Subcategories of={id} all={subcategories} failed={failed} />
                </ul>
              </li>
            ))}
          </Menu>
        )}
      </ul>
    </nav>
  )
}

const item =
  'flex min-h-9 items-center rounded-lg px-3 text-sm hover:bg-dew hover:text-forest pointer-coarse:min-h-11'

/** Which list a press or key has opened, and whether Esc has closed the one below the mouse. */
function useOpenMenu() {
  const [open, setOpen] = useState<MenuId | null>(null)
  // Until the mouse moves to another category.
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

  return { open, setOpen, dismissed, setDismissed }
}

interface MenuProps {
  id: MenuId
  /** The accessible name of the button and of the list. */
  label: string
  /** A link before the button. */
  name?: ReactNode
  /** What the button says beside its arrow. */
  text?: string
  open: boolean
  dismissed: boolean
  onOpen: (open: boolean) => void
  onPointed: () => void
  className: string
  listClass: string
  children: ReactNode
}

function Menu(props: MenuProps) {
  const { id, label, name, text, open, dismissed, onOpen, onPointed, className, listClass, children } = props
  return (
    <li
      className={`menu relative min-w-0 ${dismissed ? '' : 'hover-opens'} ${className}`}
      onMouseEnter={onPointed}
      onKeyDown={(event) => moveAmongLinks(event, () => onOpen(true))}
    >
      {name}
      <button
        type="button"
        data-replay=""
        aria-expanded={open}
        aria-controls={`subcategories-${id}`}
        aria-label={text ? `${text}: ${label}` : label}
        onClick={() => onOpen(!open)}
        className={`flex min-h-11 shrink-0 items-center justify-center rounded-lg hover:text-forest ${text ? 'gap-1.5 px-2.5 text-sm font-medium' : 'w-7 text-muted'}`}
      >
        {text}
        <ChevronDown
          aria-hidden="true"
          className={`size-4 transition-transform ${open ? 'rotate-180' : ''}`}
        />
      </button>
      <ul
        id={`subcategories-${id}`}
        aria-label={label}
        className={`menu-list absolute top-full z-40 rounded-card border border-line bg-surface p-2 shadow-lift ${listClass} ${open ? 'is-open' : ''}`}
      >
        {children}
      </ul>
    </li>
  )
}

interface SubcategoriesProps {
  of: number
  all: readonly Subcategory[]
  failed: boolean
}

function Subcategories({ of, all, failed }: SubcategoriesProps) {
  const own = all.filter(({ categoryId }) => categoryId === of)
  if (own.length === 0)
    return (
      <li className="px-3 py-2 text-sm text-muted">
        {failed ? failedToLoadSubcategories : 'No subcategories'}
      </li>
    )
  return own.map(({ id, name }) => (
    <li key={id}>
      <Link to={paths.subcategory(id)} prefetch="intent" className={item}>
        {name}
      </Link>
    </li>
  ))
}

/** The arrow keys move through the links of a category; down on its name opens its list. */
function moveAmongLinks(event: KeyboardEvent<HTMLElement>, open: () => void): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const menu = event.currentTarget
  open()
  // After React has rendered the open list.
  requestAnimationFrame(() => {
    // Links of categories that stand in the bar on this screen are not displayed under 'More'.
    const links = [...menu.querySelectorAll<HTMLElement>(':scope ul a')].filter((link) => link.offsetParent)
    const at = links.indexOf(document.activeElement as HTMLElement)
    const to = event.key === 'ArrowDown' ? at + 1 : at - 1
    if (to < 0) menu.querySelector<HTMLElement>(':scope > a, :scope > button')?.focus()
    else links[Math.min(to, links.length - 1)]?.focus()
  })
}
