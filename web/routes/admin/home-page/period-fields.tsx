import type { FieldProps } from '../../../forms/use-form.ts'
import { TextField } from '../../../ui/text-field.tsx'

/** From when until when something is shown. */
export function PeriodFields({ field }: { field: (name: 'from' | 'until') => FieldProps }) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
      <TextField
        {...field('from')}
        label="From (optional)"
        hint="In India. Empty: from now on."
        type="datetime-local"
      />
      <TextField
        {...field('until')}
        label="Until (optional)"
        hint="Empty: without an end."
        type="datetime-local"
      />
    </div>
  )
}
