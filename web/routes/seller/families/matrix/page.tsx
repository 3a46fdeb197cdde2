/** New listings from one: first the listing that they are made of, then the table of what is offered. */
import {
  type ClientLoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { api } from '../../../../../contract/endpoints.ts'
import { ApiError, call } from '../../../../api/client.ts'
import { PrivateFallback } from '../../../../layout/private-fallback.tsx'
import { paths } from '../../../../paths.ts'
import { pageMeta } from '../../../../seo/page-meta.ts'
import { Card } from '../../../../ui/card.tsx'
import { requireSeller } from '../../require-seller.ts'
import { SellerPage } from '../../seller-page.tsx'
import { ListingPicker } from '../listing-picker.tsx'
import { loadChoices } from '../load-choices.ts'
import { MatrixForm } from './matrix-form.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'New Listings from One' })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const productId = new URL(request.url).searchParams.get('base')
  return requireSeller(request, async () => {
    const base =
      productId === null
        ? null
        : await call(api.product.getForm, { params: { productId } }).catch((error: unknown) => {
            if (error instanceof ApiError && [400, 404].includes(error.status)) return null
            throw error
          })
    return { base, choices: base ? null : await loadChoices(request) }
  })
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="New Listings from One" />
}

export default function FamilyMatrixPage() {
  const { base, choices } = useLoaderData<typeof clientLoader>()
  const [, setParams] = useSearchParams()
  return (
    <SellerPage
      heading="New Listings from One"
      backTo={paths.families}
      className={base ? 'max-w-6xl' : 'max-w-3xl'}
    >
      {base && <MatrixForm key={base.id} base={base} />}
      {choices && (
        <Card className="p-4 sm:p-6">
          <h2 className="text-lg font-bold">Which listing are they like?</h2>
          <p className="mb-4 text-sm text-muted">
            Its pictures, description and declarations are copied; you can change each listing afterwards.
          </p>
          <ListingPicker
            first={choices.choices}
            more={choices.more}
            search={choices.search}
            onSearch={(search) => setParams(search ? { search } : {}, { replace: true })}
            picked={new Set()}
            verb="Choose"
            onPick={({ id }) => setParams({ base: id })}
          />
        </Card>
      )}
    </SellerPage>
  )
}
