/** A standalone page under the header with the back button (specification §2). */
import type { ReactNode } from 'react'
import { LoadingBar } from './loading-bar.tsx'
import { PageHeader } from './page-header.tsx'
import { useArrival } from './use-arrival.ts'

interface Props {
  heading: string
  /** Where the back button leads when there is no earlier page of ours. */
  backTo?: string
  /** Buttons at the end of the header. */
  actions?: ReactNode
  className?: string
  children: ReactNode
}

export function StandalonePage({ heading, backTo, actions, className = 'max-w-4xl', children }: Props) {
  const main = useArrival<HTMLElement>()
  return (
    <>
      <LoadingBar />
      <PageHeader heading={heading} {...(backTo && { backTo })}>
        {actions}
      </PageHeader>
      <main id="main" ref={main} tabIndex={-1} className="page-width py-4 sm:py-8">
        <div className={`mx-auto ${className}`}>{children}</div>
      </main>
    </>
  )
}
