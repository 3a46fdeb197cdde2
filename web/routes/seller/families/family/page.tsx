/** One family of the seller: its listings and values, and its end. */
import { useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  Link,
  type MetaFunction,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router'
import { privateApi } from '../../../../../contract/private-endpoints.ts'
import { ApiError, call } from '../../../../api/client.ts'
import { PrivateFallback } from '../../../../layout/private-fallback.tsx'
import { failureMessage, serverMsgOr } from '../../../../messages/failure-message.ts'
import { paths } from '../../../../paths.ts'
import { pageMeta } from '../../../../seo/page-meta.ts'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { firstInDialog } from '../../../../ui/first-in-dialog.ts'
import { SearchX } from '../../../../ui/more-icons.tsx'
import { requireSeller } from '../../require-seller.ts'
import { SellerPage } from '../../seller-page.tsx'
import { sellerToast } from '../../seller-toast.tsx'
import { FamilyForm } from '../family-form.tsx'
import { loadChoices } from '../load-choices.ts'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Family' })

export function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  const id = params.id ?? ''
  return requireSeller(request, async () => {
    const family = await call(privateApi.family.get, { params: { id } }).catch((error: unknown) => {
      if (error instanceof ApiError && [400, 404].includes(error.status)) return null
      throw error
    })
    return family && { family, choices: await loadChoices(request, family.subCategoryId) }
  })
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Family" />
}

export default function FamilyPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [ending, setEnding] = useState(false)
  if (!loaded)
    return (
      <SellerPage heading="Family" backTo={paths.families}>
        <EmptyState icon={<SearchX />} title="Family not found" text="There is no such family of yours.">
          <Link to={paths.families} className={buttonClass('secondary')}>
            Your families
          </Link>
        </EmptyState>
      </SellerPage>
    )
  const { family, choices } = loaded
  const params = { id: family.id }

  async function dissolve(): Promise<void> {
    try {
      const { msg } = await call(privateApi.family.dissolve, { params })
      sellerToast.success(msg)
      await navigate(paths.families, { replace: true })
    } catch (error) {
      sellerToast.error(
        failureMessage(error, serverMsgOr('The family could not be dissolved. Please try again.')),
      )
    }
  }

  const [first] = family.members
  return (
    <SellerPage heading="Family" backTo={paths.families} className="max-w-6xl">
      <div className="mb-4 flex flex-wrap gap-3">
        {first && (
          <a href={paths.product(first.id)} className={buttonClass('secondary')}>
            See it in the shop
          </a>
        )}
        <Button look="ghost" aria-haspopup="dialog" onClick={() => setEnding(true)}>
          Dissolve the family
        </Button>
      </div>
      <FamilyForm
        key={family.id}
        {...choices}
        head={family}
        members={family.members}
        save="Save"
        send={async (body) => {
          const { msg } = await call(privateApi.family.edit, { params, body })
          sellerToast.success(msg)
          await revalidate()
        }}
      />
      {ending && (
        <Dialog open title="Dissolve the family" onClose={() => setEnding(false)}>
          <p className="text-muted">
            Its listings stay on sale, each by itself and with its own reviews. No order changes.
          </p>
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button ref={firstInDialog} look="secondary" onClick={() => setEnding(false)}>
              Cancel
            </Button>
            <Button look="danger" onClick={() => void dissolve()}>
              Dissolve
            </Button>
          </div>
        </Dialog>
      )}
    </SellerPage>
  )
}
