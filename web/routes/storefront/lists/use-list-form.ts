/** The form of sort and filters: a plain GET form that, once scripts run, changes the list without a new document. */
import { type FormEvent, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { listSearch, type ListState, wishNames, type Wishes } from './list-address.ts'

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

  // Going back and the links of single filters change the list without the form: its controls follow. They are left to
  // themselves otherwise, so that nothing typed is lost and focus stays where it is.
  useEffect(() => {
    if (shown.current === list) return
    shown.current = list
    for (const control of form.current?.elements ?? []) {
      if (control instanceof HTMLSelectElement) control.value = list.wishes.sort ?? defaultSort
      else if (control instanceof HTMLInputElement) {
        const value = list.typed[control.name as keyof Wishes] ?? ''
        if (control.type === 'radio' || control.type === 'checkbox') control.checked = control.value === value
        else control.value = value
      }
    }
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
      if (event.currentTarget.matches(':popover-open')) event.currentTarget.hidePopover()
      apply()
    },
  }
}
