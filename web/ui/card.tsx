import type { HTMLAttributes } from 'react'

/** A white box with a border and a shadow. */
export function Card({ className = '', ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div {...rest} className={`rounded-card border border-line bg-surface shadow-card ${className}`} />
}
