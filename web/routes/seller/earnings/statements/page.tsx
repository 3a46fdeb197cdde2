/** The seller's statements, one a settlement. */
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { privateApi } from '../../../../../contract/private-endpoints.ts'
import { formatAmount } from '../../../../../contract/money.ts'
import type { SettlementReply } from '../../../../../contract/settlement.ts'
import { call, callPage } from '../../../../api/client.ts'
import { loadOrEmpty } from '../../../../api/load-or-empty.ts'
import { PrivateFallback } from '../../../../layout/private-fallback.tsx'
import { TryAgain } from '../../../../layout/try-again.tsx'
import { fromCursor, noRows } from '../../../../lists/from-cursor.ts'
import { LoadMore } from '../../../../lists/load-more.tsx'
import { useOwnList } from '../../../../lists/use-own-list.ts'
import { paths } from '../../../../paths.ts'
import { pageMeta } from '../../../../seo/page-meta.ts'
import { payoutStateWords } from '../../../../settlements/payout-states.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { shortDate } from '../../../../ui/dates.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ReceiptText } from '../../../../ui/more-icons.tsx'
import { requireSeller } from '../../require-seller.ts'
import { SellerPage } from '../../seller-page.tsx'
import { Summary } from '../summary.tsx'
import { EarningsTabs } from '../tabs.tsx'

const statementPage = (cursor: string | undefined) =>
  callPage(privateApi.earnings.statements, { query: { limit: 20, cursor } })

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Statements' })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return requireSeller(request, async () => {
    const [summary, statements] = await Promise.all([
      loadOrEmpty(() => call(privateApi.earnings.summary), null),
      loadOrEmpty(() => fromCursor(request, statementPage), noRows),
    ])
    return { summary: summary.value, statements }
  })
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Earnings" text="Loading statements..." />
}

const columns: Column<SettlementReply>[] = [
  {
    name: 'Up to',
    cell: ({ id, upTo }) => (
      <Link
        to={paths.statement(id)}
        className="inline-flex min-h-11 items-center font-medium text-forest underline underline-offset-4 table:min-h-0"
      >
        {shortDate(upTo)}
      </Link>
    ),
  },
  { name: 'Lines', width: '5rem', end: true, cell: ({ lines }) => lines.toLocaleString('en-IN') },
  {
    name: 'Result',
    width: '9rem',
    end: true,
    cell: ({ net }) => <span className="tabular-nums">{formatAmount(net)}</span>,
  },
  {
    name: 'Carried to the next',
    width: '10rem',
    end: true,
    cell: ({ carriedAfter }) =>
      carriedAfter === 0 ? '' : <span className="tabular-nums">{formatAmount(carriedAfter)}</span>,
  },
  {
    name: 'Paid out',
    width: '9rem',
    end: true,
    cell: ({ payout }) => <span className="font-semibold tabular-nums">{formatAmount(payout)}</span>,
  },
  {
    name: 'Payment',
    width: '13rem',
    cell: ({ payment }) =>
      payment && (
        <>
          <Badge color={payoutStateWords[payment.state].color}>{payoutStateWords[payment.state].words}</Badge>
          {payment.reference && (
            <span className="mt-0.5 block text-sm break-all text-muted">{payment.reference}</span>
          )}
        </>
      ),
  },
]

export default function StatementsPage() {
  const { summary, statements } = useLoaderData<typeof clientLoader>()
  const { items, list, loadMore } = useOwnList(statements.value, statementPage)
  return (
    <SellerPage heading="Earnings">
      <Summary summary={summary} />
      <EarningsTabs />
      {items.length === 0 ? (
        <EmptyState
          icon={<ReceiptText />}
          title={statements.failed ? 'Your statements could not be loaded' : 'No Statements Found'}
          text={
            statements.failed
              ? 'Please try again in a moment.'
              : 'You get a statement every Monday for what became due in the week before.'
          }
        >
          {statements.failed && <TryAgain />}
        </EmptyState>
      ) : (
        <>
          <DataTable label="Your statements, newest first" columns={columns} items={items} list={list} />
          <LoadMore {...loadMore} noun="statements" />
        </>
      )}
    </SellerPage>
  )
}
