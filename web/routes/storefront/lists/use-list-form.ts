/** The form of sort and filters: a plain GET form that, once scripts run, changes the list without a new document. */
import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { listSearch, type ListState, type WishName, wishNames, type Wishes, without } from './list-address.ts'

export function useListForm(list: ListState, defaultSort: string) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const { search } = useLocation()
  const shown = useRef(list)

  function wished(): Wishes {
    const data = new FormData(form.current ?? undefined)
    const wishes: Wishes = {}
    for (const name of wishNames) {
      const text = String(data.get(name) ?? '').trim()
      if (text && !(name === 'sort' && text === defaultSort)) wishes[name] = text
    }
    return wishes
  }

  function apply(): void {
    const next = listSearch(wished())
    if (next !== search) void navigate({ search: next }, { preventScrollReset: true })
  }

  // Choices made before the scripts ran were heard by nobody.
  const catchUp = useEffectEvent(() => {
    if (!form.current) return
    const choices = listSearch(without(wished(), 'min', 'max'))
    if (choices !== listSearch(without(list.wishes, 'min', 'max'))) apply()
  })
  useEffect(() => catchUp(), [])

  // Going back and the links of single filters change the list without the form: its controls follow. They are left to
  // themselves otherwise, so that nothing typed is lost and focus stays where it is.
  useEffect(() => {
    if (shown.current === list) return
    shown.current = list
    if (form.current) show(form.current, list, defaultSort)
  }, [list, defaultSort])

  return {
    form,
    /** For controls that are one choice: no need to press Apply. */
    apply,
    onChange({ target }: FormEvent<HTMLFormElement>): void {
      if (target instanceof HTMLInputElement && /radio|checkbox/.test(target.type)) apply()
    },
    onSubmit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault()
      closeSheet(event.currentTarget)
      apply()
    },
  }
}

/** Puts the form's controls where the list is. */
function show(form: HTMLFormElement, { wishes, typed }: ListState, defaultSort: string): void {
  for (const control of form.elements) {
    if (control instanceof HTMLSelectElement) control.value = wishes.sort ?? defaultSort
    else if (control instanceof HTMLInputElement) {
      const name = control.name as WishName
      if (/radio|checkbox/.test(control.type)) control.checked = control.value === (wishes[name] ?? '')
      else control.value = typed[name] ?? ''
    }
  }
}

/** Where it is no sheet, and in browsers that know none, nothing happens. */
export function closeSheet(form: HTMLFormElement | null): void {
  if (form && 'hidePopover' in form) form.hidePopover()
}
