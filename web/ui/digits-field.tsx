import { useEffect, useImperativeHandle, useRef } from 'react'
import { TextField } from './text-field.tsx'

interface Props extends Omit<Parameters<typeof TextField>[0], 'type' | 'inputMode' | 'onInput'> {
  digits: number
}

/** A field for at most `digits` digits; spaces, dashes and +91 of a pasted number are removed. */
export function DigitsField({ digits, ref, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement)
  // Normalises what was typed before hydration.
  useEffect(() => keepDigits(input.current as HTMLInputElement, digits), [digits])
  return (
    <TextField
      {...rest}
      ref={input}
      type="text"
      inputMode="numeric"
      onInput={(event) => keepDigits(event.currentTarget, digits)}
    />
  )
}

function keepDigits(input: HTMLInputElement, digits: number): void {
  const kept = onlyDigits(input.value, digits)
  if (kept === input.value) return
  // The cursor's place is counted in digits, because characters before it may be removed.
  const before = onlyDigits(input.value.slice(0, input.selectionStart ?? input.value.length), digits).length
  input.value = kept
  if (document.activeElement === input) input.setSelectionRange(before, before)
}

/** The digits of a text, at most `digits`. The country code or leading 0 of a mobile number is removed first. */
export function onlyDigits(text: string, digits: number): string {
  const all = text.replace(/\D/g, '')
  const national = digits === 10 && all.length > 10 ? all.replace(/^(?:0091|91|0)(?=\d{10}$)/, '') : all
  return national.slice(0, digits)
}
