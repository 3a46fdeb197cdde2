import { useEffect, useRef } from 'react'
import { TextField } from './text-field.tsx'

type Props = Omit<Parameters<typeof TextField>[0], 'type' | 'onInput' | 'ref'>

/** A code in capitals (GST number, IFSC): small letters become capitals as they are typed, and blanks go. */
export function CapitalsField(props: Props) {
  const input = useRef<HTMLInputElement>(null)
  // What was typed before the scripts came.
  useEffect(() => toCapitals(input.current as HTMLInputElement), [])
  return (
    <TextField
      {...props}
      ref={input}
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      onInput={(event) => toCapitals(event.currentTarget)}
    />
  )
}

function toCapitals(input: HTMLInputElement): void {
  const capitals = capitalsOf(input.value)
  if (capitals === input.value) return
  const before = capitalsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length
  input.value = capitals
  if (document.activeElement === input) input.setSelectionRange(before, before)
}

function capitalsOf(text: string): string {
  return text.replace(/\s/g, '').toUpperCase()
}
