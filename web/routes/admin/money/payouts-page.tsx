/** Payouts to sellers: what waits for the bank, what is paid, what failed. */
import { type ReactNode, useState } from 'react'
import { type LoaderFunctionArgs, Link, useLoaderData } from 'react-router'
import { z } from 'zod'
import { admin } from '../../../../contract/admin.ts'
import { type AdminPayout, utr } from '../../../../contract/admin-settlements.ts'
import { text } from '../../../../contract/fields.ts'
import { formatAmount } from '../../../../contract/money.ts'
import { payoutStates } from '../../../../contract/settlement.ts'
import { call } from '../../../api/client.ts'
import { payoutStateWords } from '../../../settlements/payout-states.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { shortDate } from '../../../ui/dates.ts'
import { IndianRupee } from '../../../ui/home-icons.tsx'
import type { FieldProps } from '../../../forms/use-form.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { adminPaths } from '../admin-paths.ts'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { ListPage } from '../list-page.tsx'
import { loadList, loadWithCounts } from '../require-admin.ts'
import { Filter, SearchForm } from '../search-form.tsx'
import { Timestamp } from '../timestamp.tsx'
import { amountCell } from './amount.tsx'
import { MoneyNav } from '../money-nav.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  loadWithCounts(request, 'payouts', loadList(admin.payouts, request, ['q', 'state', 'runId']))

const columns: Column<AdminPayout>[] = [
  {
    name: 'Seller',
    width: 'minmax(0,1.4fr)',
    cell: ({ seller, settlementId, upTo }) => (
      <>
        <span className="block font-medium">{seller.company}</span>
        <Link
          to={adminPaths.statement(settlementId)}
          className="inline-flex min-h-11 items-center text-sm text-forest underline underline-offset-4 table:min-h-0"
        >
          Up to {shortDate(upTo)}
        </Link>
      </>
    ),
  },
  {
    name: 'State',
    width: '11rem',
    cell: ({ state, note, cameBack, extra, held }) => (
      <>
        <Badge color={payoutStateWords[state].color}>{payoutStateWords[state].words}</Badge>
        {held && (
          <span className="mt-0.5 block text-sm text-muted">
            {held.until ? (
              <>
                Held until <Timestamp at={held.until} />
              </>
            ) : (
              'Stopped'
            )}
          </span>
        )}
        {cameBack > 0 && (
          <span className="mt-0.5 block text-sm text-muted">{formatAmount(cameBack)} of it came back</span>
        )}
        {extra > 0 && (
          <span className="mt-0.5 block text-sm text-clay">
            A further transfer of {formatAmount(extra)} has reached the seller, who owes it
          </span>
        )}
        {note && <span className="mt-0.5 block text-sm break-words text-muted">{note}</span>}
      </>
    ),
  },
  {
    name: 'Reference',
    width: '11rem',
    cell: ({ method, bankReference, reference, state, held, runId }) => (
      <>
        <span className="block text-sm break-all">{reference ?? bankReference}</span>
        {method === 'route' && <span className="block text-sm text-muted">Route</span>}
        {method === 'bank' && reference && (
          <span className="block text-sm break-all text-muted">UTR, for {bankReference}</span>
        )}
        {state === 'ready' && method === 'bank' && !held && (
          <Link
            to={adminPaths.run(runId)}
            className="inline-flex min-h-11 items-center text-sm text-forest underline underline-offset-4 table:min-h-0"
          >
            Make the bank file
          </Link>
        )}
      </>
    ),
  },
  { name: 'Since', width: '8rem', cell: ({ updatedAt }) => <Timestamp at={updatedAt} /> },
  { name: 'Amount', width: '7.5rem', end: true, cell: ({ amount }) => amountCell(amount, true) },
  { name: '', width: '9rem', end: true, cell: (payout) => <Actions payout={payout} /> },
]

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const { query } = loaded
  return (
    <>
      <MoneyNav />
      <ListPage
        heading="Payouts"
        noun="payouts"
        text="A payout by bank goes into the bank file of its run. Mark it as paid with the UTR of the bank, or take over the bank's reply."
        loaded={loaded}
        search={
          <SearchForm query={query} label="UTR, reference, company or email">
            {query.runId && <input type="hidden" name="runId" value={query.runId} />}
            <Filter
              name="state"
              label="State"
              query={query}
              all="All states"
              counts={loaded.counts}
              options={payoutStates.map((state) => [state, payoutStateWords[state].words] as const)}
            />
          </SearchForm>
        }
        empty={{
          title: 'No payouts',
          text: 'A settlement run makes one for each seller to whom something is due.',
          icon: <IndianRupee />,
        }}
        rows={(payouts, list) => (
          <DataTable label="Payouts, newest first" columns={columns} items={payouts} list={list} />
        )}
      />
    </>
  )
}

