/** What the payment provider paid to the shop's bank account, and what it had deducted (docs/money.md, "The provider's account"). */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { ProviderSettlement } from '../../../../contract/admin-ledger.ts'
import { formatAmount } from '../../../../contract/money.ts'
import { Badge, type BadgeColor } from '../../../ui/badge.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { IndianRupee } from '../../../ui/home-icons.tsx'
import { ListPage } from '../list-page.tsx'
import { MoneyNav } from '../money-nav.tsx'
import { loadList } from '../require-admin.ts'
import { Timestamp } from '../timestamp.tsx'
import { amountCell } from './amount.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => loadList(admin.providerSettlements, request, [])

const states: Record<ProviderSettlement['state'], { words: string; color: BadgeColor }> = {
  created: { words: 'On its way', color: 'yellow' },
  processed: { words: 'Paid', color: 'green' },
  failed: { words: 'Failed', color: 'red' },
}

const columns: Column<ProviderSettlement>[] = [
  { name: 'Made', width: '9rem', cell: ({ madeAt }) => <Timestamp at={madeAt} /> },
  {
    name: 'State',
    width: '8rem',
    cell: ({ state }) => <Badge color={states[state].color}>{states[state].words}</Badge>,
  },
  {
    name: 'UTR',
    width: 'minmax(0,1fr)',
    cell: ({ utr, id }) => (
      <>
        <span className="block break-all">{utr ?? 'None yet'}</span>
        <span className="block text-sm break-all text-muted">{id}</span>
      </>
    ),
  },
  {
    name: 'Deducted before',
    width: '12rem',
    end: true,
    cell: ({ charges, gst }) => (
      <>
        {amountCell(charges)}
        <span className="block text-sm text-muted">with {formatAmount(gst)} GST</span>
      </>
    ),
  },
  { name: 'Amount', width: '9rem', end: true, cell: ({ amount }) => amountCell(amount, true) },
]

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <>
      <MoneyNav />
      <ListPage
        heading="Paid to the bank"
        noun="settlements"
        text="What the payment provider paid to the shop’s bank account, and what it had deducted for these payments and transfers. Compare the UTR with the bank’s statement."
        loaded={loaded}
        empty={{
          title: 'Nothing paid to the bank yet',
          text: 'The settlements of the payment provider are read each night.',
          icon: <IndianRupee />,
        }}
        rows={(settlements, list) => (
          <DataTable label="Settlements, newest first" columns={columns} items={settlements} list={list} />
        )}
      />
    </>
  )
}
