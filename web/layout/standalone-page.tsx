/** A standalone page under the header with the back button (specification §2). */
import type { ReactNode } from 'react'
import { LoadingBar } from './loading-bar.tsx'
import { PageHeader, widePage } from './page-header.tsx'
import { useFocusOnArrival } from './use-focus-on-arrival.ts'

interface Props {
  heading: string
  /** The address of the back button where the browser's history has no earlier page of the shop. */
  backTo?: string
  /** Buttons at the end of the header. */
  actions?: ReactNode
  className?: string
  /** Uses more of a large screen, for lists and forms of many fields. */
  wide?: boolean
  children: ReactNode
}

export function StandalonePage({
  heading,
  backTo,
  actions,
  className = 'max-w-4xl',
  wide = false,
  children,
}: Props) {
  const main = useFocusOnArrival<HTMLElement>()
  return (
    <div className={wide ? widePage : 'contents'}>
      <LoadingBar />
      <PageHeader heading={heading} {...(backTo && { backTo })}>
        {actions}
      </PageHeader>
      <main id="main" ref={main} tabIndex={-1} className="page-width py-4 sm:py-8">
        <div className={`mx-auto ${className}`}>{children}</div>
      </main>
    </div>
  )
}
