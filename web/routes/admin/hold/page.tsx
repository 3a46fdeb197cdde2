/** Holds the shop; after a restore reconciles it with the payment provider; releases it (docs/operations.md, "A held shop"). */
import { type ReactNode, useEffect } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { HoldFinding, HoldState } from '../../../../contract/admin-hold.ts'
import { formatAmount } from '../../../../contract/money.ts'
import { call } from '../../../api/client.ts'
import { useRecentLogin } from '../../../forms/confirm-login.tsx'
import { Badge, type BadgeColor } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ShieldCheck } from '../../../ui/home-icons.tsx'
import { ActionButton } from '../action-button.tsx'
import { adminPaths } from '../admin-paths.ts'
import { Fact } from '../facts.tsx'
import { PageHead } from '../list-page.tsx'
import { may } from '../may.ts'
import { NoteButton } from '../note-button.tsx'
import { requireAdmin } from '../require-admin.ts'
import { Timestamp } from '../timestamp.tsx'
import { ReferenceButton, ReleaseButton, SerialButton, TransfersButton } from './entries.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  requireAdmin(request, async () => ({ hold: await call(admin.hold) }))

const lookAgainMs = 3_000

export function Component() {
  const { hold } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const running = hold?.reconciliation === 'running'
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => void revalidate(), lookAgainMs)
    return () => clearInterval(timer)
  }, [running, revalidate])
  return (
    <>
      <PageHead
        heading="Hold"
        text="A held shop shows its catalogue, and sells, pays, refunds and invoices nothing. It books no parcel. What waits goes on after the release."
      />
      {hold ? <Held hold={hold} /> : <NotHeld />}
    </>
  )
}

function NotHeld() {
  return (
    <EmptyState
      icon={<ShieldCheck />}
      title="The shop is not held"
      text="Hold it in an emergency, such as payouts that must not go out. A restored shop begins held."
    >
      {may(admin.holdShop) && (
        <NoteButton
          title="Hold the shop"
          label="Why"
          required="Please say why."
          button="Hold the shop"
          look="danger"
          failed="The shop could not be held."
          send={(note) => call(admin.holdShop, { body: { note } })}
        >
          From now on buyers cannot pay, and no money, document or parcel goes out.
        </NoteButton>
      )}
    </EmptyState>
  )
}

const reconciliations = {
  running: { color: 'blue', words: 'Under way' },
  done: { color: 'green', words: 'Done' },
  failed: { color: 'red', words: 'Failed' },
} as const satisfies Record<string, { color: BadgeColor; words: string }>

function Held({ hold }: { hold: HoldState }) {
  const withRecentLogin = useRecentLogin()
  const { cause, note, heldAt, backupAt, reconciliation, reconciledTo, problem, waitsFor } = hold
  const restored = cause === 'restored'
  return (
    <div className="flex flex-col gap-6">
      <Section heading="State" actions={<ReleaseButton hold={hold} />}>
        <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <Fact name="Held since">
            <Timestamp at={heldAt} />
          </Fact>
          <Fact name="Why">{note}</Fact>
          {backupAt !== null && (
            <Fact name="Backup of">
              <Timestamp at={backupAt} />
            </Fact>
          )}
          <Fact name="Release">{waitsFor ?? 'Possible now'}</Fact>
        </dl>
      </Section>
      <Section
        heading={restored ? '1. Payment provider' : 'Payment provider'}
        actions={
          <ActionButton
            label={reconciliation === null ? 'Reconcile' : 'Reconcile again'}
            busyLabel="Starting..."
            action={() => withRecentLogin(() => call(admin.reconcileHold))}
            failed="The reconciliation could not be started."
          />
        }
        text="Payments, refunds and transfers from a day before the backup on are read and taken over, none twice."
      >
        {reconciliation !== null && (
          <p className="flex flex-wrap items-center gap-2">
            <Badge color={reconciliations[reconciliation].color}>
              {reconciliations[reconciliation].words}
            </Badge>
            {reconciledTo !== null && (
              <span className="text-muted">
                Read up to <Timestamp at={reconciledTo} />
              </span>
            )}
          </p>
        )}
        {problem !== null && <p className="mt-2 break-words text-clay">{problem}</p>}
        <Findings hold={hold} />
      </Section>
      {restored && <Entries hold={hold} />}
    </div>
  )
}

