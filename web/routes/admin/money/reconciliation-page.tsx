/** One day compared with the payment provider, with every difference. */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { Difference, Reconciliation } from '../../../../contract/admin-ledger.ts'
import { call } from '../../../api/client.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { longDate } from '../../../ui/dates.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListChecks, TriangleAlert } from '../../../ui/more-icons.tsx'
import { Note } from '../../../ui/note.tsx'
import { ActionButton } from '../action-button.tsx'
import { PageHead } from '../list-page.tsx'
import { requireAdmin } from '../require-admin.ts'
import { Timestamp } from '../timestamp.tsx'
import { amountCell } from './amount.tsx'
import { MoneyNav } from '../money-nav.tsx'

export const loader = ({ request, params: { day = '' } }: LoaderFunctionArgs) =>
  requireAdmin(request, () => call(admin.reconciliation, { params: { day } }))

const subjects: Record<Difference['subject'], [one: string, many: string]> = {
  payment: ['Payment', 'Captured'],
  refund: ['Refund', 'Refunded'],
  transfer: ['Transfer', 'Transferred'],
}
const kinds: Record<Difference['kind'], string> = {
  'missing-here': 'Only at the provider',
  'missing-there': 'Only in the ledger',
  'other-amount': 'Another amount',
}

type Side = Reconciliation['sides'][number]

const sideColumns: Column<Side & { id: string }>[] = [
  {
    name: '',
    width: 'minmax(0,1fr)',
    cell: ({ subject }) => <span className="font-medium">{subjects[subject][1]}</span>,
  },
  { name: 'At the provider', width: '10rem', end: true, cell: ({ there }) => amountCell(there) },
  { name: 'Number', width: '6rem', end: true, cell: ({ thereCount }) => thereCount.toLocaleString('en-IN') },
  { name: 'In the ledger', width: '10rem', end: true, cell: ({ here }) => amountCell(here) },
  { name: 'Entries', width: '6rem', end: true, cell: ({ hereCount }) => hereCount.toLocaleString('en-IN') },
]

const differenceColumns: Column<Difference>[] = [
  { name: 'What', width: '8rem', cell: ({ subject }) => subjects[subject][0] },
  {
    name: "Provider's number",
    cell: ({ providerId }) => (
      <span className="inline-flex items-center font-medium break-all">
        {providerId}
        <CopyButton value={providerId} what="provider's number" />
      </span>
    ),
  },
  { name: 'Difference', width: '12rem', cell: ({ kind }) => kinds[kind] },
  {
    name: 'At the provider',
    width: '10rem',
    end: true,
    cell: ({ there }) => (there === null ? '–' : amountCell(there)),
  },
  {
    name: 'In the ledger',
    width: '10rem',
    end: true,
    cell: ({ here }) => (here === null ? '–' : amountCell(here)),
  },
]

export function Component() {
  const { day, state, note, sides, differences, found, checkedAt } = useLoaderData<typeof loader>()
  return (
    <>
      <MoneyNav />
      <PageHead
        heading={`Reconciliation of ${longDate(day)}`}
        actions={
          <ActionButton
            label="Compare again"
            busyLabel="Comparing..."
            action={async () => {
              const again = await call(admin.reconcile, { params: { day } })
              return {
                msg: again.differences === 0 ? 'No differences.' : `Differences: ${again.differences}`,
              }
            }}
            failed="The day could not be compared."
          />
        }
      />
      <p className="mb-4 text-sm text-muted">
        Last compared: <Timestamp at={checkedAt} />
      </p>
      {note && (
        <Note icon={<TriangleAlert />} title={state === 'failed' ? 'Not compared.' : ''} className="mb-4">
          {note}
        </Note>
      )}
      {sides.length > 0 && (
        <DataTable
          label="Both sides"
          columns={sideColumns}
          items={sides.map((side) => ({ ...side, id: side.subject }))}
        />
      )}
      {state === 'done' && differences === 0 && (
        <EmptyState
          icon={<ListChecks />}
          title="No differences"
          text="The payment provider and the ledger say the same."
        />
      )}
      {found.length > 0 && (
        <>
          <h2 className="mt-8 mb-3 text-lg font-semibold">Differences</h2>
          {found.length < differences && (
            <p className="mb-3 text-sm text-muted">
              The first {found.length} of {differences.toLocaleString('en-IN')}.
            </p>
          )}
          <DataTable label="Differences" columns={differenceColumns} items={found} />
        </>
      )}
    </>
  )
}
