import { firstInDialog } from '../ui/first-in-dialog.ts'
import { TextField } from '../ui/text-field.tsx'

type Props = Parameters<typeof TextField>[0]

/** The field for a code of the authenticator app, or a recovery code. */
export function CodeField(props: Props) {
  return (
    <TextField
      {...props}
      ref={firstInDialog}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
