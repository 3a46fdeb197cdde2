/** The cart: delivery address, lines, total, checkout (specification §2, §4). */
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSession } from '../../../session/require-session.ts'
import { CartView } from '../../../cart/cart-view.tsx'
import { loadCart } from '../../../cart/load-cart.ts'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Cart' })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return requireSession(request, loadCart)
}

export function HydrateFallback() {
  return <PrivateFallback heading="Cart" />
}

export default function CartPage() {
  return (
    <StandalonePage heading="Cart">
      <CartView loaded={useLoaderData<typeof clientLoader>()} place="page" />
    </StandalonePage>
  )
}
