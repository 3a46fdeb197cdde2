/** The days that were compared with the payment provider. */
import { useState } from 'react'
import { type LoaderFunctionArgs, Link, useLoaderData, useNavigate } from 'react-router'
import { z } from 'zod'
import { admin } from '../../../../contract/admin.ts'
import type { Reconciliation } from '../../../../contract/admin-ledger.ts'
import { day } from '../../../../contract/fields.ts'
import { call } from '../../../api/client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { shortDate, yesterday } from '../../../ui/dates.ts'
import { ListChecks } from '../../../ui/more-icons.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { adminPaths } from '../admin-paths.ts'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { ListPage } from '../list-page.tsx'
import { loadList } from '../require-admin.ts'
import { Timestamp } from '../timestamp.tsx'
import { amountCell } from './amount.tsx'
import { MoneyNav } from '../money-nav.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => loadList(admin.reconciliations, request, [])

type Row = Reconciliation & { id: string }
type Subject = Reconciliation['sides'][number]['subject']

/** Both sides of one subject; once where they are the same. */
const side = (name: string, subject: Subject): Column<Row> => ({
  name,
  width: '11rem',
  end: true,
  cell: ({ sides }) => {
    const found = sides.find((one) => one.subject === subject)
    if (!found) return ''
    const { there, here, thereCount, hereCount } = found
    const same = there === here && thereCount === hereCount
    return same ? (
      <>
        {amountCell(there)}
        <span className="block text-sm text-muted">{thereCount.toLocaleString('en-IN')}</span>
      </>
    ) : (
      <span className="text-clay">
        {amountCell(there)} there, {amountCell(here)} here
      </span>
    )
  },
})

const columns: Column<Row>[] = [
  {
    name: 'Day',
    width: '8rem',
    cell: ({ day: of }) => (
      <Link
        to={adminPaths.reconciliation(of)}
        className="inline-flex min-h-11 items-center font-medium text-forest underline underline-offset-4 table:min-h-0"
      >
        {shortDate(of)}
      </Link>
    ),
  },
  {
    name: 'Result',
    cell: ({ state, differences }) => <ResultBadge state={state} differences={differences} />,
  },
  side('Captured', 'payment'),
  side('Refunded', 'refund'),
  side('Transferred', 'transfer'),
  { name: 'Checked', width: '12rem', cell: ({ checkedAt }) => <Timestamp at={checkedAt} /> },
]

function ResultBadge({ state, differences }: Pick<Reconciliation, 'state' | 'differences'>) {
  if (state === 'failed') return <Badge color="red">Not compared</Badge>
  if (differences === 0) return <Badge color="green">No differences</Badge>
  return (
    <Badge color="yellow">
      {differences.toLocaleString('en-IN')} {differences === 1 ? 'difference' : 'differences'}
    </Badge>
  )
}

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <>
      <MoneyNav />
      <ListPage
        heading="Reconciliation"
        noun="days"
        text="Each night the captures, refunds and transfers of the day before are compared with the ledger."
        loaded={loaded}
        actions={<CompareButton />}
        empty={{
          title: 'No day compared yet',
          text: 'Choose a day to compare it with the payment provider.',
          icon: <ListChecks />,
        }}
        rows={(days, list) => (
          <DataTable
            label="Days, newest first"
            columns={columns}
            items={days.map((one) => ({ ...one, id: one.day }))}
            list={list}
          />
        )}
      />
    </>
  )
}

function CompareButton() {
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Compare a day
      </Button>
      {open && (
        <FormDialog
          title="Compare a day"
          text="The lists of the payment provider for this day are read and compared with the ledger."
          schema={z.object({ day })}
          initial={{ day: yesterday() }}
          button="Compare"
          busyLabel="Comparing..."
          failed="The day could not be compared."
          send={async (values) => {
            const { differences } = await call(admin.reconcile, { params: values })
            void navigate(adminPaths.reconciliation(values.day))
            return { msg: differences === 0 ? 'No differences.' : `Differences: ${differences}` }
          }}
          onDone={() => {}}
          onClose={() => setOpen(false)}
        >
          {(field) => <TextField {...field('day')} type="date" max={yesterday()} label="Day" />}
        </FormDialog>
      )}
    </>
  )
}
