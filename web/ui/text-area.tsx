import type { TextareaHTMLAttributes } from 'react'
import { controlClass, Field } from './field.tsx'

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  error?: string | undefined
  hint?: string | undefined
}

export function TextArea({ label, error, hint, className = '', ...area }: Props) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => <textarea {...area} {...control} className={`${controlClass} ${className}`} />}
    </Field>
  )
}
