import { Link } from 'react-router'
import { dayInWords } from '../../../../contract/day-in-words.ts'
import type { CountedChoice } from '../../../../contract/product.ts'
import { formatRupees } from '../../../../contract/money.ts'
import { X } from '../../../ui/icons.tsx'
import {
  isFiltered,
  listSearch,
  type ListState,
  withoutFilters,
  type QueryName,
  withoutParams,
} from './list-address.ts'

interface Props {
  list: ListState
  subcategories: readonly { id: number; name: string }[]
  origins: readonly CountedChoice[]
  claims: readonly CountedChoice[]
  /** Called before the pressed link is removed with its filter, to move the focus. */
  onLeave: () => void
}

/** The active filters, each a link to the list without it. */
export function ActiveFilters({ list, subcategories, origins, claims, onLeave }: Props) {
  if (!isFiltered(list)) return null
  const { sub, min, max, stock, rated, origin, claim, pin, arrivesBy } = list.query
  const chips: { label: string; names: QueryName[] }[] = []
  if (sub)
    chips.push({
      label: subcategories.find(({ id }) => String(id) === sub)?.name ?? 'Subcategory',
      names: ['sub'],
    })
  if (min || max) chips.push({ label: priceLabel(min, max), names: ['min', 'max'] })
  if (stock) chips.push({ label: 'In stock only', names: ['stock'] })
  if (arrivesBy)
    chips.push({ label: `Arrives by ${dayInWords(arrivesBy)} at ${pin}`, names: ['arrivesBy', 'pin'] })
  const nameIn = (choices: readonly CountedChoice[], chosen: string) =>
    choices.find(({ code }) => code === chosen)?.name ?? chosen
  if (origin) chips.push({ label: nameIn(origins, origin), names: ['origin'] })
  if (claim) chips.push({ label: `Proven: ${nameIn(claims, claim)}`, names: ['claim'] })
  if (rated) chips.push({ label: '4 stars and more', names: ['rated'] })
  return (
    <ul aria-label="Active filters" className="mb-4 flex flex-wrap items-center gap-2">
      {chips.map(({ label, names }) => (
        <li key={names[0]} className="max-w-full">
          <Link
            to={{ search: listSearch(withoutParams(list.query, ...names)) }}
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
          to={{ search: listSearch(withoutFilters(list.query)) }}
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

export function priceLabel(
  min: string | number | undefined | null,
  max: string | number | undefined | null,
): string {
  const rupees = (amount: string | number) => formatRupees(Number(amount))
  if (min && max) return `${rupees(min)} to ${rupees(max)}`
  return min ? `${rupees(min)} and above` : `Up to ${rupees(max ?? '')}`
}
