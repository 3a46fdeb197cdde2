/** Add Product (specification §2, §5, §8). */
import { useState } from 'react'
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData, useNavigate } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import type { KeptWords } from '../../../../contract/green-words.ts'
import { type ProductForm, uploadAtMost } from '../../../../contract/seller-product.ts'
import { call } from '../../../api/client.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'
import { loadProduct } from '../load-product.ts'
import { requireSeller } from '../require-seller.ts'
import { FormFrame } from '../product-form/form-frame.tsx'
import { addSchema, noValues, type Values, valuesOf } from '../product-form/form-values.ts'
import { loadChoices } from '../product-form/load-choices.ts'
import { ProductForm as Form } from '../product-form/product-form.tsx'
import { sellingWords } from '../../../messages/selling.ts'
import { sellerToast } from '../seller-toast.tsx'
import { notOnSale } from '../not-on-sale.ts'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Add Product' })

/** With `?copy=` the form begins with what another listing of the seller has. */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const copied = new URL(request.url).searchParams.get('copy')
  return requireSeller(request, async () => {
    const [choices, original] = await Promise.all([loadChoices(), copied ? loadProduct(copied) : null])
    return { choices, start: original?.value ? copyOf(original.value) : noValues }
  })
}

/** Stock and licences are of one product. */
const copyOf = (original: ProductForm): Values => ({
  ...valuesOf(original),
  noOfUnits: '',
  fssaiLicence: '',
  cosmeticsLicence: '',
})

export function HydrateFallback() {
  return <PrivateFallback wide heading="Add Product" />
}

export default function AddProductPage() {
  const { choices, start } = useLoaderData<typeof clientLoader>()
  const navigate = useNavigate()
  const kept = useState<KeptWords>([])
  return (
    <FormFrame heading="Add Product" closeTo={paths.sellerDashboard}>
      <Form
        choices={choices}
        schema={addSchema}
        start={start}
        saved={noValues}
        kept={kept}
        tooMany={uploadAtMost}
        action="Add Product"
        draftAction="Save as Draft"
        failed={sellingWords.addProduct}
        send={async (body) => {
          const { msg, missing } = await call(api.product.add, { body })
          sellerToast.success(
            msg || sellingWords.addProduct.success,
            body.draft ? undefined : notOnSale(missing),
          )
        }}
        onSaved={() => void navigate(paths.manageProducts, { replace: true })}
      />
    </FormFrame>
  )
}
