import type { ReactNode } from 'react'

interface Props {
  /** An icon; decoration. */
  icon: ReactNode
  title: string
  children: ReactNode
  className?: string
}

/** Something about one row that its reader should know, e.g. that a parcel comes back. */
export function Note({ icon, title, children, className = '' }: Props) {
  return (
    <p className={`flex gap-3 rounded-xl bg-amber-soft px-4 py-3 text-sm ${className}`}>
      <span aria-hidden="true" className="shrink-0 text-amber [&_svg]:size-5">
        {icon}
      </span>
      <span className="min-w-0">
        <strong className="font-semibold">{title}</strong> {children}
      </span>
    </p>
  )
}
