/** Payments that a buyer's bank disputes: those without an end, or all. */
import { type LoaderFunctionArgs, Link, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { AdminDispute } from '../../../../contract/admin-disputes.ts'
import { Badge } from '../../../ui/badge.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ShieldAlert } from '../../../ui/more-icons.tsx'
import { adminPaths } from '../admin-paths.ts'
import { ContactLink } from '../facts.tsx'
import { ListPage } from '../list-page.tsx'
import { MoneyNav } from '../money-nav.tsx'
import { loadList } from '../require-admin.ts'
import { Filter, SearchForm } from '../search-form.tsx'
import { Timestamp } from '../timestamp.tsx'
import { amountCell } from './amount.tsx'
import { disputeKindWords, disputeStateWords } from './dispute-words.ts'

export const loader = ({ request }: LoaderFunctionArgs) => loadList(admin.disputes, request, ['q', 'show'])

const columns: Column<AdminDispute>[] = [
  {
    name: 'Dispute',
    width: 'minmax(0,1.3fr)',
    cell: ({ id, kind }) => (
      <>
        <Link
          to={adminPaths.dispute(id)}
          className="inline-flex min-h-11 items-center font-medium break-all text-forest underline underline-offset-4 table:min-h-0"
        >
          {id}
        </Link>
        <span className="block text-sm text-muted">{disputeKindWords[kind]}</span>
      </>
    ),
  },
  {
    name: 'State',
    width: '11rem',
    cell: ({ state }) => (
      <Badge color={disputeStateWords[state].color}>{disputeStateWords[state].words}</Badge>
    ),
  },
  {
    name: 'Answer until',
    width: '11rem',
    cell: ({ needsAnswer, respondBy }) => (needsAnswer && respondBy ? <Timestamp at={respondBy} /> : '–'),
  },
  {
    name: 'Customer',
    width: 'minmax(0,1.2fr)',
    cell: ({ customerEmail }) => <ContactLink href={`mailto:${customerEmail}`}>{customerEmail}</ContactLink>,
  },
  { name: 'Raised', width: '11rem', cell: ({ raisedAt }) => <Timestamp at={raisedAt} /> },
  { name: 'Amount', width: '8rem', end: true, cell: ({ amount }) => amountCell(amount, true) },
]

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const { query } = loaded
  return (
    <>
      <MoneyNav />
      <ListPage
        heading="Disputes"
        noun="disputes"
        text="A buyer's bank asks for a payment back. Until it has decided, nothing of the payment is refunded and its sellers wait for their money. Without an answer in time the money is lost."
        loaded={loaded}
        search={
          <SearchForm query={query} label="Dispute, payment or customer's email">
            <Filter
              name="show"
              label="Show"
              query={query}
              all="Open disputes"
              options={[['all', 'All disputes']]}
            />
          </SearchForm>
        }
        empty={{ title: 'No open disputes', text: 'No bank asks for money back.', icon: <ShieldAlert /> }}
        rows={(disputes, list) => (
          <DataTable label="Disputes, newest first" columns={columns} items={disputes} list={list} />
        )}
      />
    </>
  )
}
