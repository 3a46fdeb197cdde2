/** What the seller has earned, and every order with what is deducted (docs/money.md, Sales). */
import {
  type ClientLoaderFunctionArgs,
  Link,
  type MetaFunction,
  useLoaderData,
  useNavigate,
} from 'react-router'
import type { Registration } from '../../../../contract/document.ts'
import { type Earning, earningStates } from '../../../../contract/earnings.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import { formatAmount } from '../../../../contract/money.ts'
import { call, callPage, type ListPage } from '../../../api/client.ts'
import { type Loaded, loadOrEmpty } from '../../../api/load-or-empty.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { TryAgain } from '../../../layout/try-again.tsx'
import { fromCursor, noRows } from '../../../lists/from-cursor.ts'
import { LoadMore } from '../../../lists/load-more.tsx'
import { useOwnList } from '../../../lists/use-own-list.ts'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { MonthButton } from '../../../settlements/month-button.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { shortDate } from '../../../ui/dates.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ChevronDown } from '../../../ui/icons.tsx'
import { BadgeIndianRupee } from '../../../ui/more-icons.tsx'
import { ListSearch } from '../list-search.tsx'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'
import { SaveCsv } from '../save-csv.tsx'
import { StateBadge, stateText, stateWords } from './states.tsx'
import { Summary } from './summary.tsx'
import { EarningsTabs } from './tabs.tsx'

const pageLimit = 20

interface Filter {
  search?: string | undefined
  state?: Earning['state'] | undefined
}

function readFilter(address: string): Filter {
  const asked = new URLSearchParams(address)
  const search = asked.get('search')?.trim().slice(0, limits.searchLength)
  return { search: search || undefined, state: earningStates.find((one) => one === asked.get('state')) }
}

function addressOf({ search, state }: Filter, cursor?: string): string {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (state) query.set('state', state)
  if (cursor) query.set('cursor', cursor)
  return query.size > 0 ? `?${query}` : ''
}

const orderPage = (filter: Filter, cursor: string | undefined): Promise<ListPage<Earning>> =>
  callPage(privateApi.earnings.orders, { query: { ...filter, limit: pageLimit, cursor } })

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Earnings' })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const filter = readFilter(new URL(request.url).search)
  return requireSeller(request, async () => {
    const [summary, orders, registrations] = await Promise.all([
      loadOrEmpty(() => call(privateApi.earnings.summary), null),
      loadOrEmpty(() => fromCursor(request, (cursor) => orderPage(filter, cursor)), noRows),
      loadOrEmpty(() => call(privateApi.document.registrations), []),
    ])
    return { filter, summary: summary.value, orders, registrations: registrations.value }
  })
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Earnings" text="Loading earnings..." />
}

export default function EarningsPage() {
  const { filter, summary, orders, registrations } = useLoaderData<typeof clientLoader>()
  const searched = Boolean(filter.search || filter.state)
  return (
    <SellerPage heading="Earnings">
      <Summary summary={summary} />
      <EarningsTabs>
        <MonthButton
          title="GSTR-1"
          text="The invoices and credit notes of a month, as your accountant files them."
          files={(month) => (
            <Gstr1Files
              path={privateApi.document.gstr1.path.replace('{month}', month)}
              month={month}
              registrations={registrations}
            />
          )}
        />
      </EarningsTabs>
      {(orders.value.total > 0 || searched) && <OrderSearch filter={filter} total={orders.value.total} />}
      <OrderList loaded={orders} filter={filter} searched={searched} />
    </SellerPage>
  )
}

/** A return is of one GST number: after a change of it a month may have two files. */
function Gstr1Files({
  path,
  month,
  registrations,
}: {
  path: string
  month: string
  registrations: readonly Registration[]
}) {
  const ofMonth = registrations.filter(({ from, to }) => from.slice(0, 7) <= month && month <= to.slice(0, 7))
  if (ofMonth.length < 2) return <SaveCsv path={path} />
  return ofMonth.map(({ gstin }) => <SaveCsv key={gstin} path={`${path}?gstin=${gstin}`} label={gstin} />)
}

