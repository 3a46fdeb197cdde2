import { useEffect, useRef } from 'react'
import { TextField } from './text-field.tsx'

type Props = Omit<Parameters<typeof TextField>[0], 'type' | 'onInput' | 'ref'>

/** A field for a code in capitals (GST number, IFSC): letters become capitals as they are typed, blanks are removed. */
export function CapitalsField(props: Props) {
  const input = useRef<HTMLInputElement>(null)
  // Normalises what was typed before hydration.
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
