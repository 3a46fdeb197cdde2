/**
 * The field for the HSN code: a combobox by the WAI-ARIA pattern. Digits or words of the goods open a list of codes; what is
 * typed stays when nothing is chosen.
 */
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import type { HsnChoice } from '../../../../contract/hsn.ts'
import { limits } from '../../../../contract/limits.ts'
import { formatRupees } from '../../../../contract/money.ts'
import { call } from '../../../api/client.ts'
import { openLookup, useLookup } from '../../../api/use-lookup.ts'
import { controlClass, Field } from '../../../ui/field.tsx'

interface Props {
  name: string
  label: string
  defaultValue: string
  error: string | undefined
}

const empty = 'Type what it is, or the first digits. Invoices need the code; it can be added later.'

const hsnCodes = openLookup<HsnChoice>((search, signal) =>
  call(privateApi.hsn.search, { query: { search }, signal }),
)

export function HsnField({ name, label, defaultValue, error }: Props) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(defaultValue)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const { items, answered } = useLookup(text.trim(), hsnCodes)
  const shown = open && items.length > 0
  const chosen = items.find(({ code }) => code === text.trim())
  const optionId = (index: number) => `${listId}-${index}`

  function close(): void {
    setOpen(false)
    setActive(-1)
  }

  function choose({ code }: HsnChoice): void {
    close()
    setText(code)
    if (!input.current) return
    input.current.value = code
    // The form hears it like typing, and clears the error of this field.
    input.current.dispatchEvent(new Event('input', { bubbles: true }))
    close()
  }

  function onKey(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!shown) return setOpen(true)
      // The field itself is one place more in the cycle of options.
      const places = items.length + 1
      const next = ((active + 1 + (event.key === 'ArrowDown' ? 1 : -1) + places) % places) - 1
      setActive(next)
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && shown) {
      event.preventDefault()
      const option = items[active]
      if (option) choose(option)
      else close()
    } else if (event.key === 'Escape' && shown) {
      event.preventDefault()
      close()
    }
  }

  const found = items.length === 1 ? '1 HSN code' : `${items.length} HSN codes`
  return (
    <div className="relative">
      <Field
        label={label}
        error={error}
        hint={chosen ? hintOf(chosen) : hintFor(text, answered && items.length === 0)}
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            name={name}
            defaultValue={defaultValue}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={shown}
            aria-controls={shown ? listId : undefined}
            aria-activedescendant={shown && active >= 0 ? optionId(active) : undefined}
            autoComplete="off"
            maxLength={limits.searchLength}
            className={controlClass}
            onInput={({ currentTarget }) => {
              setText(currentTarget.value)
              setActive(-1)
              setOpen(true)
            }}
            onKeyDown={onKey}
            onBlur={close}
          />
        )}
      </Field>
      <p role="status" className="sr-only">
        {open && answered ? found : ''}
      </p>
      {shown && (
        <div
          ref={scrollIntoView}
          id={listId}
          role="listbox"
          aria-label="Codes to choose from"
          className="absolute inset-x-0 top-[4.75rem] z-20 max-h-72 scroll-mb-24 overflow-y-auto rounded-card border border-line bg-surface py-1.5 shadow-lift"
        >
          {items.map((choice, index) => (
            // The field keeps the focus and handles the keys.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={choice.code}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(index)}
              onClick={() => choose(choice)}
              className="flex min-h-11 cursor-pointer items-center gap-3 px-3.5 py-1.5 text-sm aria-selected:bg-mist"
            >
              <span className="w-18 shrink-0 font-semibold tabular-nums">{choice.code}</span>
              <span className="min-w-0 flex-1">{choice.description}</span>
              <span className="shrink-0 text-muted">{rateOf(choice)}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** A list near the lower edge would be below the screen. */
const scrollIntoView = (list: HTMLElement | null) => list?.scrollIntoView({ block: 'nearest' })

// The blanks before the percent signs do not break.
function rateOf({ rate, rateAbove }: HsnChoice): string {
  return rateAbove === null ? `${rate}\u00a0%` : `${rate} or ${rateAbove}\u00a0%`
}

function hintOf({ description, rate, valueUpTo, rateAbove }: HsnChoice): string {
  const included = `${description}. The price includes ${rate}\u00a0% GST`
  if (valueUpTo === null || rateAbove === null) return `${included}.`
  return `${included}, ${rateAbove}\u00a0% if one piece is worth more than ${formatRupees(valueUpTo)} without tax.`
}

function hintFor(text: string, nothing: boolean): string {
  if (text.trim() === '') return empty
  return nothing
    ? 'No HSN code fits. Try another word, or the first four digits.'
    : 'Choose a code from the list.'
}
