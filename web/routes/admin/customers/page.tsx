/** All customers (specification §2). */
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin, type AdminCustomer } from '../../../../contract/admin.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { firstLetter } from '../../../ui/first-letter.ts'
import { longDate } from '../../../ui/dates.ts'
import { Users } from '../../../ui/more-icons.tsx'
import { adminPaths } from '../admin-paths.ts'
import { ExportButton } from '../export-button.tsx'
import { ContactFacts } from '../facts.tsx'
import { loadList, loadWithCounts } from '../require-admin.ts'
import { ListPage } from '../list-page.tsx'
import { StateBadges, StateFilter, SuspendButton, SuspensionNote } from '../account-suspension.tsx'
import { OwnDataButtons } from '../own-data-buttons.tsx'
import { SearchForm } from '../search-form.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  loadWithCounts(request, 'customers', loadList(admin.allCustomers, request, ['q', 'state']))

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <ListPage
      heading="All Customers"
      noun="customers"
      loaded={loaded}
      actions={<ExportButton list="customers" query={loaded.query} />}
      search={
        <SearchForm query={loaded.query} label="Name, email or mobile">
          <StateFilter query={loaded.query} counts={loaded.counts} />
        </SearchForm>
      }
      empty={{
        title: 'No Customers Found',
        text: 'When a new customer makes a purchase, they will appear here.',
        icon: <Users />,
      }}
      rows={(customers, list) => (
        <ul
          ref={list}
          aria-label="Customers, newest first"
          className="grid items-start gap-3 lg:grid-cols-2 min-[100rem]:grid-cols-3"
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
    <Card className="h-full px-4 py-3 focus-within:border-leaf hover:border-leaf">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span
          aria-hidden="true"
          className="flex size-10 shrink-0 items-center justify-center rounded-full bg-leaf-soft text-sm font-bold text-forest"
        >
          {(firstLetter(firstName) + firstLetter(lastName)).toUpperCase()}
        </span>
        <div className="min-w-0 flex-[1_0_min(10.75rem,100%)]">
          <h2 dir="auto" className="leading-5 font-semibold break-words">
            {name}
          </h2>
          <p className="text-sm text-muted">
            Joined <time dateTime={createdAt}>{longDate(createdAt)}</time>
          </p>
        </div>
        <dl className="flex min-w-0 flex-[2_1_13rem] flex-col">
          <ContactFacts email={email} mobile={mobile} mobileName="Phone" bare />
        </dl>
        <Link
          to={`${adminPaths.orders()}?q=${encodeURIComponent(email)}`}
          className={buttonClass('ghost', '-mx-3 px-3! text-sm')}
        >
          View Orders<span className="sr-only"> of {name}</span>
        </Link>
        <SuspendButton account={customer} name={name} kind="customer" brief />
      </div>
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        <StateBadges {...customer} />
        <SuspensionNote {...customer} />
      </div>
      <OwnDataButtons id={customer.id} name={name} />
    </Card>
  )
}
