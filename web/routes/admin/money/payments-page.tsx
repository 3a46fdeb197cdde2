/** Payments that the provider reported and that belong to no checkout. */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { UnmatchedPayment } from '../../../../contract/admin-money.ts'
import { call } from '../../../api/client.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { loadList } from '../require-admin.ts'
import { ListPage } from '../list-page.tsx'
import { Timestamp } from '../timestamp.tsx'
import { NoteButton } from '../note-button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { CreditCard } from '../../../ui/more-icons.tsx'
import { MoneyNav } from '../money-nav.tsx'
import { SearchForm } from '../search-form.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => loadList(admin.unmatchedPayments, request, ['q'])

type Row = UnmatchedPayment & { id: string }

const columns: Column<Row>[] = [
  {
    name: "Provider's order",
    width: 'minmax(0,1.6fr)',
    cell: ({ providerOrderId }) => (
      <span className="inline-flex items-center font-medium break-all">
        {providerOrderId}
        <CopyButton value={providerOrderId} what="provider's order" />
      </span>
    ),
  },
  { name: 'Event', cell: ({ event }) => event },
  { name: 'Notices', width: '5rem', end: true, cell: ({ times }) => times.toLocaleString('en-IN') },
  {
    name: 'First seen',
    cell: ({ firstSeenAt }) => <Timestamp at={firstSeenAt} />,
  },
  { name: 'Last seen', cell: ({ lastSeenAt }) => <Timestamp at={lastSeenAt} /> },
  {
    name: '',
    width: '8.5rem',
    end: true,
    cell: (payment) => <Resolve providerOrder={payment.providerOrderId} />,
  },
]

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <>
      <MoneyNav />
      <ListPage
        heading="Unmatched payments"
        noun="payments"
        text="Look each one up at the payment provider: money of ours belongs to an order, anybody else's goes back."
        loaded={loaded}
        search={<SearchForm query={loaded.query} label="Provider's order" />}
        empty={{
          title: 'No unmatched payments',
          text: 'Every payment that the provider told of belongs to a checkout.',
          icon: <CreditCard />,
        }}
        rows={(payments, list) => (
          <DataTable
            label="Unmatched payments, newest first"
            columns={columns}
            items={payments.map((payment) => ({ ...payment, id: payment.providerOrderId }))}
            list={list}
          />
        )}
      />
    </>
  )
}

function Resolve({ providerOrder }: { providerOrder: string }) {
  return (
    <NoteButton
      title="Seen to"
      label="What was done"
      required="Please say what was done."
      button="Take off the list"
      failed="The payment could not be taken off the list."
      send={(note) => call(admin.resolvePayment, { params: { providerOrder }, body: { note } })}
    >
      {providerOrder} leaves this list. The note is kept in the audit log.
    </NoteButton>
  )
}
