/** All customers (specification §2). */
import { Users } from '../../../ui/icons/users.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin, type AdminCustomer } from '../../../../contract/admin.ts'
import { Card } from '../../../ui/card.tsx'
import { firstLetter } from '../../../ui/first-letter.ts'
import { longDate } from '../dates.ts'
import { ExportButton } from '../export-button.tsx'
import { ContactFacts, Fact } from '../facts.tsx'
import { loadList } from '../require-admin.ts'
import { ListPage } from '../list-page.tsx'
import { StateBadges, SuspendButton, SuspensionNote } from '../account-suspension.tsx'
import { SearchForm } from '../search-form.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => loadList(admin.allCustomers, request, ['q'])

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <ListPage
      heading="All Customers"
      noun="customers"
      loaded={loaded}
      actions={<ExportButton list="customers" query={loaded.query} />}
      search={<SearchForm query={loaded.query} label="Name, email or mobile" />}
      empty={{
        title: 'No Customers Found',
        text: 'When a new customer makes a purchase, they will appear here.',
        icon: <Users />,
      }}
      rows={(customers, list) => (
        <ul
          ref={list}
          aria-label="Customers, newest first"
          className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3"
        >
          {customers.map((customer) => (
            <li key={customer.id} tabIndex={-1} className="h-full">
              <CustomerCard customer={customer} />
            </li>
          ))}
        </ul>
      )}
    />
  )
}

function CustomerCard({ customer }: { customer: AdminCustomer }) {
  const { firstName, lastName, email, mobile, createdAt } = customer
  const name = `${firstName} ${lastName}`
  return (
    <Card className="flex h-full flex-col">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4 pb-0 sm:px-5 sm:pt-5">
        <span
          aria-hidden="true"
          className="flex size-11 shrink-0 items-center justify-center rounded-full bg-leaf-soft font-bold text-forest"
        >
          {(firstLetter(firstName) + firstLetter(lastName)).toUpperCase()}
        </span>
        <h2 dir="auto" className="min-w-0 flex-1 text-lg leading-6 font-semibold break-words">
          {name}
        </h2>
        <StateBadges {...customer} />
      </header>
      <dl className="flex flex-1 flex-col gap-3 p-4 sm:px-5">
        <ContactFacts email={email} mobile={mobile} mobileName="Phone" />
        <Fact name="Joined">
          <time dateTime={createdAt}>{longDate(createdAt)}</time>
        </Fact>
        {customer.suspended && (
          <div>
            <dt className="sr-only">State</dt>
            <dd>
              <SuspensionNote {...customer} />
            </dd>
          </div>
        )}
      </dl>
      <footer className="border-t border-line px-4 py-2 sm:px-5">
        <SuspendButton account={customer} name={name} kind="customer" />
      </footer>
    </Card>
  )
}
