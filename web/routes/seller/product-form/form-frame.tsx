import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { X } from '../../../ui/icons.tsx'

interface Props {
  heading: string
  /** The address of the close button (specification §2). */
  closeTo: string
  children: ReactNode
}

/** The page around a product form, with its close button. */
export function FormFrame({ heading, closeTo, children }: Props) {
  return (
    <StandalonePage
      heading={heading}
      backTo={closeTo}
      className="max-w-none"
      wide
      actions={
        <Link
          to={closeTo}
          aria-label="Close"
          className="-mr-2 flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:bg-dew hover:text-ink"
        >
          <X aria-hidden="true" className="size-5" />
        </Link>
      }
    >
      {children}
    </StandalonePage>
  )
}
