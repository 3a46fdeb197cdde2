import { type ReactNode, useEffect, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { admin } from '../../../contract/admin.ts'
import { useSettings } from '../../settings.ts'
import { useLogOut } from '../../session/use-log-out.ts'
import { paths } from '../../paths.ts'
import { ChevronDown } from '../../ui/icons.tsx'
import { LogOut } from '../../ui/more-icons.tsx'
import { adminPaths } from './admin-paths.ts'
import { may } from './may.ts'

const bar =
  'inline-flex min-h-11 items-center rounded-full px-3 font-semibold text-white/85 hover:bg-white/12 hover:text-white sm:px-4 aria-[current]:bg-white/16 aria-[current]:text-white'

/** The navigation bar: logo, the three lists, and a menu with everything else. */
export function NavBar() {
  const { brandName } = useSettings()
  return (
    <header className="bg-forest-deep text-white print:hidden [&_:focus-visible]:outline-white">
      <div className="page-width flex flex-wrap items-center gap-x-4 py-2 lg:gap-x-8">
        <Link to={adminPaths.overview()} className="inline-flex min-h-11 min-w-0 items-center gap-2.5">
          <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 shrink-0">
            <rect width="32" height="32" rx="9" fill="#fff" />
            <path
              d="M8 22C8 12 14 8 25 7c0 10-4 17-13 17-1 0-2 0-3-.6M8 26c1-6 5-10 11-13"
              fill="none"
              className="stroke-forest-deep"
              strokeWidth="2.4"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
          <span className="truncate text-xl font-bold tracking-tight">{brandName}</span>
          <span className="rounded-full border border-white/40 px-2.5 text-sm/6 font-semibold">Admin</span>
          <span className="sr-only">overview</span>
        </Link>
        <nav aria-label="Lists" className="max-md:order-last max-md:w-full">
          <ul className="-mx-2 flex flex-wrap justify-between gap-1 md:justify-start">
            {(
              [
                [adminPaths.sellers(), 'All Sellers', admin.allSellers],
                [adminPaths.customers(), 'All Customers', admin.allCustomers],
                [adminPaths.orders(), 'All Orders', admin.allOrders],
              ] as const
            )
              .filter(([, , endpoint]) => may(endpoint))
              .map(([to, title]) => (
                <li key={to}>
                  <NavLink to={to} className={`${bar} whitespace-nowrap max-[22.4rem]:px-2`}>
                    {title}
                  </NavLink>
                </li>
              ))}
          </ul>
        </nav>
        <Menu />
      </div>
    </header>
  )
}

const groups = [
  [
    [adminPaths.returns, 'Returns', admin.returns],
    [adminPaths.complaints, 'Complaints', admin.complaints],
    [adminPaths.claims, 'Not received', admin.claims],
    [adminPaths.listings, 'Listings', admin.listings],
    [adminPaths.reviews, 'Reviews', admin.reviews],
    [adminPaths.questions, 'Questions', admin.questions],
    [adminPaths.returnPolicies, 'Return policies', admin.returnPolicies],
    [adminPaths.declarations, 'Declarations', admin.declarationNeeds],
    [adminPaths.attributes, 'Attributes', admin.attributes],
    [adminPaths.greenClaims, 'Green claims', admin.greenClaims],
    [adminPaths.greenWords, 'Green words', admin.greenWords],
    [adminPaths.searchWords, 'Search words', admin.synonyms],
    [adminPaths.homePage, 'Home page', admin.homePage],
    [adminPaths.sellerApprovals, 'New sellers', admin.sellerApprovals],
  ],
  [
    [adminPaths.money, 'Money', admin.balances],
    [adminPaths.runs, 'Settlements', admin.settlementRuns],
    [adminPaths.exceptions, 'Money exceptions', admin.exceptions],
    [adminPaths.refunds, 'Refunds', admin.refunds],
    [adminPaths.payments, 'Unmatched payments', admin.unmatchedPayments],
  ],
  [
    [adminPaths.jobs, 'Failed jobs', admin.failedJobs],
    [adminPaths.mail, 'Unsent mail', admin.unsentMail],
    [adminPaths.timers, 'Timers', admin.timers],
    [adminPaths.hold, 'Hold', admin.hold],
  ],
  [
    [adminPaths.approvals, 'Waiting for confirmation', admin.approvals],
    [adminPaths.administrators, 'Administrators', admin.administrators],
    [adminPaths.audit, 'Audit log', admin.audit],
    [adminPaths.security, 'Security', admin.me],
  ],
] as const

const entry =
  'flex min-h-11 w-full items-center gap-2 rounded-lg px-3 text-left font-medium hover:bg-dew aria-[current]:bg-leaf-soft aria-[current]:text-forest'

/** A disclosure menu. It closes with Esc, with a press outside and after a navigation. */
function Menu() {
  const { logOut, busy } = useLogOut({ newDocument: true })
  const { pathname } = useLocation()
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = () => void (details.current && (details.current.open = false))
    close()
    const press = (event: PointerEvent) => !details.current?.contains(event.target as Node) && close()
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.current?.open) return
      close()
      details.current.querySelector('summary')?.focus()
    }
    addEventListener('pointerdown', press)
    addEventListener('keydown', key)
    return () => {
      removeEventListener('pointerdown', press)
      removeEventListener('keydown', key)
    }
  }, [pathname])
  return (
    <details ref={details} className="group relative ml-auto">
      <summary className={`${bar} list-none gap-1.5 [&::-webkit-details-marker]:hidden`}>
        More
        <ChevronDown aria-hidden="true" className="size-4.5 transition-transform group-open:rotate-180" />
      </summary>
      <nav
        aria-label="More"
        className="absolute right-0 z-40 mt-2 w-60 rounded-card border border-line bg-surface p-2 text-ink shadow-lift [&_:focus-visible]:outline-leaf"
      >
        {groups
          .map((links) => links.filter(([, , endpoint]) => may(endpoint)))
          .filter((links) => links.length > 0)
          .map((links) => (
            <Group key={links[0]?.[1]}>
              {links.map(([to, title]) => (
                <li key={title}>
                  <NavLink to={to()} className={entry}>
                    {title}
                  </NavLink>
                </li>
              ))}
            </Group>
          ))}
        <ul>
          <li>
            <a href={paths.home} className={entry}>
              Go to the shop
            </a>
          </li>
          <li>
            <button
              type="button"
              aria-disabled={busy || undefined}
              onClick={() => void logOut()}
              className={entry}
            >
              <LogOut aria-hidden="true" className="size-4.5" />
              Logout
            </button>
          </li>
        </ul>
      </nav>
    </details>
  )
}

function Group({ children }: { children: ReactNode }) {
  return <ul className="mb-2 border-b border-line pb-2">{children}</ul>
}
