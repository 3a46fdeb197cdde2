/** Settlement runs: each settles all sellers up to a day (docs/money.md, Settlements). */
import { useState } from 'react'
import { type LoaderFunctionArgs, Link, useLoaderData, useNavigate } from 'react-router'
import { z } from 'zod'
import { admin } from '../../../../contract/admin.ts'
import type { SettlementRun } from '../../../../contract/admin-settlements.ts'
import { day } from '../../../../contract/fields.ts'
import { call } from '../../../api/client.ts'
import { countedPayouts, payoutStateWords } from '../../../settlements/payout-states.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { shortDate, yesterday } from '../../../ui/dates.ts'
import { Play } from '../../../ui/home-icons.tsx'
import { BadgeIndianRupee } from '../../../ui/more-icons.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { adminPaths } from '../admin-paths.ts'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { ListPage } from '../list-page.tsx'
import { loadList } from '../require-admin.ts'
import { Timestamp } from '../timestamp.tsx'
import { amountCell } from './amount.tsx'
import { BankReplyButton } from './bank-reply.tsx'
import { MoneyNav } from '../money-nav.tsx'
import { RunPreview } from './run-preview.tsx'
import { useFreshRuns } from './use-fresh-runs.ts'

export const loader = ({ request }: LoaderFunctionArgs) => loadList(admin.settlementRuns, request, [])

const columns: Column<SettlementRun>[] = [
  {
    name: 'Up to',
    width: '8rem',
    cell: ({ id, upTo }) => (
      <Link
        to={adminPaths.run(id)}
        className="inline-flex min-h-11 items-center font-medium text-forest underline underline-offset-4 table:min-h-0"
      >
        {shortDate(upTo)}
      </Link>
    ),
  },
  {
    name: 'State',
    width: '8rem',
    cell: ({ state }) =>
      state === 'done' ? <Badge color="green">Done</Badge> : <Badge color="yellow">Not finished</Badge>,
  },
  { name: 'Started', cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
  { name: 'Sellers', width: '5rem', end: true, cell: ({ sellers }) => sellers.toLocaleString('en-IN') },
  { name: 'Lines', width: '6rem', end: true, cell: ({ lines }) => lines.toLocaleString('en-IN') },
  { name: 'Result', width: '9rem', end: true, cell: ({ net }) => amountCell(net) },
  { name: 'Paid out', width: '9rem', end: true, cell: ({ payout }) => amountCell(payout, true) },
  {
    name: 'Payouts',
    width: 'minmax(0,1.4fr)',
    cell: ({ payouts }) => (
      <span className="inline-flex flex-wrap justify-end gap-1.5 table:justify-start">
        {payouts.map(({ state, count }) => (
          <Badge key={state} color={payoutStateWords[state].color}>
            {countedPayouts(state, count)}
          </Badge>
        ))}
      </span>
    ),
  },
]

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  useFreshRuns(loaded.value.items)
  return (
    <>
      <MoneyNav />
      <ListPage
        heading="Settlements"
        noun="runs"
        text="Each Monday a run settles what became due up to Sunday: one statement a seller, and a payout where there is something to pay."
        loaded={loaded}
        actions={
          <>
            <BankReplyButton />
            <StartButton />
          </>
        }
        empty={{
          title: 'No settlements yet',
          text: 'The first run settles all sales whose days for returns are over.',
          icon: <BadgeIndianRupee />,
        }}
        rows={(runs, list) => (
          <DataTable label="Settlement runs, newest first" columns={columns} items={runs} list={list} />
        )}
      />
    </>
  )
}

function StartButton() {
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const [upTo, setUpTo] = useState(yesterday)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Play aria-hidden="true" className="size-4.5" />
        Start a run
      </Button>
      {open && (
        <FormDialog
          title="Start a settlement run"
          text="All sellers are settled up to this day. A run that was interrupted is continued. A day is settled once."
          schema={z.object({ upTo: day })}
          initial={{ upTo }}
          button="Start"
          busyLabel="Starting..."
          failed="The run could not be started."
          send={async (body) => {
            const { id, msg } = await call(admin.startSettlementRun, { body })
            void navigate(adminPaths.run(id))
            return { msg }
          }}
          onDone={() => {}}
          onClose={() => setOpen(false)}
        >
          {(field) => (
            <>
              <TextField
                {...field('upTo')}
                type="date"
                max={yesterday()}
                label="Up to"
                onChange={({ currentTarget: { value } }) => setUpTo(value)}
                hint="The last day that is settled; yesterday at the latest."
              />
              {day.safeParse(upTo).success && <RunPreview upTo={upTo} />}
              <Link
                to={adminPaths.money()}
                className="inline-flex min-h-11 items-center text-sm font-medium text-forest underline underline-offset-4"
              >
                What is owed to whom: Balances
              </Link>
            </>
          )}
        </FormDialog>
      )}
    </>
  )
}
