import { type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react'
import { useMatch, useNavigate } from 'react-router'
import { limits } from '../../contract/limits.ts'
import { paths } from '../paths.ts'
import { Search } from '../ui/icons.tsx'
import type { SuggestionsProps } from './suggestions.tsx'

/**
 * The search field: goes to /search/{text}, and ignores an empty text. Without scripts the form reaches the same page
 * through /search.
 */
export function SearchForm({ className }: { className: string }) {
  const navigate = useNavigate()
  const searched = useMatch('/search/:name')?.params.name ?? ''
  const input = useRef<HTMLInputElement>(null)
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps> | null>(null)

  // The suggestions' code is loaded when the field gets the focus.
  function loadSuggestions(): void {
    import('./suggestions.tsx').then((module) => setSuggestions(() => module.Suggestions), console.info)
  }

  // The field may have had the focus before hydration, whose event was missed.
  useEffect(() => {
    if (document.activeElement === input.current) loadSuggestions()
  }, [])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('q')).trim()
    if (text) void navigate(paths.search(text))
  }

  return (
    <form
      role="search"
      action={paths.searchForm}
      onSubmit={submit}
      className={`relative md:max-w-xl ${className}`}
    >
      <input
        // Shows what is being searched for, also after going back.
        key={searched}
        ref={input}
        type="search"
        name="q"
        defaultValue={searched}
        aria-label="Search for products"
        placeholder="Search for products"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={limits.searchLength}
        onFocus={loadSuggestions}
        className="h-11 w-full rounded-full border border-edge bg-dew pr-13 pl-5 placeholder:text-muted focus:bg-surface [&::-webkit-search-cancel-button]:hidden"
      />
      <button
        type="submit"
        aria-label="Search"
        className="absolute top-0 right-0 flex size-11 items-center justify-center rounded-full text-forest hover:bg-mist"
      >
        <Search aria-hidden="true" className="size-5" />
      </button>
      {Suggestions && <Suggestions key={`for ${searched}`} input={input} />}
    </form>
  )
}
