import { Link } from 'react-router'
import { dayInWords } from '../../../../contract/day-in-words.ts'
import type { Facet } from '../../../../contract/product.ts'
import { formatRupees } from '../../../../contract/money.ts'
import { X } from '../../../ui/icons.tsx'
import {
  chosenOf,
  isFiltered,
  listSearch,
  type ListQuery,
  type ListState,
  facetNames,
  type QueryName,
  withoutChoice,
  withoutFilters,
  withoutParams,
} from './list-address.ts'

interface Props {
  list: ListState
  facets: readonly Facet[]
  /** Called before the pressed link is removed with its filter, to move the focus. */
  onLeave: () => void
}

/** The active filters, each a link to the list without it. Search engines follow none: combinations are without number. */
export function ActiveFilters({ list: { query, ...list }, facets, onLeave }: Props) {
  if (!isFiltered({ query, ...list })) return null
  const { min, max, stock, pin, arrivesBy } = query
  const chips: { label: string; left: ListQuery }[] = []
  if (min || max) chips.push({ label: priceLabel(min, max), left: withoutParams(query, 'min', 'max') })
  if (stock) chips.push({ label: 'In stock only', left: withoutParams(query, 'stock') })
  if (arrivesBy)
    chips.push({
      label: `Arrives by ${dayInWords(arrivesBy)} at ${pin}`,
      left: withoutParams(query, 'arrivesBy', 'pin'),
    })
  for (const name of facetNames)
    for (const code of chosenOf(query, name))
      chips.push({ label: labelOf(facets, name, code), left: withoutChoice(query, name, code) })
  return (
    <ul aria-label="Active filters" className="mb-4 flex flex-wrap items-center gap-2">
      {chips.map(({ label, left }) => (
        <li key={label} className="max-w-full">
          <Link
            to={{ search: listSearch(left) }}
            rel="nofollow"
            preventScrollReset
            onClick={onLeave}
            aria-label={`Remove filter: ${label}`}
            className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full bg-leaf-soft px-4 text-sm font-medium text-forest hover:bg-mist"
          >
            <span className="truncate">{label}</span>
            <X aria-hidden="true" className="size-4 shrink-0" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={{ search: listSearch(withoutFilters(query)) }}
          preventScrollReset
          onClick={onLeave}
          className="inline-flex min-h-11 items-center px-2 text-sm font-medium text-forest underline underline-offset-4"
        >
          Clear all
        </Link>
      </li>
    </ul>
  )
}

function labelOf(facets: readonly Facet[], name: QueryName, code: string): string {
  for (const facet of facets) {
    const choice = facet.name === name && facet.choices.find((one) => one.code === code)
    if (!choice) continue
    const title = name === 'claim' ? 'Proven' : facet.title
    return title ? `${title}: ${choice.name}` : choice.name
  }
  return name === 'sub' ? 'Subcategory' : code
}

export function priceLabel(
  min: string | number | undefined | null,
  max: string | number | undefined | null,
): string {
  const rupees = (amount: string | number) => formatRupees(Number(amount))
  if (min && max) return `${rupees(min)} to ${rupees(max)}`
  return min ? `${rupees(min)} and above` : `Up to ${rupees(max ?? '')}`
}
