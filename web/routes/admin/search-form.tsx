/** Search and filters of a list, kept in its address. A choice applies at once, a text when the form is sent. */
import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { limits } from '../../../contract/limits.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Search } from '../../ui/icons.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { StateCounts } from './require-admin.ts'

interface Props {
  query: Record<string, string>
  /** The label of the search field. */
  label: string
  children?: ReactNode
}

export function SearchForm({ query, label, children }: Props) {
  return (
    <Form
      role="search"
      // A new form for each address, so that the fields show its filters after going back.
      key={JSON.stringify(query)}
      onChange={(event) => {
        const field = event.target as HTMLElement
        if (field instanceof HTMLSelectElement) event.currentTarget.requestSubmit()
      }}
      className="mb-4 flex flex-wrap items-end gap-3"
    >
      {/* The button stays beside its field at every width. */}
      <div className="flex min-w-0 basis-full items-end gap-2 sm:max-w-lg sm:flex-1 sm:basis-80">
        <div className="min-w-0 flex-1">
          <TextField
            type="search"
            name="q"
            label={label}
            defaultValue={query.q ?? ''}
            maxLength={limits.searchLength}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
          />
        </div>
        <Button type="submit" look="secondary" className="shrink-0 max-sm:w-11 max-sm:px-0">
          <Search aria-hidden="true" className="size-5" />
          <span className="max-sm:sr-only">Search</span>
        </Button>
      </div>
      {children}
      {Object.keys(query).length > 0 && (
        <Link to="?" className={buttonClass('ghost')}>
          Clear
        </Link>
      )}
    </Form>
  )
}

export function Filter({
  name,
  label,
  query,
  all,
  options,
  counts = [],
}: {
  name: string
  label: string
  query: Record<string, string>
  /** The label of the option without a filter. */
  all: string
  options: readonly (readonly [value: string, words: string])[]
  /** How many rows the options have. */
  counts?: StateCounts
}) {
  const countOf = (value: string): string => {
    const count = counts.find(({ state }) => state === value)?.count
    if (count === undefined) return ''
    return count < limits.countStates ? ` (${count})` : ` (${limits.countStates - 1}+)`
  }
  return (
    <div className="flex-[1_1_8.5rem] sm:max-w-74">
      <SelectField name={name} label={label} defaultValue={query[name] ?? ''}>
        <option value="">{all}</option>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
            {countOf(value)}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
