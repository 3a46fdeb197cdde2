/** The seller's profile, and a dialog to edit it (specification §2, §5, §8). */
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import type { OwnApproval } from '../../../../contract/seller-approval.ts'
import type { Undertaken } from '../../../../contract/seller-undertaking-calls.ts'
import type { SellerProfile } from '../../../../contract/seller.ts'
import { call } from '../../../api/client.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { TryAgain } from '../../../layout/try-again.tsx'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { knownSession } from '../../../session/session.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { UserRoundX } from '../../../ui/more-icons.tsx'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'
import { MemberCard } from './member-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { UndertakingCard } from './undertaking-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Seller Profile' })

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { team } = await knownSession()
  if (team) return requireSeller(request, async () => team)
  const { value } = await requireSeller(request, () =>
    loadOrEmpty<{ profile: SellerProfile; undertaken: Undertaken; approval: OwnApproval } | null>(
      async () => {
        const [own, undertaken, approval] = await Promise.all([
          call(api.profile.get),
          call(privateApi.sellerUndertaking.get),
          call(privateApi.sellerApproval.get),
        ])
        return 'companyName' in own ? { profile: own, undertaken, approval } : null
      },
      null,
    ),
  )
  return value
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Seller Profile" />
}

export default function SellerProfilePage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return (
    <SellerPage heading="Seller Profile" className="max-w-6xl">
      {loaded && 'areas' in loaded ? (
        <>
          <MemberCard membership={loaded} />
          <SecondFactorCard />
        </>
      ) : loaded ? (
        <>
          <ProfileCard profile={loaded.profile} approval={loaded.approval} />
          <UndertakingCard undertaken={loaded.undertaken} />
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
