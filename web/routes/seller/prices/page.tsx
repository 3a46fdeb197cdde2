/** The sale price and the bulk prices of one of the seller's products. */
import {
  type ClientLoaderFunctionArgs,
  Link,
  type MetaFunction,
  useLoaderData,
  useNavigate,
} from 'react-router'
import { limits } from '../../../../contract/limits.ts'
import { formatRupees } from '../../../../contract/money.ts'
import type { SellersPrices } from '../../../../contract/prices.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { call } from '../../../api/client.ts'
import { nullIfMissing } from '../../../api/null-if-missing.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { serverMsgOr } from '../../../messages/failure-message.ts'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ProductMissing } from '../product-missing.tsx'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'
import { sellerToast } from '../seller-toast.tsx'
import { pricesForm, steps, valuesOf } from './form-values.ts'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Prices' })

export function clientLoader({ request, params: { id = '' } }: ClientLoaderFunctionArgs) {
  return requireSeller(request, () =>
    loadOrEmpty<SellersPrices | null>(
      () => nullIfMissing(call(privateApi.prices.get, { params: { id } })),
      null,
    ),
  )
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Prices" />
}

export default function PricesPage() {
  const { value: product, failed } = useLoaderData<typeof clientLoader>()
  return (
    <SellerPage heading="Prices" backTo={paths.manageProducts} className="max-w-3xl">
      {product ? <PricesForm key={product.id} product={product} /> : <ProductMissing failed={failed} />}
    </SellerPage>
  )
}

function PricesForm({ product }: { product: SellersPrices }) {
  const { id, name, imageUrl, price, mrp, sale, version } = product
  const navigate = useNavigate()
  const form = useForm({
    schema: pricesForm,
    initial: valuesOf(product),
    failed: serverMsgOr('The prices could not be saved. Please try again.'),
    send: async (body) => {
      const { msg } = await call(privateApi.prices.save, { params: { id }, body: { ...body, version } })
      sellerToast.success(msg)
      void navigate(paths.manageProducts)
    },
  })
  return (
    <form {...form.props} aria-label="Prices" className="flex flex-col gap-4 sm:gap-6">
      <div className="flex items-center gap-4">
        <span className="size-20 shrink-0 overflow-hidden rounded-xl bg-mist">
          <Picture src={imageUrl} alt="" size={80} sizes="80px" eager className="size-full" />
        </span>
        <div className="min-w-0">
          <p className="line-clamp-2 font-semibold">
            <bdi>{name}</bdi>
          </p>
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span>
              Price <span className="font-semibold">{formatRupees(price)}</span>
              {mrp !== null && ` · MRP ${formatRupees(mrp)}`}
            </span>
            <Link
              to={paths.editProduct(id)}
              className="inline-flex min-h-11 items-center text-sm font-semibold text-forest underline underline-offset-4"
            >
              Change
            </Link>
          </p>
        </div>
      </div>
      <FormProblem text={form.problem} loggedOut={form.loggedOut} />
      <Card className="flex flex-col gap-4 p-4 sm:p-6">
        <h2 className="text-lg font-semibold">Sale price</h2>
        <p className="text-sm text-muted">{sale?.runs ? saying(sale) : notRunning}</p>
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-3">
          <TextField
            {...form.field('salePrice')}
            label="Sale price (₹)"
            hint="Empty: no sale."
            inputMode="decimal"
            autoComplete="off"
          />
          <TextField
            {...form.field('saleBegins')}
            label="Begins"
            hint="In India. Empty: at once."
            type="datetime-local"
          />
          <TextField
            {...form.field('saleEnds')}
            label="Ends"
            hint={`After ${limits.saleDaysMax} days at most.`}
            type="datetime-local"
          />
        </div>
      </Card>
      <Card className="flex flex-col gap-4 p-4 sm:p-6">
        <h2 className="text-lg font-semibold">Bulk prices</h2>
        <p className="text-sm text-muted">
          Whoever buys so many pieces of this product at once pays this price for each of them. In a sale the
          lower price counts.
        </p>
        {steps.map((no) => (
          <div key={no} className="grid grid-cols-2 items-start gap-4">
            <TextField
              {...form.field(`from${no}`)}
              label={`${ordinals[no]} step: pieces`}
              inputMode="numeric"
              autoComplete="off"
            />
            <TextField
              {...form.field(`price${no}`)}
              label="Price of each (₹)"
              inputMode="decimal"
              autoComplete="off"
            />
          </div>
        ))}
      </Card>
      <Button {...form.submitButton} className="sm:self-start sm:px-8" busyLabel="Saving...">
        Save Prices
      </Button>
    </form>
  )
}

const ordinals = { 1: 'First', 2: 'Second', 3: 'Third' }

const notRunning = `Lists, the product's page and the cart show it from its begin to its end. Beside it buyers see the lowest price of the ${limits.lowestPriceDays} days before, once the product is that old, and how much they save against that.`

/** What buyers read of a sale that runs. */
function saying({ price, lowest }: NonNullable<SellersPrices['sale']>): string {
  if (lowest === null)
    return `The sale runs. Buyers see no saving, because the product is not ${limits.lowestPriceDays} days old yet.`
  return lowest > price
    ? `The sale runs. Buyers see ${formatRupees(lowest)} as the lowest price of the ${limits.lowestPriceDays} days before, and what they save against that. Another sale price begins another sale.`
    : `The sale runs. Buyers see no saving: in the ${limits.lowestPriceDays} days before, the product cost ${formatRupees(lowest)}.`
}
