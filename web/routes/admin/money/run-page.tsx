/** One settlement run: its totals, its bank files, and a statement for each seller. */
import { useMemo } from 'react'
import { type LoaderFunctionArgs, Link, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { AdminSettlement, BankFile, SettlementRun } from '../../../../contract/admin-settlements.ts'
import { formatAmount } from '../../../../contract/money.ts'
import { call, callPage } from '../../../api/client.ts'
import { useRecentLogin } from '../../../forms/confirm-login.tsx'
import { Calculation, linesOf } from '../../../settlements/calculation.tsx'
import { payoutStateWords } from '../../../settlements/payout-states.ts'
import { Badge } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { longDate } from '../../../ui/dates.ts'
import { FileDown, ReceiptText } from '../../../ui/more-icons.tsx'
import { ActionButton } from '../action-button.tsx'
import { adminPaths } from '../admin-paths.ts'
import { DownloadButton } from '../download-button.tsx'
import { ListPage } from '../list-page.tsx'
import { loadList, requireAdmin } from '../require-admin.ts'
import { SearchForm } from '../search-form.tsx'
import { Timestamp } from '../timestamp.tsx'
import { amountCell } from './amount.tsx'
import { MoneyNav } from '../money-nav.tsx'
import { sellers } from './run-preview.tsx'
import { useFreshRuns } from './use-fresh-runs.ts'

export async function loader({ request, params: { id = '' } }: LoaderFunctionArgs) {
  const [run, files, list] = await Promise.all([
    requireAdmin(request, () => call(admin.settlementRun, { params: { id } })),
    requireAdmin(request, () => callPage(admin.bankFiles, { query: { runId: id, limit: 50 } })),
    loadList(admin.settlements, request, ['q'], { runId: id }),
  ])
  return { run, files: files.items, list }
}

const columns: Column<AdminSettlement>[] = [
  {
    name: 'Seller',
    width: 'minmax(0,1.4fr)',
    cell: ({ id, seller }) => (
      <>
        <Link
          to={adminPaths.statement(id)}
          className="inline-flex min-h-11 items-center font-medium text-forest underline underline-offset-4 table:min-h-0"
        >
          {seller.company}
        </Link>
        <span className="block text-sm break-all text-muted">{seller.email}</span>
      </>
    ),
  },
  { name: 'Lines', width: '5rem', end: true, cell: ({ lines }) => lines.toLocaleString('en-IN') },
  { name: 'Result', width: '8rem', end: true, cell: ({ net }) => amountCell(net) },
  {
    name: 'Carried before',
    width: '8rem',
    end: true,
    cell: ({ carriedBefore }) => (carriedBefore === 0 ? '' : amountCell(carriedBefore)),
  },
  { name: 'Paid out', width: '8rem', end: true, cell: ({ payout }) => amountCell(payout, true) },
  {
    name: 'Carried after',
    width: '8rem',
    end: true,
    cell: ({ carriedAfter }) => (carriedAfter === 0 ? '' : amountCell(carriedAfter)),
  },
  {
    name: 'Payment',
    width: '12rem',
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

export function Component() {
  const { run, files, list } = useLoaderData<typeof loader>()
  useFreshRuns(useMemo(() => [run], [run]))
  return (
    <>
      <MoneyNav />
      <ListPage
        heading={`Settlement up to ${longDate(run.upTo)}`}
        noun="statements"
        text={
          run.state === 'done'
            ? `${sellers(run.sellers)}, ${run.lines === 1 ? '1 sale or reversal' : `${run.lines.toLocaleString('en-IN')} sales and reversals`}.`
            : 'This run is under way. One that was interrupted goes on by itself.'
        }
        loaded={list}
        actions={
          <Link to={`${adminPaths.payouts()}?runId=${run.id}`} className={buttonClass('secondary')}>
            Payouts of this run
          </Link>
        }
        search={
          <>
            <div className="mb-8 grid items-start gap-4 md:grid-cols-2">
              <Calculation
                title="All sellers together"
                lines={linesOf(run)}
                total={{ label: 'Result', amount: run.net }}
                after={[
                  { label: 'Paid out', amount: run.payout },
                  { label: 'Owed by sellers afterwards', amount: run.carriedAfter },
                ].filter(({ label, amount }) => amount !== 0 || label === 'Paid out')}
              />
              <Payouts run={run} files={files} />
            </div>
            <h2 className="mb-3 text-lg font-semibold">Statements</h2>
            <SearchForm query={list.query} label="Company or email" />
          </>
        }
        empty={{
          title: 'No statements',
          text: 'Nothing was due to any seller.',
          icon: <ReceiptText />,
        }}
        rows={(settlements, rows) => (
          <DataTable label="Statements of this run" columns={columns} items={settlements} list={rows} />
        )}
      />
    </>
  )
}

function Payouts({ run: { id, payouts }, files }: { run: SettlementRun; files: BankFile[] }) {
  const withRecentLogin = useRecentLogin()
  const waiting = payouts.find(({ state }) => state === 'ready')
  return (
    <section
      aria-labelledby="payouts"
      className="rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <h2 id="payouts" className="mb-3 text-lg font-semibold">
        Payouts
      </h2>
      {payouts.length === 0 && <p className="text-muted">Nothing is paid out in this run.</p>}
      <ul className="flex flex-col gap-2">
        {payouts.map(({ state, count, amount }) => (
          <li key={state} className="flex items-center justify-between gap-4">
            <span className="flex flex-wrap items-center gap-2">
              <Badge color={payoutStateWords[state].color}>{payoutStateWords[state].words}</Badge>
              <span className="text-sm text-muted">{count.toLocaleString('en-IN')}</span>
            </span>
            <span className="tabular-nums">{formatAmount(amount)}</span>
          </li>
        ))}
      </ul>
      {waiting && (
        <div className="mt-4">
          <ActionButton
            label="Make the bank file"
            busyLabel="Making..."
            action={async () => {
              const made = await withRecentLogin(() => call(admin.makeBankFile, { params: { id } }))
              return made && { msg: `${made.payouts.toLocaleString('en-IN')} payouts are in the bank file.` }
            }}
            failed="The bank file could not be made."
          />
        </div>
      )}
      {files.length > 0 && (
        <>
          <h3 className="mt-5 mb-2 font-semibold">Bank files</h3>
          <ul aria-label="Bank files, newest first" className="flex flex-col gap-3">
            {files.map((file) => (
              <li key={file.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <span className="flex min-w-0 gap-2">
                  <FileDown aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-forest" />
                  <span className="min-w-0 break-words">
                    {file.name}
                    <span className="block text-sm text-muted">
                      {file.payouts.toLocaleString('en-IN')} payouts, {formatAmount(file.amount)},{' '}
                      <Timestamp at={file.createdAt} />
                      {file.sha256 && <>, SHA-256 {file.sha256.slice(0, 12)}…</>}
                    </span>
                  </span>
                </span>
                <DownloadButton
                  path={admin.downloadBankFile.path.replace('{id}', file.id)}
                  label="Download"
                  className="px-4 text-sm"
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
