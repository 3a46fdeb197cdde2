import { Link, useNavigate } from 'react-router'
import { type ReturnState, returnStates, returnStateWords } from '../../../../contract/return-words.ts'
import type { ListedReturn } from '../../../../contract/returns.ts'
import type { ListPage } from '../../../api/client.ts'
import type { Loaded } from '../../../api/load-or-empty.ts'
import { TryAgain } from '../../../layout/try-again.tsx'
import { LoadMore } from '../../../lists/load-more.tsx'
import { useOwnList } from '../../../lists/use-own-list.ts'
import { ReturnDetails } from '../../../orders/return-details.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ChevronDown, PackageOpen } from '../../../ui/icons.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { SellerActions } from './seller-actions.tsx'

interface Props {
  loaded: Loaded<ListPage<ListedReturn>>
  state: ReturnState | undefined
  more: (cursor: string | undefined) => Promise<ListPage<ListedReturn>>
}

const addressOf = (state: string | undefined, cursor?: string) =>
  `?${new URLSearchParams({ ...(state && { state }), ...(cursor && { cursor }) })}`

export function ReturnList({ loaded, state, more }: Props) {
  const { items, total, list, loadMore } = useOwnList(loaded.value, more)
  const filter = (total > 0 || state) && <StateFilter state={state} total={total} />
  if (items.length === 0)
    return (
      <>
        {filter}
        <EmptyState
          icon={<PackageOpen />}
          title="No Returns"
          text={
            state
              ? 'No return of your orders is in this state.'
              : 'What buyers want to return will appear here, with the time until which you answer.'
          }
        >
          {loaded.failed && <TryAgain />}
          {state && (
            <Link to="?" className={buttonClass('secondary')}>
              Show all returns
            </Link>
          )}
        </EmptyState>
      </>
    )
  return (
    <>
      {filter}
      <ul ref={list} aria-label="Returns, newest first" className="grid items-start gap-4 xl:grid-cols-2">
        {items.map((item) => (
          <li key={item.id} tabIndex={-1} className="min-w-0">
            <ReturnCard item={item} />
          </li>
        ))}
      </ul>
      <LoadMore {...loadMore} noun="returns" address={(cursor) => addressOf(state, cursor)} />
    </>
  )
}

function ReturnCard({ item }: { item: ListedReturn }) {
  const { order, customerName } = item
  return (
    <article
      aria-label={`Return of order ${order.number}`}
      className="flex gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="size-16 shrink-0 overflow-hidden rounded-xl bg-mist max-sm:hidden">
        <Picture src={order.imageUrl} alt="" size={64} className="size-full" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <ReturnDetails
          item={item}
          reader="seller"
          heading={
            <div className="min-w-0">
              <h2 className="line-clamp-2 font-semibold">{order.productName}</h2>
              <p className="text-sm text-muted">
                Order {order.number}, <bdi>{customerName}</bdi>
              </p>
            </div>
          }
        >
          <SellerActions item={item} />
        </ReturnDetails>
      </div>
    </article>
  )
}

function StateFilter({ state, total }: { state: ReturnState | undefined; total: number }) {
  const navigate = useNavigate()
  return (
    <div className="mb-4 flex flex-col gap-3 md:flex-row md:items-center">
      <p role="status" className="text-sm whitespace-nowrap text-muted md:min-w-24">
        {total.toLocaleString('en-IN')} {total === 1 ? 'return' : 'returns'}
      </p>
      <span className="relative block md:w-56">
        <select
          value={state ?? ''}
          aria-label="State of the return"
          autoComplete="off"
          onChange={({ currentTarget: { value } }) =>
            void navigate({ search: addressOf(value || undefined) })
          }
          className="h-11 w-full appearance-none rounded-full border border-edge bg-surface pr-10 pl-4 font-semibold text-forest"
        >
          <option value="">All states</option>
          {returnStates.map((one) => (
            <option key={one} value={one}>
              {returnStateWords[one]}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-forest"
        />
      </span>
    </div>
  )
}
