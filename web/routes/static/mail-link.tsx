import type { ReactNode } from 'react'
import { mailto } from './mailto.ts'

interface Props {
  to: string
  subject?: string
  /** The first lines of the mail. */
  body?: string | undefined
  className?: string
  /** The link's text; the address without it. */
  children?: ReactNode
}

export function MailLink({ to, subject, body, className = 'wrap-anywhere', children = to }: Props) {
  return (
    <a href={mailto(to, subject, body)} className={className}>
      {children}
    </a>
  )
}
