/** The seller's profile, and a dialog to edit it (specification §2, §5, §8). */
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import type { SellerProfile } from '../../../../contract/seller.ts'
import { call } from '../../../api/client.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { TryAgain } from '../../../layout/try-again.tsx'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { UserRoundX } from '../../../ui/more-icons.tsx'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Seller Profile' })

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { value } = await requireSeller(request, () =>
    loadOrEmpty<SellerProfile | null>(async () => {
      const own = await call(api.profile.get)
      return 'companyName' in own ? own : null
    }, null),
  )
  return value
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Seller Profile" />
}

export default function SellerProfilePage() {
  const profile = useLoaderData<typeof clientLoader>()
  return (
    <SellerPage heading="Seller Profile" className="max-w-6xl">
      {profile ? (
        <>
          <ProfileCard profile={profile} />
          <SecondFactorCard />
        </>
      ) : (
        <EmptyState
          icon={<UserRoundX />}
          title="Your Profile Could Not Be Loaded"
          text="We could not reach the shop just now."
        >
          <TryAgain />
        </EmptyState>
      )}
    </SellerPage>
  )
}
