/** A seller appeals against the takedown of a product. */
import { useState } from 'react'
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { appealBody } from '../../../../contract/moderation.ts'
import { moderationLimits } from '../../../../contract/moderation-words.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import type { ProductForm } from '../../../../contract/seller-product.ts'
import { call } from '../../../api/client.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { serverMsgOr } from '../../../messages/failure-message.ts'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { loadProduct } from '../load-product.ts'
import { OffSaleNote } from '../off-sale-note.tsx'
import { ProductMissing } from '../product-missing.tsx'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Appeal' })

export function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  return requireSeller(request, () => loadProduct(params.id ?? ''))
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Appeal" />
}

export default function AppealPage() {
  const { value: product, failed } = useLoaderData<typeof clientLoader>()
  return (
    <SellerPage heading="Appeal" backTo={paths.manageProducts} className="max-w-3xl">
      {product ? <Appeal key={product.id} product={product} /> : <ProductMissing failed={failed} />}
    </SellerPage>
  )
}

function Appeal({ product: { id, name, imageUrls, offSale } }: { product: ProductForm }) {
  const [sent, setSent] = useState('')
  const form = useForm({
    schema: appealBody,
    failed: serverMsgOr('Your appeal could not be sent. Please try again.'),
    send: async (body) => setSent((await call(privateApi.moderation.appeal, { params: { id }, body })).msg),
  })
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <span className="size-20 shrink-0 overflow-hidden rounded-xl bg-mist">
          <Picture src={imageUrls[0] ?? ''} alt="" size={80} sizes="80px" eager className="size-full" />
        </span>
        <p className="line-clamp-2 min-w-0 font-semibold">
          <Link to={paths.editProduct(id)} className="text-forest underline underline-offset-4">
            <bdi>{name}</bdi>
          </Link>
        </p>
      </div>
      {sent !== '' ? (
        <p role="status" className="rounded-card bg-leaf-soft px-5 py-4 font-semibold text-forest">
          {sent}
        </p>
      ) : offSale ? (
        <>
          <OffSaleNote offSale={offSale} />
          {offSale.appealable && (
            <form {...form.props} aria-label="Appeal" className="flex flex-col gap-4">
              <FormProblem text={form.problem} loggedOut={form.loggedOut} />
              <TextArea
                {...form.field('words')}
                label="Why should we put it back?"
                hint="You can appeal only once, so please write all that we should know"
                rows={7}
                maxLength={moderationLimits.appealLength}
              />
              <Button {...form.submitButton} className="sm:self-start sm:px-8" busyLabel="Sending...">
                Send appeal
              </Button>
            </form>
          )}
        </>
      ) : (
        <p role="status">This product is not taken down.</p>
      )}
    </div>
  )
}
