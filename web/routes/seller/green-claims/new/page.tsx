/** A new green claim. Its products are chosen once the draft is saved. */
import { type ClientLoaderFunctionArgs, type MetaFunction, useNavigate } from 'react-router'
import { greenClaim } from '../../../../../contract/green-claim-calls.ts'
import { call } from '../../../../api/client.ts'
import { PrivateFallback } from '../../../../layout/private-fallback.tsx'
import { paths } from '../../../../paths.ts'
import { pageMeta } from '../../../../seo/page-meta.ts'
import { requireSeller } from '../../require-seller.ts'
import { SellerPage } from '../../seller-page.tsx'
import { ClaimForm } from '../claim-form.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'New Green Claim' })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return requireSeller(request, async () => null, 'products')
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="New Green Claim" />
}

export default function NewGreenClaimPage() {
  const navigate = useNavigate()
  return (
    <SellerPage heading="New Green Claim" backTo={paths.greenClaims} className="max-w-3xl">
      <ClaimForm
        buttons={[{ name: 'save', label: 'Save and choose products' }]}
        send={async (body) => {
          const { id } = await call(greenClaim.add, { body })
          await navigate(paths.greenClaim(id), { replace: true })
        }}
      />
    </SellerPage>
  )
}
