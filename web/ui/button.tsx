import type { ButtonHTMLAttributes, Ref } from 'react'
import { Spinner } from './spinner.tsx'

export type ButtonLook = 'primary' | 'secondary' | 'ghost' | 'danger'

const looks: Record<ButtonLook, string> = {
  primary: 'bg-forest text-white hover:bg-forest-deep disabled:bg-mist disabled:text-muted',
  secondary:
    'border border-forest bg-surface text-forest hover:bg-dew disabled:border-line disabled:bg-dew disabled:text-muted',
  ghost: 'text-forest hover:bg-dew disabled:text-muted',
  danger: 'bg-clay text-white hover:brightness-90 disabled:bg-mist disabled:text-muted',
}

/** The classes of a button, also for links that look like one. */
export function buttonClass(look: ButtonLook = 'primary', more = ''): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-full px-5 py-2 text-center font-semibold transition-colors ${looks[look]} ${more}`
}

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook
  /** The action is running: further presses are ignored, and the focus stays. */
  busy?: boolean
  busyLabel?: string
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  look = 'primary',
  busy = false,
  busyLabel,
  className = '',
  children,
  onClick,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(look, className)}
      // Not `disabled`, because a disabled button loses the focus.
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy && <Spinner className="size-5" />}
      {busy ? (busyLabel ?? children) : children}
    </button>
  )
}
