/** What about money needs a person. */
import { type LoaderFunctionArgs, Link, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { MoneyException } from '../../../../contract/admin-ledger.ts'
import { call } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { TryAgain } from '../../../layout/try-again.tsx'
import { Badge, type BadgeColor } from '../../../ui/badge.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { CloudOff } from '../../../ui/icons.tsx'
import { CircleCheck } from '../../../ui/more-icons.tsx'
import { adminPaths } from '../admin-paths.ts'
import { PageHead } from '../list-page.tsx'
import { requireAdmin } from '../require-admin.ts'
import { Timestamp } from '../timestamp.tsx'
import { amountCell } from './amount.tsx'
import { MoneyNav } from '../money-nav.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  requireAdmin(request, () => loadOrEmpty(() => call(admin.exceptions), []))

/** All payouts of the seller: one that needs a person may have any state. */
const payoutsOfSeller = ({ seller }: MoneyException) =>
  `${adminPaths.payouts()}?q=${encodeURIComponent(seller ?? '')}`

/** Where each kind is dealt with. */
const kinds: Record<
  MoneyException['kind'],
  { words: string; color: BadgeColor; page: (exception: MoneyException) => string; link: string }
> = {
  'payout-failed': {
    words: 'Payout failed',
    color: 'red',
    page: payoutsOfSeller,
    link: 'Payouts',
  },
  'payout-waits': {
    words: 'Payout waits',
    color: 'yellow',
    page: payoutsOfSeller,
    link: 'Payouts',
  },
  'payout-partly-back': {
    words: 'Part came back',
    color: 'red',
    page: payoutsOfSeller,
    link: 'Payouts',
  },
  'payout-twice': {
    words: 'Paid twice',
    color: 'red',
    page: payoutsOfSeller,
    link: 'Payouts',
  },
  'payout-paid-late': {
    words: 'Paid after all',
    color: 'red',
    page: payoutsOfSeller,
    link: 'Payouts',
  },
  'run-unfinished': {
    words: 'Run not finished',
    color: 'red',
    page: ({ id }) => adminPaths.run(id),
    link: 'Open the run',
  },
  reconciliation: {
    words: 'Reconciliation',
    color: 'yellow',
    page: ({ id }) => adminPaths.reconciliation(id),
    link: 'Open the day',
  },
  'provider-balance': {
    words: 'Balance differs',
    color: 'red',
    page: () => adminPaths.money(),
    link: 'Balances',
  },
  'refund-late': {
    words: 'Late refund',
    color: 'red',
    page: () => adminPaths.refunds(),
    link: 'Late refunds',
  },
  'dispute-missed': {
    words: 'Dispute missed',
    color: 'red',
    page: ({ id }) => adminPaths.dispute(id),
    link: 'Open the dispute',
  },
  'dispute-paid-twice': {
    words: 'Went back twice',
    color: 'red',
    page: ({ id }) => adminPaths.dispute(id),
    link: 'Open the dispute',
  },
  'dispute-unplaced': {
    words: 'Dispute of what?',
    color: 'red',
    page: () => adminPaths.disputes(),
    link: 'Disputes',
  },
  'dispute-changed': {
    words: 'Dispute changed',
    color: 'red',
    page: ({ id }) => adminPaths.dispute(id),
    link: 'Open the dispute',
  },
  'refund-unmatched': {
    words: 'Refund for what?',
    color: 'red',
    page: () => adminPaths.refunds(),
    link: 'Refunds',
  },
  'refund-twice': {
    words: 'Refunded twice',
    color: 'red',
    page: () => adminPaths.refunds(),
    link: 'Refunds',
  },
  'seller-owes': {
    words: 'Seller owes',
    color: 'yellow',
    page: ({ seller }) => `${adminPaths.money()}?q=${encodeURIComponent(seller ?? '')}`,
    link: 'Balance',
  },
  'orders-without-terms': {
    words: 'Without terms',
    color: 'yellow',
    page: ({ seller }) => `${adminPaths.sellers()}?q=${encodeURIComponent(seller ?? '')}`,
    link: 'Seller',
  },
  'payouts-stopped': {
    words: 'Payouts stopped',
    color: 'red',
    page: ({ seller }) => `${adminPaths.money()}?q=${encodeURIComponent(seller ?? '')}`,
    link: 'Balance',
  },
  'account-unreadable': {
    words: 'Not readable',
    color: 'red',
    page: payoutsOfSeller,
    link: 'Payouts',
  },
  'seller-came-back': {
    words: 'Owes from before',
    color: 'yellow',
    page: ({ seller }) => `${adminPaths.sellers()}?q=${encodeURIComponent(seller ?? '')}`,
    link: 'Seller',
  },
  'seller-suspended': {
    words: 'On hold',
    color: 'yellow',
    page: ({ seller }) => `${adminPaths.sellers()}?q=${encodeURIComponent(seller ?? '')}`,
    link: 'Seller',
  },
}

interface Row {
  /** Ids of two kinds may be the same. */
  id: string
  one: MoneyException
}

const columns: Column<Row>[] = [
  {
    name: 'Kind',
    width: '10rem',
    cell: ({ one: { kind } }) => <Badge color={kinds[kind].color}>{kinds[kind].words}</Badge>,
  },
  { name: 'What', width: 'minmax(0,2fr)', long: true, cell: ({ one }) => one.text },
  { name: 'Seller', cell: ({ one }) => one.seller ?? '' },
  { name: 'Since', width: '11rem', cell: ({ one }) => <Timestamp at={one.since} /> },
  {
    name: 'Amount',
    width: '8rem',
    end: true,
    cell: ({ one: { amount } }) => (amount === null ? '' : amountCell(amount, true)),
  },
  {
    name: '',
    width: '9rem',
    end: true,
    cell: ({ one }) => (
      <Link
        to={kinds[one.kind].page(one)}
        className="inline-flex min-h-11 items-center text-forest underline underline-offset-4"
      >
        {kinds[one.kind].link}
      </Link>
    ),
  },
]

export function Component() {
  const { value: exceptions, failed } = useLoaderData<typeof loader>()
  return (
    <>
      <MoneyNav />
      <PageHead
        heading="Exceptions"
        text="Money that is late, failed, differs, is owed to the shop, on hold or settled by nobody: at most 50 of each kind, oldest first."
      />
      {exceptions.length > 0 ? (
        <DataTable
          label="Exceptions"
          columns={columns}
          items={exceptions.map((one) => ({ one, id: `${one.kind}-${one.id}` }))}
        />
      ) : (
        <EmptyState
          icon={failed ? <CloudOff /> : <CircleCheck />}
          title={failed ? 'The exceptions could not be loaded' : 'Nothing to see to'}
          text={failed ? 'Please try again in a moment.' : 'All money is where it belongs.'}
        >
          {failed && <TryAgain />}
        </EmptyState>
      )}
    </>
  )
}