function OrderSearch({ filter, total }: { filter: Filter; total: number }) {
  const navigate = useNavigate()
  return (
    <div className="mb-4 flex flex-col gap-3 md:flex-row md:items-center">
      <ListSearch
        label="Search your orders"
        placeholder="Order ID, product"
        search={filter.search ?? ''}
        onSearch={(search) =>
          // Replaces the history entry: an entry for each letter would make going back useless.
          void navigate(
            { search: addressOf({ ...filter, search }) },
            { replace: true, preventScrollReset: true },
          )
        }
      />
      <span className="relative block md:w-48">
        <select
          value={filter.state ?? ''}
          aria-label="State"
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => {
            const state = (value || undefined) as Filter['state']
            void navigate({ search: addressOf({ ...filter, state }) }, { preventScrollReset: true })
          }}
          className="h-11 w-full appearance-none rounded-full border border-edge bg-surface pr-10 pl-4 font-semibold text-forest"
        >
          <option value="">All states</option>
          {earningStates.map((state) => (
            <option key={state} value={state}>
              {stateWords[state].words}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-forest"
        />
      </span>
      <p role="status" className="text-sm whitespace-nowrap text-muted md:order-first md:min-w-24">
        {total.toLocaleString('en-IN')} {total === 1 ? 'order' : 'orders'}
      </p>
    </div>
  )
}

const amount = (value: number) => <span className="tabular-nums">{formatAmount(value)}</span>

const columns: Column<Earning & { id: string }>[] = [
  {
    name: 'Order',
    width: 'minmax(0,1.6fr)',
    cell: ({ orderId, orderNumber, product, units }) => (
      <>
        <Link
          to={paths.orderEarnings(orderId)}
          className="inline-flex min-h-11 items-center font-medium text-forest underline underline-offset-4 table:min-h-0"
        >
          {orderNumber}
        </Link>
        <span className="block text-sm text-muted">
          {product} × {units}
        </span>
      </>
    ),
  },
  { name: 'Handed over', width: '7.5rem', cell: ({ soldAt }) => shortDate(soldAt) },
  {
    name: 'State',
    width: '12rem',
    cell: (earning) => (
      <>
        <StateBadge state={earning.state} />
        <span className="mt-0.5 block text-sm text-muted empty:hidden">{stateText(earning)}</span>
      </>
    ),
  },
  { name: 'Price', width: '7.5rem', end: true, cell: ({ gross, reversed }) => amount(gross - reversed) },
  {
    name: 'Deductions',
    width: '7.5rem',
    end: true,
    cell: ({ gross, reversed, net }) => amount(net - (gross - reversed)),
  },
  {
    name: 'Yours',
    width: '7.5rem',
    end: true,
    cell: ({ net }) => <span className="font-semibold tabular-nums">{formatAmount(net)}</span>,
  },
]

interface ListProps {
  loaded: Loaded<ListPage<Earning>>
  filter: Filter
  searched: boolean
}

function OrderList({ loaded, filter, searched }: ListProps) {
  const { items, list, loadMore } = useOwnList(loaded.value, (cursor) => orderPage(filter, cursor))
  if (items.length === 0) {
    const narrowed = searched && !loaded.failed
    return (
      <EmptyState
        icon={<BadgeIndianRupee />}
        title={loaded.failed ? 'Your orders could not be loaded' : 'No Earnings Found'}
        text={
          loaded.failed
            ? 'Please try again in a moment.'
            : narrowed
              ? 'No order of yours fits this search.'
              : 'An order stands here as soon as its parcel is handed over to the courier.'
        }
      >
        {loaded.failed && <TryAgain />}
        {narrowed && (
          <Link to={paths.earnings} preventScrollReset className={buttonClass('secondary')}>
            Show all orders
          </Link>
        )}
      </EmptyState>
    )
  }
  return (
    <>
      <DataTable
        label="Your orders, newest first"
        columns={columns}
        items={items.map((earning) => ({ ...earning, id: earning.orderId }))}
        list={list}
      />
      <LoadMore {...loadMore} noun="orders" address={(cursor) => addressOf(filter, cursor)} />
    </>
  )
}
