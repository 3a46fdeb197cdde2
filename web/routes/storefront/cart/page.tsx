/** The cart: delivery address, lines, total, checkout (specification §2, §4). */
import { ShoppingBasket } from 'lucide-react'
import { type ClientLoaderFunctionArgs, type MetaFunction, Link, useLoaderData } from 'react-router'
import type { SavedAddress } from '../../../../contract/address.ts'
import type { CartItem } from '../../../../contract/cart.ts'
import { api } from '../../../../contract/endpoints.ts'
import { call } from '../../../api.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { TryAgain } from '../../../layout/try-again.tsx'
import { onlyLogged } from '../../../only-logged.ts'
import { pageMeta } from '../../../page-meta.ts'
import { paths } from '../../../paths.ts'
import { forSignedIn } from '../../../private-page.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { CartView } from './cart-view.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Cart' })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return forSignedIn(request, async () => {
    const [cart, addresses] = await Promise.all([
      onlyLogged<CartItem[]>(() => call(api.cart.get), []),
      onlyLogged<SavedAddress[]>(() => call(api.address.get), []),
    ])
    return { cart, addresses }
  })
}

export function HydrateFallback() {
  return <PrivateFallback heading="Cart" />
}

export default function CartPage() {
  const { cart, addresses } = useLoaderData<typeof clientLoader>()
  return (
    <StandalonePage heading="Cart">
      <CartView
        loaded={cart.value}
        addresses={addresses.value}
        empty={
          <EmptyState icon={<ShoppingBasket />} title="Your Cart is Empty" text={cart.failed ? 'We could not reach the shop just now.' : 'Good things are waiting to be found.'}>
            {cart.failed && <TryAgain />}
            <Link to={paths.home} className={buttonClass()}>
              Explore Products
            </Link>
          </EmptyState>
        }
      />
    </StandalonePage>
  )
}
