import type { ReactNode } from 'react'
import { mailto } from './mailto.ts'

interface Props {
  to: string
  subject?: string
  className?: string
  /** The link's text; the address without it. */
  children?: ReactNode
}

export function MailLink({ to, subject, className = 'wrap-anywhere', children = to }: Props) {
  return (
    <a href={mailto(to, subject)} className={className}>
      {children}
    </a>
  )
}
