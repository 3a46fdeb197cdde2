import { TextField } from '../ui/text-field.tsx'
import type { FieldProps } from './use-form.ts'

/** Comes onto a form when the account turns out to have a second factor, and is at once where one types. */
export function SecondCodeField(field: FieldProps) {
  return (
    <TextField
      {...field}
      ref={focusNow}
      label="Authentication code"
      hint="Enter the code from your authenticator app, or a recovery code."
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

// Outside, so that it is the same with each rendering: the focus is taken once.
const focusNow = (field: HTMLInputElement | null) => field?.focus()
