/** The seller's figures: what was looked at, bought and returned, and what to do next. */
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import type { FigurePeriod } from '../../../../contract/figure-words.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import type { SellerFigures } from '../../../../contract/seller-figures.ts'
import { call } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { TryAgain } from '../../../layout/try-again.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { shortDate } from '../../../ui/dates.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TrendingUp } from '../../../ui/more-icons.tsx'
import { requireSeller } from '../require-seller.ts'
import { SaveCsv } from '../save-csv.tsx'
import { SellerPage } from '../seller-page.tsx'
import { AdviceList } from './advice.tsx'
import { ProductTable } from './product-table.tsx'
import { addressOf, type FiguresState, readState } from './state.ts'
import { Steps } from './steps.tsx'
import { Delivery, Reasons, Totals } from './totals.tsx'

const heading = 'Figures'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: heading })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const state = readState(new URL(request.url).search)
  const { search, ...query } = state
  return requireSeller(request, async () => {
    const [{ value: figures }, { value: advice }] = await Promise.all([
      loadOrEmpty(
        () => call(privateApi.sellerFigures.get, { query: { ...query, search: search || undefined } }),
        null,
      ),
      loadOrEmpty(() => call(privateApi.sellerFigures.advice), null),
    ])
    return { state, figures, advice }
  })
}

export function HydrateFallback() {
  return <PrivateFallback wide heading={heading} />
}

export default function FiguresPage() {
  const { state, figures, advice } = useLoaderData<typeof clientLoader>()
  return (
    <SellerPage heading={heading}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Periods state={state} />
        <SaveCsv path={`/private/seller-figures/csv?days=${state.days}`} />
      </div>
      {figures ? (
        <div className="grid grid-cols-1 gap-8">
          <div>
            <p className="mb-3 text-sm text-muted">
              {shortDate(figures.from)} to {shortDate(figures.to)}
              {figures.previous &&
                `, beside the ${state.days} days before from ${shortDate(figures.previous.from)} on`}
            </p>
            <Totals figures={figures} />
          </div>
          {advice && <AdviceList advice={advice} />}
          <Steps steps={figures.steps} />
          <div className="grid grid-cols-1 gap-8 lg:grid-cols-2">
            <Reasons reasons={figures.reasons} />
            <Delivery delivery={figures.delivery} />
          </div>
          <ProductTable figures={figures} state={state} />
          <HowCounted figures={figures} />
        </div>
      ) : (
        <EmptyState icon={<TrendingUp />} title="The figures could not be loaded">
          <TryAgain />
        </EmptyState>
      )}
    </SellerPage>
  )
}

const periods: readonly [FigurePeriod, string][] = [
  [7, '7 days'],
  [28, '4 weeks'],
  [91, '13 weeks'],
  [364, '52 weeks'],
]

function Periods({ state }: { state: FiguresState }) {
  return (
    <nav aria-label="Period" className="flex flex-wrap gap-2">
      {periods.map(([days, words]) => (
        <Link
          key={days}
          to={{ search: addressOf({ ...state, days, page: 1 }) }}
          preventScrollReset
          aria-current={days === state.days ? 'true' : undefined}
          className="inline-flex min-h-11 items-center rounded-full border border-edge bg-surface px-4 text-sm font-medium text-ink hover:bg-dew aria-current:border-forest aria-current:bg-forest aria-current:text-white"
        >
          {words}
        </Link>
      ))}
    </nav>
  )
}

function HowCounted({ figures: { countedSince } }: { figures: SellerFigures }) {
  return (
    <section aria-labelledby="how-counted" className="max-w-3xl text-sm text-muted">
      <h2 id="how-counted" className="mb-1 font-semibold text-ink">
        How this is counted
      </h2>
      <ul className="list-disc space-y-1 pl-5">
        <li>
          {countedSince
            ? `Views and additions to carts are counted since ${shortDate(countedSince)}. For periods that begin before, there is no conversion.`
            : 'No views are counted yet.'}
        </li>
        <li>
          A view is a page of a product that our server sent to a browser. Search engines and other programs
          that say what they are do not count. Your own visits do: we use no cookies for it and do not know
          who looks.
        </li>
        <li>A view appears within about ten seconds. A fault of a server can lose those of its last ten.</li>
        <li>
          Cancelled and returned are pieces of the orders of the period, so they may still grow. Returned are
          those that come or came back, also for an exchange. Conversion is bought pieces for a hundred views.
        </li>
      </ul>
    </section>
  )
}
