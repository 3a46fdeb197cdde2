/** The header: tagline, logo, search, wishlist, cart, and the link to the login or to the profile. */
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { useCartCount, useSession } from '../session/session.ts'
import { buttonClass } from '../ui/button.tsx'
import { Heart, LayoutDashboard, ShoppingCart, Store, UserRound } from '../ui/icons.tsx'
import { Banner } from './banner.tsx'
import { Logo } from './logo.tsx'
import { SearchForm } from './search-form.tsx'

const icon =
  'relative flex size-11 shrink-0 items-center justify-center rounded-full text-forest hover:bg-dew'

export function Header() {
  const { count, moved } = useCartBadge()
  const { role, home } = useSession()
  const seller = role === 'SELLER'
  return (
    <header className="border-b border-line bg-surface">
      <Banner />
      <div className="page-width flex flex-wrap items-center gap-x-2 gap-y-2 py-2.5 md:grid md:grid-cols-[auto_1fr_auto] md:gap-x-8">
        <Logo className="max-md:flex-[1_1_6rem]" />
        <nav
          aria-label="Your account"
          className="flex flex-wrap items-center justify-end gap-0.5 sm:gap-1 md:order-3"
        >
          <SellersLink />
          <CustomersLink to={paths.wishlist} label="Wishlist">
            <Heart aria-hidden="true" className="size-6" />
          </CustomersLink>
          <CustomersLink
            to={paths.cart}
            label={count ? `Cart, ${count} ${count === 1 ? 'item' : 'items'}` : 'Cart'}
          >
            <ShoppingCart aria-hidden="true" className="size-6" />
            {!!count && (
              <span
                // A new element for each number restarts the animation.
                key={count}
                aria-hidden="true"
                className={`absolute top-0.5 right-0 min-w-5 rounded-full bg-clay px-1 text-center text-xs/5 font-bold text-white ${moved ? 'animate-bump' : ''}`}
              >
                {count > 99 ? '99+' : count}
              </span>
            )}
          </CustomersLink>
          {/* Both links are in the HTML of every page; the hint cookie decides which is visible. They take the same room, so that nothing moves. */}
          <span className="ml-1 flex min-w-19 justify-end signed-in:min-w-0 sm:min-w-21">
            <Link to={paths.login()} className={buttonClass('primary', 'max-sm:px-4 signed-in:hidden')}>
              Login
            </Link>
            <Link
              to={home ?? (seller ? paths.sellerDashboard : paths.profile)}
              reloadDocument={home !== undefined}
              aria-label={seller ? 'Seller Dashboard' : 'Profile'}
              className={`${icon} hidden! signed-in:flex!`}
            >
              <UserRound aria-hidden="true" className="size-6" />
            </Link>
          </span>
        </nav>
        <SearchForm className="max-md:w-full md:order-2" />
      </div>
    </header>
  )
}

/** The number at the cart, and whether it has changed on this page: then it moves, but not when it is first known. */
function useCartBadge() {
  const count = useCartCount()
  const [shown, setShown] = useState({ count, moved: false })
  if (shown.count !== count) setShown({ count, moved: shown.count !== null })
  return { count, moved: shown.moved }
}

/**
 * The link to the registration of sellers, for sellers to their dashboard. Both have the same width, so that nothing
 * moves.
 */
function SellersLink() {
  const seller = useSession().role === 'SELLER'
  const Icon = seller ? LayoutDashboard : Store
  return (
    <Link
      to={seller ? paths.sellerDashboard : paths.registerSeller}
      className={buttonClass('ghost', 'px-4 whitespace-nowrap max-sm:hidden sm:w-31 lg:w-38')}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0 md:max-lg:hidden" />
      {seller ? 'Dashboard' : 'Be a Seller'}
    </Link>
  )
}

/** The link to the wishlist or the cart of a customer; anybody else goes to the login first (specification §2). */
function CustomersLink({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  const { status, role } = useSession()
  const allowed = status === 'unknown' || role === 'CUSTOMER'
  return (
    <Link to={allowed ? to : paths.login(to)} aria-label={label} className={icon}>
      {children}
    </Link>
  )
}
