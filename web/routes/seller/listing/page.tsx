/** Whether one of the seller's listings is on sale: at once, from a time on, or hidden. */
import { useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  Link,
  type MetaFunction,
  useLoaderData,
  useNavigate,
} from 'react-router'
import { z } from 'zod'
import { declarationLabels } from '../../../../contract/declaration.ts'
import { type ListingDetail, listingStateBody } from '../../../../contract/listing.ts'
import { listingLimits } from '../../../../contract/listing-words.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { call } from '../../../api/client.ts'
import { nullIfMissing } from '../../../api/null-if-missing.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { serverMsgOr } from '../../../messages/failure-message.ts'
import { paths } from '../../../paths.ts'
import { ListingChanges } from '../../../products/listing-changes.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { inIndia, timeInIndia } from '../india-time.ts'
import { OffSaleNote } from '../off-sale-note.tsx'
import { ProductMissing } from '../product-missing.tsx'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'
import { sellerToast } from '../seller-toast.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Listing' })

export function clientLoader({ request, params: { id = '' } }: ClientLoaderFunctionArgs) {
  return requireSeller(request, () =>
    loadOrEmpty<ListingDetail | null>(
      () => nullIfMissing(call(privateApi.listing.get, { params: { id } })),
      null,
    ),
  )
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Listing" />
}

export default function ListingPage() {
  const { value: listing, failed } = useLoaderData<typeof clientLoader>()
  return (
    <SellerPage heading="Listing" backTo={paths.manageProducts} className="max-w-3xl">
      {listing ? <Listing key={listing.id} listing={listing} /> : <ProductMissing failed={failed} />}
    </SellerPage>
  )
}

function Listing({ listing }: { listing: ListingDetail }) {
  const { id, name, imageUrl, offSale, heldBack, missing } = listing
  return (
    <div className="flex flex-col gap-4 sm:gap-6">
      <div className="flex items-center gap-4">
        <span className="size-20 shrink-0 overflow-hidden rounded-xl bg-mist">
          <Picture src={imageUrl} alt="" size={80} sizes="80px" eager className="size-full" />
        </span>
        <div className="min-w-0">
          <p className="line-clamp-2 font-semibold">
            <bdi>{name}</bdi>
          </p>
          <p className="flex flex-wrap gap-x-4 text-sm font-semibold text-forest">
            <Link to={paths.editProduct(id)} className={link}>
              Edit
            </Link>
            <Link to={paths.sellerProductView(id)} className={link}>
              Preview
            </Link>
            <Link to={paths.copyProduct(id)} className={link}>
              Copy
            </Link>
          </p>
        </div>
      </div>
      {offSale && <OffSaleNote id={id} offSale={offSale} />}
      {heldBack && (
        <p className="text-sm text-clay">
          Buyers see it once you have filled in: {missing.map((need) => declarationLabels[need]).join(', ')}.
        </p>
      )}
      <StateForm listing={listing} />
      <Card className="flex flex-col gap-2 p-4 sm:p-6">
        <h2 className="text-lg font-semibold">Changes</h2>
        <ListingChanges changes={listing.changes} />
      </Card>
    </div>
  )
}

const link = 'inline-flex min-h-11 items-center underline underline-offset-4'

const { state, onSaleAt } = listingStateBody.shape
const stateForm = z
  .object({ state, onSaleAt: timeInIndia(onSaleAt) })
  .transform((typed) => (typed.state === 'scheduled' ? typed : { ...typed, onSaleAt: null }))
  .pipe(listingStateBody)

const choices = [
  { value: 'on-sale', label: 'On sale', text: 'Buyers see it and can buy it.' },
  { value: 'scheduled', label: 'On sale from', text: 'Hidden until a time that you choose.' },
  { value: 'hidden', label: 'Hidden', text: 'Off every page, and you can put it back at any time.' },
] as const

function StateForm({ listing: { id, state, onSaleAt } }: { listing: ListingDetail }) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<string>(state)
  const form = useForm({
    schema: stateForm,
    initial: { state, onSaleAt: onSaleAt === null ? '' : inIndia(onSaleAt) },
    failed: serverMsgOr('That could not be saved. Please try again.'),
    send: async (body) => {
      const { msg } = await call(privateApi.listing.setState, { params: { id }, body })
      sellerToast.success(msg)
      void navigate(paths.manageProducts)
    },
  })
  return (
    <form {...form.props} aria-label="On sale or not">
      <Card className="flex flex-col gap-4 p-4 sm:p-6">
        <h2 className="text-lg font-semibold">On sale or not</h2>
        {state === 'draft' && (
          <p className="text-sm text-muted">
            This is a draft. It is on no page of the shop until you put it on sale.
          </p>
        )}
        <FormProblem text={form.problem} loggedOut={form.loggedOut} />
        <fieldset className="grid grid-cols-1 gap-3 sm:grid-cols-3">
          <legend className="sr-only">On sale or not</legend>
          {choices.map(({ value, label, text }) => (
            <label
              key={value}
              className="flex min-h-14 cursor-pointer items-start gap-3 rounded-xl border border-edge bg-surface px-4 py-2.5 has-checked:border-forest has-checked:bg-leaf-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf"
            >
              <input
                type="radio"
                name="state"
                value={value}
                checked={chosen === value}
                onChange={() => setChosen(value)}
                className="mt-0.5 size-5 shrink-0 accent-forest"
              />
              <span className="min-w-0 font-semibold">
                {label}
                <span className="block text-sm font-normal text-muted">{text}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {form.errors.state && <p className="text-sm text-clay">{form.errors.state}</p>}
        <div hidden={chosen !== 'scheduled'} className="max-w-sm">
          <TextField
            {...form.field('onSaleAt')}
            label="On sale from"
            hint={`In India, in the next ${listingLimits.scheduledDaysMax} days.`}
            type="datetime-local"
          />
        </div>
        <Button {...form.submitButton} className="sm:self-start sm:px-8" busyLabel="Saving...">
          Save
        </Button>
      </Card>
    </form>
  )
}
