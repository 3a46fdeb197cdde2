/** A search box for the content of this page. It is hidden without scripts, because it would do nothing. */
import { useEffect, useRef } from 'react'
import { limits } from '../../../contract/limits.ts'
import { Search } from '../../ui/icons.tsx'

interface Props {
  label: string
  placeholder: string
  onSearch: (typed: string) => void
}

export function SearchBox({ label, placeholder, onSearch }: Props) {
  const input = useRef<HTMLInputElement>(null)
  // Normalises what was typed before hydration.
  useEffect(() => onSearch(input.current?.value ?? ''), [onSearch])
  return (
    <div role="search" aria-label={label} className="relative max-w-xl noscript:hidden">
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        maxLength={limits.searchLength}
        onInput={(event) => onSearch(event.currentTarget.value)}
        className="h-12 w-full rounded-full border border-edge bg-surface pr-5 pl-12 placeholder:text-muted"
      />
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-forest"
      />
    </div>
  )
}
