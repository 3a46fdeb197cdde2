/** The whole calculation of one order: the sale, what was reversed, and what the seller gets. */
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import type { OrderEarnings } from '../../../../../contract/earnings.ts'
import { privateApi } from '../../../../../contract/private-endpoints.ts'
import { formatAmount } from '../../../../../contract/money.ts'
import { call } from '../../../../api/client.ts'
import { nullIfMissing } from '../../../../api/null-if-missing.ts'
import { loadOrEmpty } from '../../../../api/load-or-empty.ts'
import { PrivateFallback } from '../../../../layout/private-fallback.tsx'
import { TryAgain } from '../../../../layout/try-again.tsx'
import { paths } from '../../../../paths.ts'
import { pageMeta } from '../../../../seo/page-meta.ts'
import { Calculation, linesOf } from '../../../../settlements/calculation.tsx'
import { buttonClass } from '../../../../ui/button.tsx'
import { shortDate } from '../../../../ui/dates.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { BadgeIndianRupee } from '../../../../ui/more-icons.tsx'
import { requireSeller } from '../../require-seller.ts'
import { SellerPage } from '../../seller-page.tsx'
import { StateBadge, stateText } from '../states.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Earnings of an order' })

export function clientLoader({ request, params: { id = '' } }: ClientLoaderFunctionArgs) {
  return requireSeller(request, async () => {
    const { value, failed } = await loadOrEmpty(
      () => nullIfMissing(call(privateApi.earnings.order, { params: { id } })),
      null,
    )
    return { order: value, failed }
  })
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Earnings of an order" text="Loading earnings..." />
}

export default function OrderEarningsPage() {
  const { order, failed } = useLoaderData<typeof clientLoader>()
  return (
    <SellerPage heading="Earnings of an order" backTo={paths.earnings} className="max-w-3xl">
      {order ? (
        <Found order={order} />
      ) : (
        <EmptyState
          icon={<BadgeIndianRupee />}
          title={failed ? 'The order could not be loaded' : 'Nothing is calculated for this order yet'}
          text={failed ? '' : 'It is as soon as the parcel is handed over to the courier.'}
        >
          {failed ? (
            <TryAgain />
          ) : (
            <Link to={paths.earnings} className={buttonClass('secondary')}>
              All earnings
            </Link>
          )}
        </EmptyState>
      )}
    </SellerPage>
  )
}

type Event = OrderEarnings['events'][number]

const titles: Record<Event['kind'], string> = {
  sale: 'Handed over to the courier',
  returned: 'Returned by the buyer',
  undelivered: 'Came back undelivered',
  lost: 'Lost by the courier',
  'price-reduced': 'Price reduced',
  corrected: 'Corrected: what became of the parcel',
  exchanged: 'Parcels of an exchange',
  weight: 'A heavier parcel than was paid for',
  'weight-corrected': 'Given back: the courier corrected a weight',
}

function Found({ order }: { order: OrderEarnings }) {
  const { events, units } = order
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-xl font-bold">{order.product}</h2>
          <p className="text-muted">
            Order {order.orderNumber}, {units} {units === 1 ? 'piece' : 'pieces'}
            {order.deliveredAt && `, delivered on ${shortDate(order.deliveredAt)}`}
          </p>
        </div>
        <p className="sm:text-right">
          <StateBadge state={order.state} />
          <span className="mt-0.5 block text-sm text-muted empty:hidden">{stateText(order)}</span>
        </p>
      </header>
      {events.map((event, index) => {
        const isSale = event.kind === 'sale'
        return (
          <div key={`${event.at} ${index}`}>
            <Calculation
              title={`${titles[event.kind]} on ${shortDate(event.at)}${
                isSale || event.units === 0 ? '' : ` (${event.units} of ${units})`
              }`}
              lines={linesOf(event, isSale ? hintsOf(order, event) : changeHints(event))}
              total={{ label: isSale ? 'Yours' : 'Change', amount: event.net }}
            />
            {event.settlementId && event.settledUpTo && (
              <p className="mt-2 text-sm">
                In the{' '}
                <Link
                  to={paths.statement(event.settlementId)}
                  className="-my-2.5 inline-block py-2.5 text-forest underline underline-offset-4"
                >
                  statement up to {shortDate(event.settledUpTo)}
                </Link>
                .
              </p>
            )}
          </div>
        )
      })}
      {events.length > 1 && (
        <Calculation
          title="Altogether"
          lines={linesOf(order)}
          total={{ label: 'Yours', amount: order.net }}
        />
      )}
    </div>
  )
}

const hintsOf = ({ rates, taxable, gst }: OrderEarnings, { delivery }: Event) => ({
  gross: `${formatAmount(taxable)} and ${formatAmount(gst)} GST (${rates.gst}\u00a0%), which you pay to the state${
    delivery === 0 ? '' : `; with ${formatAmount(delivery)} for delivery`
  }`,
  commission: `${rates.commission}\u00a0% of the price`,
  gstOnFees: `${rates.gstOnFees}\u00a0%`,
  tcs: `${rates.tcs}\u00a0% of the value without tax; yours to claim in your GST return`,
  tds: `${rates.tds}\u00a0% of the price; yours to claim in your income tax return`,
})

const changeHints = ({ kind, wayBack, delivery }: Event) => ({
  ...(delivery !== 0 && { reversed: `With ${formatAmount(-delivery)} for delivery` }),
  ...(wayBack !== 0 && { shipping: `${wayBackWords(kind)}: ${formatAmount(wayBack)} with GST` }),
})

function wayBackWords(kind: Event['kind']): string {
  if (kind === 'exchanged') return 'The way back and the replacement'
  if (kind === 'corrected') return 'The way of the parcel'
  return kind === 'weight' || kind === 'weight-corrected' ? 'The difference of the weight' : 'The way back'
}