const subjects = { payment: 'Payment', refund: 'Refund', transfer: 'Transfer', bank: 'By bank' } as const
const outcomes = {
  adopted: { color: 'green', words: 'Taken over' },
  unknown: { color: 'red', words: 'Unknown here' },
  'under-way': { color: 'yellow', words: 'Under way' },
  'no-money': { color: 'grey', words: 'No money moved' },
} as const satisfies Record<string, { color: BadgeColor; words: string }>

const columns: Column<HoldFinding & { id: string }>[] = [
  { name: 'What', width: '7rem', cell: ({ subject }) => subjects[subject] },
  {
    name: 'Result',
    width: '9rem',
    cell: ({ outcome }) => <Badge color={outcomes[outcome].color}>{outcomes[outcome].words}</Badge>,
  },
  { name: 'Amount', width: '8rem', end: true, cell: ({ amount }) => formatAmount(amount) },
  {
    name: 'About',
    width: 'minmax(0,1.6fr)',
    long: true,
    cell: ({ text, reference }) => (
      <>
        <span className="block">{text}</span>
        <span className="block text-sm break-all text-muted">{reference}</span>
      </>
    ),
  },
]

function Findings({ hold: { totals, findings, reconciliation } }: { hold: HoldState }) {
  if (findings.length === 0)
    return reconciliation === 'done' ? (
      <p className="mt-3 text-muted">The provider has nothing that the shop did not know.</p>
    ) : null
  const count = totals.reduce((sum, one) => sum + one.count, 0)
  return (
    <>
      <ul aria-label="Totals" className="my-3 flex flex-wrap gap-x-5 gap-y-1">
        {totals.map(({ subject, outcome, count: number, amount }) => (
          <li key={subject + outcome}>
            {subjects[subject]}, {outcomes[outcome].words.toLowerCase()}:{' '}
            <strong className="font-semibold">{number.toLocaleString('en-IN')}</strong> (
            {formatAmount(amount)})
          </li>
        ))}
      </ul>
      <DataTable
        label="What happened since the backup"
        columns={columns}
        items={findings.map((one) => ({ ...one, id: one.subject + one.reference }))}
      />
      {count > findings.length && (
        <p className="mt-2 text-sm text-muted">The first {findings.length} are shown.</p>
      )}
    </>
  )
}

function Entries({ hold: { lastBankReference, series } }: { hold: HoldState }) {
  return (
    <>
      <Section
        heading="2. Transfers of the bank"
        actions={
          <>
            <TransfersButton />
            <ReferenceButton last={lastBankReference} />
          </>
        }
        text="What the bank paid to sellers since the backup is entered from its reply or statement, so that it is not paid again."
      >
        <dl>
          <Fact name="Payouts go on behind">{lastBankReference ?? 'No payout yet'}</Fact>
        </dl>
      </Section>
      <Section
        heading="3. Serials of documents"
        actions={<SerialButton />}
        text="The mailed PDFs have the last invoice and credit note of each GST number, also of the shop's own. Each series goes on behind the serial that is entered."
      >
        {series.length === 0 ? (
          <p className="text-muted">Nothing is entered.</p>
        ) : (
          <ul className="flex flex-col gap-1">
            {series.map(({ gstin, from, to }) => (
              <li key={gstin + to} className="break-words">
                {gstin}: goes on behind <strong className="font-semibold">{to}</strong>{' '}
                <span className="text-muted">(from {from} on not in the backup)</span>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section
        heading="4. Suspensions and takedowns"
        actions={
          <>
            <Link to={adminPaths.sellers()} className={buttonClass('secondary')}>
              Sellers
            </Link>
            <Link to={adminPaths.customers()} className={buttonClass('secondary')}>
              Customers
            </Link>
            <Link to={adminPaths.listings()} className={buttonClass('secondary')}>
              Listings
            </Link>
          </>
        }
        text="Who was suspended since the backup can log in again, and listings that were hidden or taken down since are on sale. Do it again before you release the shop."
      >
        <p>
          The audit log of the lost database says who they were, if it can still be read. So do copies of the
          mails that we sent them, and the server’s log: paths that end in <code>/suspend</code> or{' '}
          <code>/decide</code> have the ID.
        </p>
      </Section>
    </>
  )
}

interface SectionProps {
  heading: string
  text?: string
  actions: ReactNode
  children: ReactNode
}

function Section({ heading, text, actions, children }: SectionProps) {
  return (
    <section className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{heading}</h2>
        {/* All of them need the same duty. */}
        {may(admin.releaseHold) && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {text !== undefined && <p className="mb-3 text-muted">{text}</p>}
      {children}
    </section>
  )
}
