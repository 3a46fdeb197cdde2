/** Parcels that did not come although the courier calls them delivered: those to be decided, or all. */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { AdminClaim } from '../../../../contract/admin-claims.ts'
import { type ClaimState, claimStateWords } from '../../../../contract/claim-words.ts'
import { formatAmount } from '../../../../contract/money.ts'
import { call } from '../../../api/client.ts'
import { Badge, type BadgeColor } from '../../../ui/badge.tsx'
import { exactTime, shortDate } from '../../../ui/dates.ts'
import { ExternalLink, PackageSearch } from '../../../ui/more-icons.tsx'
import { ContactLink } from '../facts.tsx'
import { ListPage } from '../list-page.tsx'
import { may } from '../may.ts'
import { NoteButton } from '../note-button.tsx'
import { loadList } from '../require-admin.ts'
import { Filter, SearchForm } from '../search-form.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => loadList(admin.claims, request, ['q', 'show'])

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const { query } = loaded
  return (
    <ListPage
      heading="Not Received"
      noun="claims"
      text="Buyers who miss a parcel that the courier calls delivered. Ask the courier, then decide; the money of the seller waits meanwhile."
      loaded={loaded}
      search={
        <SearchForm query={query} label="Order number or buyer's email">
          <Filter
            name="show"
            label="Show"
            query={query}
            all="To be decided"
            options={[['all', 'All claims']]}
          />
        </SearchForm>
      }
      empty={{
        title: 'Nothing to decide',
        text: 'No buyer misses a delivered parcel.',
        icon: <PackageSearch />,
      }}
      rows={(claims, list) => (
        <ul ref={list} aria-label="Claims, newest first" className="grid items-start gap-4 lg:grid-cols-2">
          {claims.map((item) => (
            <li key={item.id} tabIndex={-1} className="min-w-0">
              <ClaimRow item={item} />
            </li>
          ))}
        </ul>
      )}
    />
  )
}

const colors: Record<ClaimState, BadgeColor> = {
  open: 'yellow',
  refunded: 'green',
  denied: 'red',
  withdrawn: 'grey',
}

function ClaimRow({ item }: { item: AdminClaim }) {
  const { order, customer, seller, delivered, state, words, reason, late, askedAt, decideBy } = item
  return (
    <article
      aria-label={`Claim about order ${order.number}`}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 text-sm shadow-card"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h2 className="line-clamp-2 text-base font-semibold">{order.product}</h2>
          <p className="text-muted">
            Order {order.number}, {formatAmount(order.amount)}
          </p>
        </div>
        <Badge color={colors[state]}>{claimStateWords[state]}</Badge>
      </div>
      <p>
        <span className="text-muted">The buyer says, {shortDate(askedAt)}: </span>
        <bdi className="wrap-anywhere">“{words}”</bdi>
      </p>
      {reason !== null && (
        <p>
          <span className="text-muted">Decided: </span>
          <bdi className="wrap-anywhere">“{reason}”</bdi>
        </p>
      )}
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <div className="min-w-0">
          <dt className="text-muted">The courier says</dt>
          <dd className="wrap-anywhere">
            {delivered.at
              ? `Delivered on ${shortDate(delivered.at)}, ${exactTime(delivered.at)}`
              : 'Not delivered any more'}
            {delivered.place && (
              <>
                , <bdi>{delivered.place}</bdi>
              </>
            )}
            {delivered.awbNumber && <span className="block">AWB {delivered.awbNumber}</span>}
            {delivered.proofUrl && (
              <a
                href={delivered.proofUrl}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-11 items-center gap-2 font-semibold text-forest underline underline-offset-4"
              >
                <ExternalLink aria-hidden="true" className="size-4.5" />
                Proof of delivery
              </a>
            )}
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-muted">Buyer</dt>
          <dd className="wrap-anywhere">
            <bdi className="block font-medium">{customer.name}</bdi>
            <ContactLink href={`mailto:${customer.email}`}>{customer.email}</ContactLink>
            <span className={customer.claims > 1 ? 'block font-semibold text-clay' : 'block'}>
              {customer.claims} {customer.claims === 1 ? 'claim' : 'claims'} in {customer.orders}{' '}
              {customer.orders === 1 ? 'order' : 'orders'}
            </span>
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-muted">Seller</dt>
          <dd className="wrap-anywhere">
            <bdi className="block font-medium">{seller.company}</bdi>
            <ContactLink href={`mailto:${seller.email}`}>{seller.email}</ContactLink>
          </dd>
        </div>
        {state === 'open' && (
          <div>
            <dt className="text-muted">To be decided by</dt>
            <dd className={late ? 'font-semibold text-clay' : ''}>{shortDate(decideBy)}</dd>
          </div>
        )}
      </dl>
      {state === 'open' && <Decisions id={item.id} />}
    </article>
  )
}

function Decisions({ id }: { id: string }) {
  if (!may(admin.decideClaim)) return null
  const decide = (decision: 'refund' | 'deny') => (note: string) =>
    call(admin.decideClaim, { params: { id }, body: { decision, note } })
  const same = { label: 'Reason', required: 'Please give a reason.', failed: 'This could not be done.' }
  return (
    <div className="flex flex-wrap gap-3">
      <NoteButton {...same} title="Refund" button="Refund the buyer" send={decide('refund')}>
        The buyer gets back what is left of the order, and the shop compensates the seller. Buyer and audit
        read the reason.
      </NoteButton>
      <NoteButton {...same} title="Deny" button="Deny the claim" send={decide('deny')}>
        The buyer is not refunded and reads the reason. The seller is paid as usual.
      </NoteButton>
    </div>
  )
}
