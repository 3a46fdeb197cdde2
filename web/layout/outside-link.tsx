import type { ReactNode } from 'react'

interface Props {
  /** Undefined where the operator of the shop has given no address yet. */
  href: string | undefined
  className: string
  /** The classes of a link with an address only, e.g. for hovering. */
  active: string
  children: ReactNode
}

/** A link out of the shop. Without an address it is a placeholder that does nothing and says so. */
export function OutsideLink({ href, className, active, children }: Props) {
  if (href === undefined) {
    return (
      <span
        role="link"
        aria-disabled="true"
        title="Not available yet"
        className={`cursor-not-allowed text-white/60 ${className}`}
      >
        {children}
        <span className="sr-only"> (not available yet)</span>
      </span>
    )
  }
  return (
    <a href={href} target="_blank" rel="noreferrer" className={`${active} ${className}`}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
