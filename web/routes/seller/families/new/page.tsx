/** A new family of existing listings. */
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData, useNavigate } from 'react-router'
import { privateApi } from '../../../../../contract/private-endpoints.ts'
import { call } from '../../../../api/client.ts'
import { PrivateFallback } from '../../../../layout/private-fallback.tsx'
import { paths } from '../../../../paths.ts'
import { pageMeta } from '../../../../seo/page-meta.ts'
import { requireSeller } from '../../require-seller.ts'
import { SellerPage } from '../../seller-page.tsx'
import { sellerToast } from '../../seller-toast.tsx'
import { FamilyForm } from '../family-form.tsx'
import { emptyHead } from '../head-fields.tsx'
import { loadChoices } from '../load-choices.ts'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'New Family' })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return requireSeller(request, () => loadChoices(request))
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="New Family" />
}

export default function NewFamilyPage() {
  const choices = useLoaderData<typeof clientLoader>()
  const navigate = useNavigate()
  return (
    <SellerPage heading="New Family" backTo={paths.families} className="max-w-6xl">
      <FamilyForm
        {...choices}
        head={emptyHead}
        members={[]}
        save="Make the family"
        send={async (body) => {
          const { msg, id } = await call(privateApi.family.add, { body })
          sellerToast.success(msg)
          await navigate(paths.family(id), { replace: true })
        }}
      />
    </SellerPage>
  )
}
