import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { paths } from '../../../paths.ts'

const links = [
  [paths.earnings, 'Orders'],
  [paths.statements, 'Statements'],
  [paths.feeInvoices, 'Invoices'],
  [paths.weights, 'Weights'],
] as const

/** The lists of the seller's money; `children` are buttons beside them, on phones above them. */
export function EarningsTabs({ children }: { children?: ReactNode }) {
  return (
    <div className="mt-6 mb-4 flex flex-wrap-reverse items-start justify-between gap-x-4 border-b border-line">
      <nav aria-label="Earnings" className="max-sm:basis-full">
        <ul className="flex flex-wrap">
          {links.map(([to, title]) => (
            <li key={to} className="max-sm:flex-1">
              <NavLink
                to={to}
                end
                preventScrollReset
                className="-mb-px flex min-h-12 items-center justify-center border-b-3 border-transparent px-2 sm:px-6 font-semibold text-muted -outline-offset-3 hover:text-forest aria-[current]:border-forest aria-[current]:text-forest"
              >
                {title}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mb-2 empty:hidden">{children}</div>
    </div>
  )
}
