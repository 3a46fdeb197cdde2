/** The balances of the ledger: who has the shop's money, and whom it is owed (docs/money.md, Accounts). */
import { useState } from 'react'
import { type LoaderFunctionArgs, Link, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { Balances, SellerBalance } from '../../../../contract/admin-ledger.ts'
import { payoutNote } from '../../../../contract/admin-people.ts'
import { formatAmount } from '../../../../contract/money.ts'
import { call } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Store } from '../../../ui/icons.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { ActionButton } from '../action-button.tsx'
import { ContactLink } from '../facts.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { ListPage } from '../list-page.tsx'
import { loadList } from '../require-admin.ts'
import { SearchForm } from '../search-form.tsx'
import { Timestamp } from '../timestamp.tsx'
import { useRecentLogin } from '../../../forms/confirm-login.tsx'
import { amountCell } from './amount.tsx'
import { MoneyNav } from '../money-nav.tsx'
import { MonthEndButton } from './month-end.tsx'

export async function loader({ request }: LoaderFunctionArgs) {
  const [list, balances] = await Promise.all([
    loadList(admin.sellerBalances, request, ['q']),
    loadOrEmpty(() => call(admin.balances), null),
  ])
  return { list, balances: balances.value }
}

/** What the balance of each account means, for a positive one and for a negative one. */
const meanings: Record<Balances['accounts'][number]['account'], [name: string, has: string, owes?: string]> =
  {
    provider: ['Payment provider', 'at the payment provider', 'paid out there in advance'],
    provider_charges: ['Provider’s charges', 'deducted by the payment provider, without GST', 'given back'],
    input_gst: ['Input GST', 'on those charges, may be claimed', 'claimed too much'],
    bank: ['Bank', 'in the bank account', 'paid from the bank account'],
    buyer: ['Buyers', 'owed by buyers', 'paid by buyers, neither handed over nor refunded'],
    refunds: ['Refunds', 'refunded twice', 'on its way back to buyers'],
    disputed: ['Disputed', 'taken by banks until a dispute is decided', 'given back before it was taken'],
    seller_payable: ['Sellers', 'owed by sellers', 'owed to sellers'],
    commission: ['Commission', 'refunded', 'earned'],
    shipping: ['Shipping', 'refunded', 'charged to sellers for parcels'],
    gst_on_fees: ['GST on fees', 'to be claimed', 'to be paid to the state on commission and shipping'],
    tcs: ['TCS', 'to be claimed', "to be paid to the state in the sellers' name"],
    tds: ['TDS', 'to be claimed', "to be paid to the state in the sellers' name"],
    claims: ['Claims', 'borne by the shop: gifts, losses', 'gained'],
    offers: ['Offers', "the shop's part of coupons", 'gained'],
    rounding: ['Rounding', 'lost', 'gained'],
    freight: ['Freight', 'what couriers charge for parcels, with GST', 'given back'],
    courier: ['Couriers', 'paid in advance', 'owed to couriers, or taken from what was paid in advance'],
  }

const columns: Column<SellerBalance>[] = [
  {
    name: 'Seller',
    width: 'minmax(0,1.6fr)',
    cell: ({ id, company, email, held }) => (
      <>
        <span className="block font-medium">{company}</span>
        <ContactLink href={`mailto:${email}`}>{email}</ContactLink>
        {held && <PayoutHold id={id} company={company} held={held} />}
      </>
    ),
  },
  { name: 'On hold', width: '8rem', end: true, cell: ({ onHold }) => amountCell(onHold) },
  { name: 'Due', width: '8rem', end: true, cell: ({ due }) => amountCell(due) },
  { name: 'In payment', width: '8rem', end: true, cell: ({ inPayment }) => amountCell(inPayment) },
  {
    name: 'Carried',
    width: '8rem',
    end: true,
    cell: ({ carried }) => (carried === 0 ? '' : amountCell(carried)),
  },
  { name: 'Payable', width: '8rem', end: true, cell: ({ payable }) => amountCell(payable, true) },
  { name: 'Route account', width: '11rem', end: true, cell: (seller) => <RouteAccount seller={seller} /> },
]

export function Component() {
  const { list, balances } = useLoaderData<typeof loader>()
  return (
    <>
      <MoneyNav />
      <ListPage
        heading="Balances"
        noun="sellers"
        text="From the ledger: every rupee that came in is in one of these accounts. Together they are 0."
        loaded={list}
        actions={<MonthEndButton />}
        search={
          <>
            {balances ? <Accounts balances={balances} /> : <Failed />}
            <h2 className="mt-8 mb-3 text-lg font-semibold">Sellers</h2>
            <SearchForm query={list.query} label="Company, email or GST number" />
          </>
        }
        empty={{
          title: 'No sellers',
          text: 'Sellers stand here once they have registered.',
          icon: <Store />,
        }}
        rows={(sellers, rows) => (
          <DataTable label="Sellers, newest first" columns={columns} items={sellers} list={rows} />
        )}
      />
    </>
  )
}

function Failed() {
  return (
    <p role="alert" className="rounded-xl bg-clay-soft px-4 py-3 text-sm font-medium text-clay">
      The balances could not be loaded.{' '}
      <Link to="" className="underline underline-offset-4">
        Try again
      </Link>
    </p>
  )
}

