import { TextField } from './text-field.tsx'

type Props = Omit<Parameters<typeof TextField>[0], 'type' | 'inputMode' | 'autoCapitalize' | 'spellCheck'>

/** A field for an e-mail address: keyboards show the @, and nothing corrects what is typed. */
export function EmailField(props: Props) {
  return <TextField {...props} type="email" inputMode="email" autoCapitalize="none" spellCheck={false} />
}
