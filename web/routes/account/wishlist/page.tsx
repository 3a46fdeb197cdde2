/** The customer's wishlist (specification §2). */
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSession } from '../../../session/require-session.ts'
import { loadWishlist } from '../../../wishlist/load-wishlist.ts'
import { Wishlist } from '../../../wishlist/wishlist.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Wishlist' })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return requireSession(request, () => loadWishlist(new URL(request.url).searchParams.get('cursor')))
}

export function HydrateFallback() {
  return <PrivateFallback heading="Wishlist" />
}

export default function WishlistPage() {
  return (
    <StandalonePage heading="Wishlist">
      <Wishlist loaded={useLoaderData<typeof clientLoader>()} />
    </StandalonePage>
  )
}
