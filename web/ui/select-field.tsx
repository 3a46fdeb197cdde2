import type { ReactNode, Ref, SelectHTMLAttributes } from 'react'
import { controlClass, Field } from './field.tsx'
import { ChevronDown } from './icons.tsx'

interface Props extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string
  error?: string | undefined
  warning?: string | undefined
  hint?: string | undefined
  ref?: Ref<HTMLSelectElement>
  /** <option> elements. */
  children: ReactNode
}

export function SelectField({ label, error, warning, hint, className = '', children, ...select }: Props) {
  return (
    <Field label={label} error={error} warning={warning} hint={hint}>
      {(control) => (
        <span className="relative block">
          <select {...select} {...control} className={`${controlClass} appearance-none pr-10 ${className}`}>
            {children}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted"
          />
        </span>
      )}
    </Field>
  )
}
