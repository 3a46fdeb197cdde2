/** The frame of the seller's pages: heading, back button, link to the dashboard. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { StandalonePage } from '../../layout/standalone-page.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LayoutDashboard } from '../../ui/icons.tsx'

interface Props {
  heading: string
  /** The address of the back button where the browser's history has no earlier page of the shop. */
  backTo?: string
  className?: string
  children: ReactNode
}

export function SellerPage({ backTo = paths.sellerDashboard, className = 'max-w-none', ...rest }: Props) {
  return (
    <StandalonePage
      {...rest}
      backTo={backTo}
      className={className}
      wide
      actions={
        <Link
          to={paths.sellerDashboard}
          className={buttonClass('ghost', 'shrink-0 max-sm:size-11 max-sm:px-0 print:hidden')}
        >
          <LayoutDashboard aria-hidden="true" className="size-5" />
          <span className="max-sm:sr-only">Dashboard</span>
        </Link>
      }
    />
  )
}
