import { TextField } from '../ui/text-field.tsx'
import type { FieldProps } from './use-form.ts'

/**
 * The field for a code of the second factor. It is added to a login form after the password and takes the focus then.
 */
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

// Outside of the component, so that React sees the same function in each rendering and focuses once.
const focusNow = (field: HTMLInputElement | null) => field?.focus()
