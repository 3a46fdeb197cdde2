/** The filters of a list: a panel beside it on wide screens, a popover at the lower edge on small ones. */
import type { FormEvent, ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import type { CountedChoice } from '../../../../contract/product.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { X } from '../../../ui/icons.tsx'
import { isFiltered, listSearch, type ListState, type QueryName, withoutFilters } from './list-address.ts'
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
  /** The choices of the subcategory filter; with fewer than two it is left out. */
  subcategories: readonly { id: number; name: string }[]
  /** The choices of the filters by country and by proven claim; without any a filter is left out. */
  origins: readonly CountedChoice[]
  claims: readonly CountedChoice[]
  /** Whether the list can be narrowed by rating. */
  ratable: boolean
}

export function FilterPanel({ list, subcategories, origins, claims, ratable, onLeave, ...form }: Props) {
  const { sub, stock, rated, origin, claim } = list.query
  const choosable = subcategories.length > 1
  return (
    <form
      id={panelId}
      popover="auto"
      aria-label="Filters"
      autoComplete="off"
      {...form}
      className="overflow-y-auto overscroll-contain bg-surface max-lg:inset-x-0 max-lg:top-auto max-lg:bottom-0 max-lg:mx-auto max-lg:max-h-[85dvh] max-lg:w-full max-lg:max-w-xl max-lg:rounded-t-3xl max-lg:px-5 max-lg:shadow-lift max-lg:backdrop:bg-[rgb(20_40_28/0.5)] lg:sticky lg:inset-auto lg:top-4 lg:block lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:rounded-card lg:border lg:border-line lg:px-5 lg:text-ink"
    >
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
      {choosable && (
        <Group legend="Subcategory">
          <div className="-mx-2 max-h-[21.4rem] overflow-y-auto">
            <Choice name="sub" value="" checked={!sub}>
              All
            </Choice>
            {subcategories.map(({ id, name }) => (
              <Choice key={id} name="sub" value={String(id)} checked={sub === String(id)}>
                {name}
              </Choice>
            ))}
          </div>
        </Group>
      )}
      {/* A subcategory that is not among the choices is kept until its filter is removed. */}
      {sub && !(choosable && subcategories.some(({ id }) => String(id) === sub)) && (
        <input type="hidden" name="sub" value={sub} />
      )}
      <Group legend="Price">
        <PriceRange list={list} />
      </Group>
      <Group legend="Availability">
        <div className="-mx-2">
          <Choice name="stock" value="in" type="checkbox" checked={stock === 'in'}>
            In stock only
          </Choice>
        </div>
      </Group>
      <Group legend="Arrives by">
        <ArrivesBy list={list} />
      </Group>
      {ratable && (
        <Group legend="Rating">
          <div className="-mx-2">
            <Choice name="rated" value="4" type="checkbox" checked={rated === '4'}>
              4 stars and more
            </Choice>
          </div>
        </Group>
      )}
      <CountedChoices legend="Proven claim" name="claim" chosen={claim} choices={claims} />
      <CountedChoices legend="Country of origin" name="origin" chosen={origin} choices={origins} />
      <div className="sticky bottom-0 -mx-5 flex gap-2 border-t border-line bg-surface px-5 py-3">
        <Button type="submit" className="flex-1">
          Apply
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

interface CountedProps {
  legend: string
  name: QueryName
  chosen: string | undefined
  choices: readonly CountedChoice[]
}

/** A choice that no product of the list has any more is kept until its filter is removed. */
function CountedChoices({ legend, name, chosen = '', choices }: CountedProps) {
  const known = choices.some(({ code }) => code === chosen)
  return (
    <>
      {choices.length > 0 && (
        <Group legend={legend}>
          <div className="-mx-2 max-h-[21.4rem] overflow-y-auto">
            <Choice name={name} value="" checked={!chosen}>
              All
            </Choice>
            {choices.map(({ code, name: words, products }) => (
              <Choice key={code} name={name} value={code} checked={chosen === code}>
                {words} ({products})
              </Choice>
            ))}
          </div>
        </Group>
      )}
      {chosen && !known && <input type="hidden" name={name} value={chosen} />}
    </>
  )
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="border-b border-line py-4 last-of-type:border-b-0">
      <legend className="float-left mb-2 w-full font-semibold">{legend}</legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  )
}

interface ChoiceProps {
  name: string
  value: string
  type?: 'radio' | 'checkbox'
  checked: boolean
  children: ReactNode
}

function Choice({ name, value, type = 'radio', checked, children }: ChoiceProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 rounded-lg px-2 hover:bg-dew lg:min-h-9 lg:text-sm">
      <input
        type={type}
        name={name}
        value={value}
        defaultChecked={checked}
        className="size-5 shrink-0 accent-forest lg:size-4.5"
      />
      <span className="min-w-0">{children}</span>
    </label>
  )
}
