import { Search } from '../ui/icons/search.ts'
import { type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react'
import { useMatch, useNavigate } from 'react-router'
import { limits } from '../../contract/limits.ts'
import { paths } from '../paths.ts'
import type { SuggestionsProps } from './suggestions.tsx'

/** Goes to /search/{text}; empty text does nothing. Without scripts the form reaches the same page by way of /search. */
export function SearchForm({ className = '' }: { className?: string }) {
  const navigate = useNavigate()
  const searched = useMatch('/search/:name')?.params.name ?? ''
  const input = useRef<HTMLInputElement>(null)
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps> | null>(null)

  // Their code comes when somebody is about to type, and not before.
  function loadSuggestions(): void {
    import('./suggestions.tsx').then((module) => setSuggestions(() => module.Suggestions), console.info)
  }

  // The focus that started the scripts came before they could hear of it.
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
        className="h-11 w-full rounded-full border border-edge bg-dew pr-13 pl-5 placeholder:text-muted focus:bg-white [&::-webkit-search-cancel-button]:hidden"
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
