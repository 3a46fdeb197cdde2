/** The filters of a list: a panel beside it on wide screens, a popover at the lower edge on small ones. */
import { type FormEvent, type ReactNode, type Ref, useState } from 'react'
import { Link } from 'react-router'
import type { Facet } from '../../../../contract/product.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ChevronDown, X } from '../../../ui/icons.tsx'
import {
  chosenOf,
  facetNames,
  isFiltered,
  listSearch,
  type ListQuery,
  type ListState,
  withoutFilters,
} from './list-address.ts'
import { ArrivesBy } from './arrives-by.tsx'
import { PriceRange } from './price-range.tsx'
import { closeFilterPopover } from './use-list-form.ts'

export const panelId = 'filters'

interface Props {
  list: ListState
  ref: Ref<HTMLFormElement>
  onChange: (event: FormEvent<HTMLFormElement>) => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Called before the pressed link is removed with the filters, to move the focus. */
  onLeave: () => void
  facets: readonly Facet[]
  /** The number of products, in words of the list. */
  total: string
}

const titles: Record<Exclude<Facet['name'], 'attribute'>, string> = {
  sub: 'Subcategory',
  price: 'Price',
  stock: 'Availability',
  rated: 'Rating',
  seller: 'Seller',
  claim: 'Proven claim',
  origin: 'Country of origin',
}

/** Open from the start, where nothing is chosen either. */
const firstOpen: readonly Facet['name'][] = ['sub', 'price', 'stock', 'rated', 'claim', 'origin']

/** A choice that all products have to themselves narrows nothing. */
const isUseful = ({ name, choices }: Facet, query: ListQuery) =>
  choices.length > 1 || !['sub', 'price', 'seller'].includes(name) || chosenOf(query, name).length > 0

export function FilterPanel({ list, facets, total, onLeave, ...form }: Props) {
  const { query } = list
  const shown = facets.filter((facet) => isUseful(facet, query))
  const price = shown.find(({ name }) => name === 'price')
  const before = shown.filter(({ name }) => name === 'sub')
  const after = shown.filter(({ name }) => name !== 'sub' && name !== 'price')
  return (
    <form
      id={panelId}
      popover="auto"
      aria-label="Filters"
      autoComplete="off"
      {...form}
      className="filter-panel"
    >
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5">
        <div className="flex items-center justify-between pt-4 lg:pt-5">
          <h2 className="text-lg font-bold">Filters</h2>
          <button
            type="button"
            popoverTarget={panelId}
            popoverTargetAction="hide"
            aria-label="Close"
            className="-mr-2 flex size-11 items-center justify-center rounded-full text-muted hover:bg-dew lg:hidden"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        <Unshown query={query} shown={shown} />
        {before.map((facet) => (
          <FacetGroup key={facet.name} facet={facet} query={query} />
        ))}
        <Group title={titles.price} open>
          {price && <Choices facet={price} query={query} />}
          <div className={price ? 'mt-2' : ''}>
            <PriceRange list={list} />
          </div>
        </Group>
        <Group title="Arrives by" open>
          <ArrivesBy list={list} />
        </Group>
        {after.map((facet) => (
          <FacetGroup key={facet.name + facet.title} facet={facet} query={query} />
        ))}
      </div>
      <div className="flex gap-2 border-t border-line px-5 py-3">
        <Button type="submit" className="flex-1">
          {/* With scripts the number follows each choice. */}
          <span className="lg:hidden [@media(scripting:none)]:hidden">
            Show {total} {total === '1' ? 'product' : 'products'}
          </span>
          <span className="hidden lg:inline [@media(scripting:none)]:inline">Apply</span>
        </Button>
        {isFiltered(list) && (
          <Link
            to={{ search: listSearch(withoutFilters(list.query)) }}
            preventScrollReset
            onClick={({ currentTarget }) => {
              onLeave()
              closeFilterPopover(currentTarget.closest('form'))
            }}
            className={buttonClass('ghost', 'px-4')}
          >
            Clear all
          </Link>
        )}
      </div>
    </form>
  )
}

/** Chosen values without a box, such as those of an attribute that does not filter any more, are kept until they are removed. */
function Unshown({ query, shown }: { query: ListQuery; shown: readonly Facet[] }) {
  const boxes = (name: string) =>
    shown.filter((facet) => facet.name === name).flatMap(({ choices }) => choices.map(({ code }) => code))
  return [...facetNames, 'stock' as const].flatMap((name) => {
    const known = boxes(name)
    return chosenOf(query, name)
      .filter((code) => !known.includes(code))
      .map((code) => <input key={name + code} type="hidden" name={name} value={code} />)
  })
}

function FacetGroup({ facet, query }: { facet: Facet; query: ListQuery }) {
  const { name, title, choices } = facet
  const isChosen = choices.some(({ code }) => chosenOf(query, name).includes(code))
  return (
    <Group title={name === 'attribute' ? title : titles[name]} open={isChosen || firstOpen.includes(name)}>
      <Choices facet={facet} query={query} />
    </Group>
  )
}

function Choices({ facet: { name, about, choices }, query }: { facet: Facet; query: ListQuery }) {
  const chosen = chosenOf(query, name)
  return (
    <div className="-mx-2 max-h-[21.4rem] overflow-y-auto">
      {choices.map(({ code, name: words, products }) => (
        <label
          key={code}
          className="flex min-h-11 items-center gap-3 rounded-lg px-2 hover:bg-dew lg:min-h-9 lg:text-sm"
        >
          <input
            type="checkbox"
            name={name}
            value={code}
            defaultChecked={chosen.includes(code)}
            className="size-5 shrink-0 accent-forest lg:size-4.5"
          />
          <span dir="auto" className="min-w-0 flex-1 break-words">
            {words}
          </span>{' '}
          <span className="shrink-0 text-sm text-muted tabular-nums">
            {about ? `about ${products.toLocaleString('en-IN')}` : products.toLocaleString('en-IN')}
            <span className="sr-only"> {products === 1 && !about ? 'product' : 'products'}</span>
          </span>
        </label>
      ))}
    </div>
  )
}

/** It stays as the person leaves it: `open` counts once. */
function Group({ title, open, children }: { title: string; open: boolean; children: ReactNode }) {
  const [isOpen] = useState(open)
  return (
    <details open={isOpen} className="group border-b border-line last-of-type:border-b-0">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown
          aria-hidden="true"
          className="size-4 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <fieldset className="pb-4">
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </details>
  )
}
