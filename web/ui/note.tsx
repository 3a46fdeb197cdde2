import type { ReactNode } from 'react'

interface Props {
  /** An icon, hidden from screen readers. */
  icon: ReactNode
  /** The first words, in bold. */
  title?: string
  children: ReactNode
  className?: string
}

/** A note about one row, e.g. that a parcel is returned. */
export function Note({ icon, title, children, className = '' }: Props) {
  return (
    <p className={`flex gap-3 rounded-xl bg-amber-soft px-4 py-3 text-sm ${className}`}>
      <span aria-hidden="true" className="shrink-0 text-amber [&_svg]:size-5">
        {icon}
      </span>
      <span className="min-w-0">
        {title && <strong className="font-semibold">{title} </strong>}
        {children}
      </span>
    </p>
  )
}
