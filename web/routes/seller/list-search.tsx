/** The search field of a seller's list; it searches whenever typing pauses. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { Search } from '../../ui/icons.tsx'

const typingPauseMs = 300

interface Props {
  label: string
  placeholder?: string
  /** The search text of the present list. */
  search: string
  /** Called once for every new trimmed text; the caller replaces the present history entry. */
  onSearch: (words: string) => void
}

export function ListSearch({ label, placeholder = label, search, onSearch }: Props) {
  const [typed, setTyped] = useState(search)
  const asked = useRef(search)

  function find(): void {
    const words = typed.trim()
    if (words === asked.current) return
    asked.current = words
    onSearch(words)
  }

  const typingPaused = useEffectEvent(find)
  useEffect(() => {
    const timer = setTimeout(() => typingPaused(), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed])

  useEffect(() => {
    // Going back and links change the search; the field follows, unless somebody is typing.
    if (search !== asked.current) setTyped(search)
    asked.current = search
  }, [search])

  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        find()
      }}
      className="relative min-w-0 md:flex-1"
    >
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        name="search"
        value={typed}
        maxLength={limits.searchLength}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        className="block min-h-11 w-full rounded-full border border-edge bg-surface py-2 pr-4 pl-11 text-ink placeholder:text-muted"
      />
    </form>
  )
}
