/** A one-time code in single-digit boxes, with paste, backspace and arrow keys (specification §5). */
import { type ClipboardEvent, type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react'
import { firstInDialog } from './first-in-dialog.ts'

export interface OtpBoxesHandle {
  /** Focuses the first box. */
  focus(): void
}

interface Props {
  /** The text of each box: a digit, or '' for an empty one. */
  digits: readonly string[]
  onChange: (digits: string[]) => void
  label: string
  disabled: boolean
  invalid: boolean
  ref?: Ref<OtpBoxesHandle>
}

export const emptyBoxes = (count: number): string[] => Array.from({ length: count }, () => '')

export function OtpBoxes({ digits, onChange, label, disabled, invalid, ref }: Props) {
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const focusBox = (at: number) => boxes.current[Math.max(0, Math.min(digits.length - 1, at))]?.focus()
  useImperativeHandle(ref, () => ({ focus: () => boxes.current[0]?.focus() }))

  function fill(from: number, typed: string): void {
    onChange(digits.map((digit, at) => typed[at - from] ?? digit))
    focusBox(from + typed.length)
  }

  function change(at: number, text: string): void {
    const typed = text.replace(/\D/g, '')
    if (text === '') onChange(digits.with(at, ''))
    // A digit typed into a full box replaces the old one, on whichever side of it it was typed.
    else if (typed.length === 2 && digits[at])
      fill(at, typed[0] === digits[at] ? typed.slice(1) : typed.slice(0, 1))
    // A whole code at once comes from the autofill of a phone.
    else if (typed.length >= digits.length) fill(0, typed.slice(0, digits.length))
    else if (typed) fill(at, typed)
  }

  function paste(at: number, event: ClipboardEvent): void {
    event.preventDefault()
    const pasted = event.clipboardData.getData('text').replace(/\D/g, '').slice(0, digits.length)
    if (pasted) fill(pasted.length === digits.length ? 0 : at, pasted)
  }

  function press(at: number, event: KeyboardEvent): void {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: digits.length - 1 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      focusBox(to)
    } else if (event.key === 'Backspace' && !digits[at] && at > 0) {
      event.preventDefault()
      focusBox(at - 1)
    }
  }

  return (
    <div role="group" aria-label={label} className="flex justify-between gap-1.5 sm:justify-center sm:gap-3">
      {digits.map((digit, at) => (
        <input
          key={at}
          ref={(box) => {
            boxes.current[at] = box
            if (at === 0) firstInDialog(box)
          }}
          type="text"
          inputMode="numeric"
          autoComplete={at === 0 ? 'one-time-code' : 'off'}
          aria-label={`Digit ${at + 1} of ${digits.length}`}
          aria-invalid={invalid || undefined}
          value={digit}
          disabled={disabled}
          onChange={(event) => change(at, event.target.value)}
          onPaste={(event) => paste(at, event)}
          onKeyDown={(event) => press(at, event)}
          onFocus={(event) => event.target.select()}
          className="h-13 w-full min-w-0 max-w-13 rounded-xl border border-edge bg-surface text-center text-xl font-semibold tabular-nums disabled:bg-mist disabled:text-muted aria-invalid:border-clay"
        />
      ))}
    </div>
  )
}
