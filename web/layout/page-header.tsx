/** The header of standalone pages: back button, logo and the page's heading (specification §2). */
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { ArrowLeft } from '../ui/more-icons.tsx'
import { Logo } from './logo.tsx'

interface Props {
  heading: string
  /** The address of the back button where the browser's history has no earlier page of the shop. */
  backTo?: string
  /** Buttons at the end of the line. */
  children?: ReactNode
}

/** The classes of an element around a page, its header included, that uses more of a large screen. */
export const widePage = 'contents [--page-width:96rem]'

export function PageHeader({ heading, backTo = paths.home, children }: Props) {
  const navigate = useNavigate()
  return (
    <header className="border-b border-line bg-surface">
      <div className="page-width flex min-h-16 flex-wrap items-center gap-x-3 py-2">
        <Link
          to={backTo}
          aria-label="Back"
          className="-ml-2 flex size-11 shrink-0 items-center justify-center rounded-full text-forest hover:bg-dew print:hidden"
          onClick={(event) => {
            // React Router numbers its history entries; at 0 the page before belongs to another site.
            const { idx = 0 } = (history.state ?? {}) as { idx?: number }
            if (idx === 0) return
            event.preventDefault()
            void navigate(-1)
          }}
        >
          <ArrowLeft aria-hidden="true" className="size-5" />
        </Link>
        <Logo className="max-sm:[&_span]:sr-only" />
        <h1 className="min-w-0 flex-1 basis-24 border-l border-line pl-4 text-lg leading-tight font-semibold break-words sm:text-xl">
          {heading}
        </h1>
        {children}
      </div>
    </header>
  )
}
