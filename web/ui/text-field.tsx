import type { InputHTMLAttributes, Ref } from 'react'
import { controlClass, Field } from './field.tsx'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  error?: string | undefined
  hint?: string | undefined
  ref?: Ref<HTMLInputElement>
}

export function TextField({ label, error, hint, className = '', ...input }: Props) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => <input {...input} {...control} className={`${controlClass} ${className}`} />}
    </Field>
  )
}
