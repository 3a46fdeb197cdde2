/** Label, control and error of one form field, connected for screen readers. */
import { type ReactNode, useId } from 'react'

/** The attributes of the control inside a Field. */
interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface Props {
  label: string
  error?: string | undefined
  /** Shown below the field while there is no error: what looks wrong and is not refused. */
  warning?: string | undefined
  /** Shown below the field while there is neither. */
  hint?: string | undefined
  children: (control: ControlProps) => ReactNode
}

export const controlClass =
  'block w-full min-h-11 rounded-xl border border-edge bg-surface px-3.5 py-2 text-ink placeholder:text-muted ' +
  'disabled:bg-mist disabled:text-muted aria-invalid:border-clay aria-invalid:ring-1 aria-invalid:ring-clay'

export function Field({ label, error, warning, hint, children }: Props) {
  const id = useId()
  const note = error ?? warning ?? hint
  const color = error ? 'text-clay' : warning ? 'font-medium text-amber' : 'text-muted'
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': note ? `${id}-note` : undefined,
      })}
      {/* Always rendered, so that screen readers announce the change. */}
      <p id={`${id}-note`} aria-live="polite" className={`text-sm empty:hidden ${color}`}>
        {note}
      </p>
    </div>
  )
}
