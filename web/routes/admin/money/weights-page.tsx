/** What the courier weighed and charges: its bill is taken here, and weights that sellers dispute are decided. */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { AdminWeight } from '../../../../contract/admin-weights.ts'
import { call } from '../../../api/client.ts'
import { shortDate } from '../../../ui/dates.ts'
import { Package } from '../../../ui/more-icons.tsx'
import { WeightFacts } from '../../../weights/weight-facts.tsx'
import { ContactLink } from '../facts.tsx'
import { ListPage } from '../list-page.tsx'
import { may } from '../may.ts'
import { MoneyNav } from '../money-nav.tsx'
import { NoteButton } from '../note-button.tsx'
import { loadList } from '../require-admin.ts'
import { Filter, SearchForm } from '../search-form.tsx'
import { CourierBillButton } from './courier-bill.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => loadList(admin.weights, request, ['q', 'show'])

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const { query } = loaded
  return (
    <>
      <MoneyNav />
      <ListPage
        heading="Courier"
        noun="weights"
        text="Parcels that the courier found heavier than what their sellers had paid for. What the courier charges is the account Freight under Balances."
        loaded={loaded}
        actions={may(admin.courierBill) && <CourierBillButton />}
        search={
          <SearchForm query={query} label="Order number, air waybill or seller's email">
            <Filter
              name="show"
              label="Show"
              query={query}
              all="To decide"
              options={[['all', 'All weights']]}
            />
          </SearchForm>
        }
        empty={{
          title: 'Nothing to decide',
          text: 'No seller disputes a weight, and none is doubtful.',
          icon: <Package />,
        }}
        rows={(weights, list) => (
          <ul ref={list} aria-label="Weights, newest first" className="grid items-start gap-4 lg:grid-cols-2">
            {weights.map((item) => (
              <li key={item.id} tabIndex={-1} className="min-w-0">
                <WeightFacts item={item} says="The seller says">
                  <p className="wrap-anywhere">
                    <bdi className="font-medium">{item.seller.company}</bdi>{' '}
                    <ContactLink href={`mailto:${item.seller.email}`}>{item.seller.email}</ContactLink>
                    {item.state === 'announced' && (
                      <span className="block">Can be disputed until {shortDate(item.dueAt)}</span>
                    )}
                  </p>
                  {(item.state === 'disputed' || item.state === 'held') && <Decisions item={item} />}
                </WeightFacts>
              </li>
            ))}
          </ul>
        )}
      />
    </>
  )
}

function Decisions({ item }: { item: AdminWeight }) {
  if (!may(admin.decideWeight)) return null
  const { id, charge, state } = item
  const decide = (decision: 'accept' | 'deny') => (note: string) =>
    call(admin.decideWeight, { params: { id }, body: { decision, charge, note } })
  const same = { label: 'Reason', required: 'Please give a reason.', failed: 'This could not be decided.' }
  if (state === 'held')
    return (
      <>
        <p>The courier’s weight is many times what was packed. The seller is not asked to pay it yet.</p>
        <div className="flex flex-wrap gap-3">
          <NoteButton {...same} title="Dismiss the weight" button="Charge nothing" send={decide('accept')}>
            The courier is wrong. The seller pays nothing and reads the reason.
          </NoteButton>
          <NoteButton {...same} title="Confirm the weight" button="Announce it" send={decide('deny')}>
            The courier is right: the difference is announced to the seller, who can dispute it.
          </NoteButton>
        </div>
      </>
    )
  return (
    <div className="flex flex-wrap gap-3">
      <NoteButton {...same} title="Accept" button="Charge nothing" send={decide('accept')}>
        The seller is right, reads the reason, and pays nothing. The shop bears the difference.
      </NoteButton>
      <NoteButton {...same} title="Deny" button="Charge the seller" send={decide('deny')}>
        The courier is right: the difference is taken from the seller’s next settlement. They read the reason.
      </NoteButton>
    </div>
  )
}