function Accounts({ balances: { accounts, sellers, atProvider, asOf } }: { balances: Balances }) {
  const tiles = [
    { title: 'Due to sellers', amount: sellers.due, text: 'In the next settlement' },
    { title: 'On hold', amount: sellers.onHold, text: 'Not delivered, or may be returned' },
    { title: 'In payment', amount: sellers.inPayment, text: 'Settled and not paid yet' },
    { title: 'Owed by sellers', amount: sellers.owed, text: 'Deducted from their next settlements' },
  ]
  return (
    <>
      <ul aria-label="All sellers together" className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {tiles.map(({ title, amount, text }) => (
          <li key={title} className="rounded-card border border-line bg-surface p-4 shadow-card">
            <span className="block text-sm text-muted">{title}</span>
            <span className="block text-lg font-bold tracking-tight break-words tabular-nums sm:text-2xl">
              {formatAmount(amount)}
            </span>
            <span className="block text-sm text-muted">{text}</span>
          </li>
        ))}
      </ul>
      <h2 className="mt-8 mb-3 text-lg font-semibold">Accounts</h2>
      <dl className="overflow-hidden rounded-card border border-line bg-surface shadow-card md:columns-2 md:gap-0 md:[column-rule:1px_solid_var(--color-line)]">
        {accounts.map(({ account, balance }) => {
          const [name, has, owes = has] = meanings[account]
          return (
            <div
              key={account}
              className="flex break-inside-avoid items-baseline justify-between gap-4 border-b border-line px-4 py-2.5 sm:px-5"
            >
              <dt className="min-w-0">
                <span className="font-medium">{name}</span>
                {balance !== 0 && (
                  <span className="block text-sm text-muted">{balance > 0 ? has : owes}</span>
                )}
              </dt>
              <dd className="shrink-0 font-semibold tabular-nums">{formatAmount(balance)}</dd>
            </div>
          )
        })}
      </dl>
      <p className="mt-2 text-sm text-muted">
        As of <Timestamp at={asOf} />
        {atProvider && (
          <span className={`block ${atProvider.there === atProvider.here ? '' : 'font-medium text-clay'}`}>
            The payment provider’s own balance was {formatAmount(atProvider.there)}, the ledger’s, less what
            was on its way, {formatAmount(atProvider.here)} (<Timestamp at={atProvider.readAt} />)
          </span>
        )}
      </p>
    </>
  )
}

/** under_review → Under review */
const stateWords = (state: string): string =>
  state.charAt(0).toUpperCase() + state.slice(1).replaceAll('_', ' ')

function RouteAccount({ seller: { id, routeAccount } }: { seller: SellerBalance }) {
  const withRecentLogin = useRecentLogin()
  if (routeAccount?.current) return <Badge color="green">Activated</Badge>
  return (
    <span className="flex flex-wrap items-center justify-end gap-2">
      {routeAccount && (
        <Badge color="yellow">
          {routeAccount.status === 'activated' ? 'For earlier details' : stateWords(routeAccount.status)}
        </Badge>
      )}
      <ActionButton
        label={routeAccount ? 'Ask again' : 'Link'}
        busyLabel="Please wait..."
        action={() => withRecentLogin(() => call(admin.linkRouteAccount, { params: { id } }))}
        failed="The account could not be linked."
      />
    </span>
  )
}

/** Why the payouts of a seller wait, and what an administrator can decide. */
function PayoutHold({
  id,
  company,
  held,
}: {
  id: string
  company: string
  held: NonNullable<SellerBalance['held']>
}) {
  const [act, setAct] = useState<'release' | 'keep' | null>(null)
  const acts: ['release' | 'keep', string][] = [
    ['release', 'Release payouts'],
    ...(held.until ? [['keep', 'Stop payouts'] as ['keep', string]] : []),
  ]
  return (
    <span className="mt-1 flex flex-col gap-2 text-sm">
      <span>
        {held.until ? (
          <>
            Payouts held until <Timestamp at={held.until} />
          </>
        ) : (
          <Badge color="red">Payouts stopped</Badge>
        )}
      </span>
      <span className="flex flex-wrap gap-2">
        {acts.map(([which, label]) => (
          <Button
            key={which}
            look="secondary"
            aria-haspopup="dialog"
            aria-label={`${label}: ${company}`}
            onClick={() => setAct(which)}
            className="px-4 text-sm"
          >
            {label}
          </Button>
        ))}
      </span>
      {act && (
        <FormDialog
          title={act === 'release' ? 'Release payouts' : 'Stop payouts'}
          text={
            act === 'release'
              ? `The payouts of ${company} go on, to the bank account in their profile. Speak with the seller first, by the telephone number that you know.`
              : `The payouts of ${company} stay stopped until an administrator releases them.`
          }
          schema={payoutNote}
          button={act === 'release' ? 'Release payouts' : 'Stop payouts'}
          failed="The payouts could not be changed."
          send={(body) =>
            call(act === 'release' ? admin.releasePayouts : admin.keepPayoutsStopped, {
              params: { id },
              body,
            })
          }
          onClose={() => setAct(null)}
        >
          {(field) => <TextArea {...field('note')} label="Why" rows={3} maxLength={500} />}
        </FormDialog>
      )}
    </span>
  )
}