/** For a suspended seller the administrator has to say that they know. */
const paidToSuspended = z.object({
  utr,
  known: z.literal('yes', 'Please say that the bank has paid all the same, or cancel.'),
})

type Step = 'paid' | 'failed' | 'again'

function Actions({ payout }: { payout: AdminPayout }) {
  const [open, setOpen] = useState<Step | null>(null)
  const { id, state, method, amount, seller, repeatable, sellerSuspended } = payout
  const params = { id }
  const byBank = method === 'bank'
  const steps: [Step, string][] = []
  if (byBank && state !== 'paid')
    steps.push(['paid', state === 'failed' || state === 'returned' ? 'Paid after all' : 'Mark as paid'])
  if (byBank && (state === 'in-file' || state === 'paid'))
    steps.push(['failed', state === 'paid' ? 'Came back' : 'Refused'])
  if (repeatable) steps.push(['again', 'Pay again'])
  const common = { onClose: () => setOpen(null) }
  const what = `${formatAmount(amount)} to ${seller.company}`
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {steps.map(([step, label]) => (
        <Button
          key={step}
          look="secondary"
          aria-haspopup="dialog"
          aria-label={`${label}: ${what}`}
          onClick={() => setOpen(step)}
          className="px-4 text-sm"
        >
          {label}
        </Button>
      ))}
      {open === 'paid' && (
        <FormDialog
          {...common}
          title="Mark as paid"
          text={`The bank has paid ${what}. No money is moved by this. If another payout has paid it too, the seller owes it.`}
          schema={sellerSuspended ? paidToSuspended : z.object({ utr })}
          button="Mark as paid"
          failed="The payout could not be marked."
          send={(values) =>
            call(admin.payoutPaid, { params, body: { utr: values.utr, confirmSuspended: sellerSuspended } })
          }
        >
          {(field) => (
            <>
              <TextField
                {...field('utr')}
                label="UTR"
                maxLength={30}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                hint="The bank's number of the transfer, 10 to 22 letters and digits."
              />
              {sellerSuspended && (
                <SelectField
                  {...(field as (name: string) => FieldProps)('known')}
                  label="This seller is suspended, and nothing should be paid out to them."
                >
                  <option value="">Please choose</option>
                  <option value="yes">The bank has paid all the same</option>
                </SelectField>
              )}
            </>
          )}
        </FormDialog>
      )}
      {open === 'failed' && (
        <FormDialog
          {...common}
          title={state === 'paid' ? 'Came back' : 'Refused by the bank'}
          text={`${what} did not arrive. The shop owes it again, and you can pay it again.`}
          schema={z.object({ note: text(500, 'Please say why.') })}
          button="Mark as failed"
          failed="The payout could not be marked."
          send={(body) => call(admin.payoutFailed, { params, body })}
        >
          {(field) => <TextArea {...field('note')} label="Why" rows={3} maxLength={500} />}
        </FormDialog>
      )}
      {open === 'again' && (
        <FormDialog
          {...common}
          title="Pay again"
          text={`A new payout of ${what}.`}
          schema={z.object({ method: z.enum(['bank', 'route']) })}
          initial={{ method }}
          button="Pay again"
          failed="The payout could not be made again."
          send={(body) => call(admin.payAgain, { params, body })}
        >
          {(field): ReactNode => (
            <SelectField {...field('method')} label="Way">
              <option value="bank">Bank file</option>
              <option value="route">Transfer by the payment provider (Route)</option>
            </SelectField>
          )}
        </FormDialog>
      )}
    </span>
  )
}
