/** The form of sort and filters: an ordinary GET form that changes the list without a new document once scripts run. */
import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import {
  choicesIn,
  chosenOf,
  facetNames,
  listSearch,
  type ListState,
  type QueryName,
  queryNames,
  type ListQuery,
  withoutParams,
} from './list-address.ts'

/** Fields that count once the form is sent. */
const typedNames: readonly QueryName[] = ['min', 'max', 'pin', 'arrivesBy']

/**
 * The pin code of this device, after it was set to `typed`. As in web/delivery/use-delivery-pin.ts, which would become a script of
 * its own for every product if lists had it, too.
 */
function rememberedPin(typed?: string): string {
  try {
    if (typed) localStorage.setItem('pin-code', typed)
    return localStorage.getItem('pin-code') ?? ''
  } catch (error) {
    console.info('The pin code cannot be remembered.', error)
    return ''
  }
}

export function useListForm(list: ListState, defaultSort: string) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const { search } = useLocation()
  const shown = useRef(list)

  function formQuery(): ListQuery {
    const data = new FormData(form.current ?? undefined)
    const query: ListQuery = {}
    for (const name of queryNames) {
      const facet = facetNames.find((one) => one === name)
      const text = facet ? choicesIn(data, facet) : String(data.get(name) ?? '').trim()
      if (text && !(name === 'sort' && text === defaultSort)) query[name] = text
    }
    return query.arrivesBy ? query : withoutParams(query, 'pin')
  }

  function apply(): void {
    const query = formQuery()
    if (query.pin) rememberedPin(query.pin)
    const next = listSearch(query)
    if (next !== search) void navigate({ search: next }, { preventScrollReset: true })
  }

  // Choices made before hydration had no handler: apply them now.
  const applyEarlyChoices = useEffectEvent(() => {
    if (!form.current) return
    const chosen = (query: ListQuery) => listSearch(withoutParams(query, ...typedNames))
    if (chosen(formQuery()) !== chosen(list.query)) apply()
  })
  useEffect(() => applyEarlyChoices(), [])

  // Going back and the links of the filters change the list without the form, whose controls then follow. Otherwise
  // they are left alone, so that typed text and focus are kept.
  useEffect(() => {
    if (shown.current === list) return
    shown.current = list
    if (form.current) show(form.current, list, defaultSort)
  }, [list, defaultSort])

  // The pin code of this device, also after the effect above has emptied its field.
  useEffect(() => {
    const field = form.current?.elements.namedItem('pin')
    if (field instanceof HTMLInputElement && field.value === '') field.value = rememberedPin()
  }, [list])

  return {
    form,
    /** Applies the form at once, for controls that need no Apply button. */
    apply,
    onChange({ target }: FormEvent<HTMLFormElement>): void {
      if (target instanceof HTMLInputElement && /radio|checkbox/.test(target.type)) apply()
    },
    onSubmit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault()
      closeFilterPopover(event.currentTarget)
      apply()
    },
  }
}

/** Sets the form's controls to the state of the list. */
function show(form: HTMLFormElement, { query, typed }: ListState, defaultSort: string): void {
  for (const control of form.elements) {
    if (control instanceof HTMLSelectElement) control.value = query.sort ?? defaultSort
    else if (control instanceof HTMLInputElement) {
      const name = control.name as QueryName
      if (/radio|checkbox/.test(control.type)) control.checked = chosenOf(query, name).includes(control.value)
      else control.value = typed[name] ?? ''
    }
  }
}

/** Closes the popover; does nothing where the form is not one, and in browsers without popovers. */
export function closeFilterPopover(form: HTMLFormElement | null): void {
  if (form && 'hidePopover' in form) form.hidePopover()
}
