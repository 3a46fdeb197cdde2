/**
 * The suggestions below the search field: a combobox by the WAI-ARIA pattern. Its code is loaded when the field gets the
 * focus, so it attaches itself to a field that may contain text already.
 */
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api } from '../../contract/endpoints.ts'
import type { Suggestion } from '../../contract/product.ts'
import { call } from '../api/client.ts'
import { openLookup, useLookup } from '../api/use-lookup.ts'
import { paths } from '../paths.ts'
import { Search } from '../ui/icons.tsx'

export interface SuggestionsProps {
  input: RefObject<HTMLInputElement | null>
}

const pathOf = {
  category: ({ id }: Suggestion) => paths.category(Number(id)),
  subcategory: ({ id }: Suggestion) => paths.subcategory(Number(id)),
  product: ({ id }: Suggestion) => paths.product(id),
}

const suggestions = openLookup<Suggestion>((name, signal) =>
  call(api.product.suggest, { params: { name }, signal }),
)

export function Suggestions({ input }: SuggestionsProps) {
  const navigate = useNavigate()
  const { key } = useLocation()
  const list = useId()
  // The typed text; empty while the list is closed.
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const { items, answered } = useLookup(text, suggestions)
  const open = items.length > 0

  function type(value: string): void {
    setText(value.trim())
    setActive(-1)
  }
  const close = () => type('')

  function choose(suggestion: Suggestion | undefined): void {
    if (!suggestion) return
    close()
    input.current?.form?.reset()
    void navigate(pathOf[suggestion.kind](suggestion))
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const field = event.target as HTMLInputElement
    if (event.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) return type(field.value)
      // The field itself is one place more in the cycle of options.
      const places = items.length + 1
      setActive(((active + 1 + (event.key === 'ArrowDown' ? 1 : -1) + places) % places) - 1)
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault()
      choose(items[active])
    } else if (event.key === 'Enter') close()
    else if (event.key === 'Escape' && text) {
      // The first press closes the list and keeps the text; with the second one the browser empties the field.
      event.preventDefault()
      close()
    } else if (event.key === 'Home' || event.key === 'End') setActive(-1)
  })
  const onInput = useEffectEvent((event: Event) => type((event.target as HTMLInputElement).value))
  const onBlur = useEffectEvent(() => close())

  useEffect(() => {
    const field = input.current
    if (!field) return
    if (document.activeElement === field && field.value !== field.defaultValue) setText(field.value.trim())
    field.addEventListener('input', onInput)
    field.addEventListener('keydown', onKey)
    field.addEventListener('blur', onBlur)
    return () => {
      field.removeEventListener('input', onInput)
      field.removeEventListener('keydown', onKey)
      field.removeEventListener('blur', onBlur)
    }
  }, [input])

  const activeId = active >= 0 ? optionId(list, active) : null
  useEffect(() => {
    const field = input.current
    field?.setAttribute('role', 'combobox')
    field?.setAttribute('aria-autocomplete', 'list')
    field?.setAttribute('aria-expanded', String(open))
    if (open) field?.setAttribute('aria-controls', list)
    else field?.removeAttribute('aria-controls')
    if (activeId) field?.setAttribute('aria-activedescendant', activeId)
    else field?.removeAttribute('aria-activedescendant')
  }, [input, list, open, activeId])

  // After a navigation the list of the page before is closed.
  const [page, setPage] = useState(key)
  if (page !== key) {
    setPage(key)
    close()
  }

  return (
    <>
      <p role="status" className="sr-only">
        {answered && (open ? `${items.length} suggestion${items.length === 1 ? '' : 's'}` : 'No suggestions')}
      </p>
      {open && <Options items={items} active={active} listId={list} onActive={setActive} onChoose={choose} />}
    </>
  )
}

interface OptionsProps {
  items: readonly Suggestion[]
  active: number
  listId: string
  onActive: (index: number) => void
  onChoose: (suggestion: Suggestion) => void
}

function Options({ items, active, listId, onActive, onChoose }: OptionsProps) {
  return (
    <div
      id={listId}
      role="listbox"
      aria-label="Suggestions"
      className="absolute inset-x-0 top-full z-40 mt-1.5 overflow-hidden rounded-card border border-line bg-surface py-2 shadow-lift"
    >
      {items.map((suggestion, index) => (
        // The field keeps the focus and handles the keys.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={`${suggestion.kind} ${suggestion.id}`}
          id={optionId(listId, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onPointerMove={() => onActive(index)}
          onClick={() => onChoose(suggestion)}
          className="flex min-h-11 cursor-pointer items-center gap-3 px-5 py-1.5 aria-selected:bg-mist"
        >
          <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <span className="line-clamp-2 min-w-0">
            {suggestion.name}
            {suggestion.kind !== 'product' && (
              <span className="text-sm text-muted">
                {' in '}
                {suggestion.within ?? 'Categories'}
              </span>
            )}
          </span>
        </div>
      ))}
    </div>
  )
}

const optionId = (listId: string, index: number) => `${listId}-${index}`
