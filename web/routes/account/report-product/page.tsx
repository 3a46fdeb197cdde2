/** Anybody says that something is wrong with a listing, with or without an account. */
import { useState } from 'react'
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import { listingReportBody } from '../../../../contract/moderation.ts'
import { listingFaults, listingFaultWords, moderationLimits } from '../../../../contract/moderation-words.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import type { ProductDetail } from '../../../../contract/product.ts'
import { ApiError, call } from '../../../api/client.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { TryAgain } from '../../../layout/try-again.tsx'
import { serverMsgOr } from '../../../messages/failure-message.ts'
import { paths } from '../../../paths.ts'
import { ProductThumbnail } from '../../../products/product-thumbnail.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PackageX } from '../../../ui/icons.tsx'
import { CircleCheck } from '../../../ui/more-icons.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'

const heading = 'Report a Product'
const purpose = 'Our team looks at the product and acts. The seller never learns who reported it.'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: heading })

type Loaded = { product: ProductDetail } | { refusal: string; again: boolean }

export async function clientLoader({ params }: ClientLoaderFunctionArgs): Promise<Loaded> {
  try {
    return { product: await call(api.product.get, { params: { id: params.id ?? '' } }) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const unknown = error.status === 404 || error.status === 400
    return {
      refusal: unknown ? 'This product is not on sale.' : 'We could not reach the shop just now.',
      again: !unknown,
    }
  }
}

export function HydrateFallback() {
  return <PrivateFallback heading={heading} text={purpose} />
}

export default function ReportProductPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return (
    <StandalonePage
      heading={heading}
      {...('product' in loaded && { backTo: paths.product(loaded.product.id) })}
      className="max-w-2xl"
    >
      {'product' in loaded ? (
        <ReportForm product={loaded.product} />
      ) : (
        <EmptyState icon={<PackageX />} title="Product not found" text={loaded.refusal}>
          {loaded.again && <TryAgain />}
          <Link to={paths.home} className={buttonClass('secondary')}>
            Explore Products
          </Link>
        </EmptyState>
      )}
    </StandalonePage>
  )
}

function ReportForm({ product: { id, name, images, sellerCompany } }: { product: ProductDetail }) {
  const [sent, setSent] = useState('')
  const form = useForm({
    schema: listingReportBody,
    failed: serverMsgOr('Your report could not be sent. Please try again.'),
    send: async (body) => setSent((await call(privateApi.moderation.report, { params: { id }, body })).msg),
  })
  return (
    <>
      <div className="mb-5 flex items-center gap-4">
        <ProductThumbnail productId={id} src={images[0] ?? ''} size={96} eager faded={false} />
        <p className="min-w-0">
          <Link
            to={paths.product(id)}
            className="line-clamp-2 font-semibold text-forest underline underline-offset-4"
          >
            <bdi>{name}</bdi>
          </Link>
          <span className="block truncate text-sm text-muted">
            Sold by <bdi>{sellerCompany}</bdi>
          </span>
        </p>
      </div>
      {sent !== '' ? (
        <div role="status" className="flex gap-3 rounded-card bg-leaf-soft px-5 py-4 text-forest">
          <CircleCheck aria-hidden="true" className="size-6 shrink-0" />
          <div className="min-w-0">
            <strong className="block font-semibold">{sent}</strong>
            <Link to={paths.product(id)} className={buttonClass('secondary', 'mt-3')}>
              Back to the product
            </Link>
          </div>
        </div>
      ) : (
        <form {...form.props} aria-label={heading} className="flex flex-col gap-4">
          <p className="text-muted">
            {purpose} Is it about your order, or about the seller?{' '}
            <Link
              to={paths.complaintAboutProduct(id)}
              className="font-medium text-forest underline underline-offset-4"
            >
              Make a complaint
            </Link>{' '}
            instead, and get an answer.
          </p>
          <FormProblem text={form.problem} loggedOut={form.loggedOut} />
          <SelectField {...form.field('reason')} label="What is wrong?">
            <option value="">Please choose</option>
            {listingFaults.map((fault) => (
              <option key={fault} value={fault}>
                {listingFaultWords[fault]}
              </option>
            ))}
          </SelectField>
          <TextArea
            {...form.field('words')}
            label="More about it (optional)"
            hint="What our team should look at. Please write no personal details."
            rows={5}
            maxLength={moderationLimits.reportLength}
          />
          <Button {...form.submitButton} className="sm:self-start sm:px-8" busyLabel="Sending...">
            Send report
          </Button>
        </form>
      )}
    </>
  )
}
