/** Returns: those that wait for a decision, or all. */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { AdminReturn } from '../../../../contract/admin-returns.ts'
import { call } from '../../../api/client.ts'
import { ReturnDetails } from '../../../orders/return-details.tsx'
import { FileDown, RotateCcw } from '../../../ui/more-icons.tsx'
import { ContactLink } from '../facts.tsx'
import { ListPage } from '../list-page.tsx'
import { may } from '../may.ts'
import { NoteButton } from '../note-button.tsx'
import { loadList } from '../require-admin.ts'
import { Filter, SearchForm } from '../search-form.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => loadList(admin.returns, request, ['q', 'show'])

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const { query } = loaded
  return (
    <ListPage
      heading="Returns"
      noun="returns"
      text="Sellers answer returns, and the clock does it for them. Here stands what a seller wants decided, what was not sent in time, and what the courier lost."
      loaded={loaded}
      search={
        <SearchForm query={query} label="Order number or email">
          <Filter
            name="show"
            label="Show"
            query={query}
            all="To be decided"
            options={[
              ['open', 'All open returns'],
              ['all', 'All returns'],
            ]}
          />
        </SearchForm>
      }
      empty={{
        title: 'Nothing to decide',
        text: 'No return waits for a decision.',
        icon: <RotateCcw />,
      }}
      rows={(returns, list) => (
        <ul ref={list} aria-label="Returns, newest first" className="grid items-start gap-4 lg:grid-cols-2">
          {returns.map((item) => (
            <li key={item.id} tabIndex={-1} className="min-w-0">
              <ReturnRow item={item} />
            </li>
          ))}
        </ul>
      )}
    />
  )
}

function ReturnRow({ item }: { item: AdminReturn }) {
  const { order, customerName, customerEmail, sellerCompany, sellerEmail } = item
  return (
    <article
      aria-label={`Return of order ${order.number}`}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-card"
    >
      <ReturnDetails
        item={item}
        reader="shop"
        heading={
          <div className="min-w-0">
            <h2 className="line-clamp-2 font-semibold">{order.productName}</h2>
            <p className="text-sm text-muted">
              Order {order.number}, {order.quantity} {order.quantity === 1 ? 'piece' : 'pieces'}
            </p>
          </div>
        }
      >
        <dl className="grid basis-full grid-cols-1 gap-x-4 gap-y-2 text-sm sm:grid-cols-2">
          <Party name="Buyer" label={customerName} email={customerEmail} />
          <Party name="Seller" label={sellerCompany} email={sellerEmail} />
        </dl>
        {item.replacement?.labelUrl && (
          <a
            href={item.replacement.labelUrl}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-forest underline underline-offset-4"
          >
            <FileDown aria-hidden="true" className="size-4.5" />
            Download Shipping Label
          </a>
        )}
        <Decisions item={item} />
      </ReturnDetails>
    </article>
  )
}

function Party({ name, label, email }: { name: string; label: string; email: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere">
        <bdi className="block font-medium">{label}</bdi>
        <ContactLink href={`mailto:${email}`}>{email}</ContactLink>
      </dd>
    </div>
  )
}

type Decision = AdminReturn['decisions'][number]
const decisionWords: Record<Decision, { title: string; button: string; text: string }> = {
  accept: {
    title: 'Accept',
    button: 'Accept the return',
    text: 'The courier is asked to fetch the goods at the buyer’s.',
  },
  reject: {
    title: 'Reject',
    button: 'Reject the return',
    text: 'The buyer is not refunded. Buyer and seller read the reason.',
  },
  receive: {
    title: 'Received',
    button: 'Mark as received',
    text: 'The goods are with the seller. The time for a look at them begins.',
  },
  exchange: {
    title: 'Send replacement',
    button: 'Send the replacement',
    text: 'The courier is asked to fetch the replacement, which is taken from the stock already, at the seller’s.',
  },
  refund: {
    title: 'Refund',
    button: 'Refund now',
    text: 'The buyer gets the money back without waiting any longer. The stock stays as it is.',
  },
}

function Decisions({ item: { id, decisions } }: { item: AdminReturn }) {
  if (!may(admin.decideReturn)) return null
  return decisions.map((decision) => {
    const { title, button, text } = decisionWords[decision]
    return (
      <NoteButton
        key={decision}
        title={title}
        label="Reason"
        required="Please give a reason."
        button={button}
        failed="This could not be done."
        send={(note) => call(admin.decideReturn, { params: { id }, body: { decision, note } })}
      >
        {text}
      </NoteButton>
    )
  })
}
