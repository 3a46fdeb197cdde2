/** Edit Product (specification §2, §5, §8). */
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'
import { requireSeller } from '../require-seller.ts'
import { loadProduct } from '../load-product.ts'
import { FormFrame } from '../product-form/form-frame.tsx'
import { loadChoices } from '../product-form/load-choices.ts'
import { OffSaleNote } from '../off-sale-note.tsx'
import { ProductMissing } from '../product-missing.tsx'
import { EditForm } from './edit-form.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Edit Product' })

export function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  return requireSeller(request, async () => {
    const [product, choices] = await Promise.all([loadProduct(params.productId ?? ''), loadChoices()])
    return { product, choices }
  })
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Edit Product" />
}

export default function EditProductPage() {
  const { product, choices } = useLoaderData<typeof clientLoader>()
  return (
    <FormFrame heading="Edit Product" closeTo={paths.manageProducts}>
      {product.value ? (
        <>
          {product.value.offSale && (
            <OffSaleNote id={product.value.id} offSale={product.value.offSale} className="mb-5" />
          )}
          <EditForm key={product.value.id} product={product.value} choices={choices} />
        </>
      ) : (
        <ProductMissing failed={product.failed} />
      )}
    </FormFrame>
  )
}
