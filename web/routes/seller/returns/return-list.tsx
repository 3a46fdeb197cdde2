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
import { ListSearch } from '../list-search.tsx'
import { SellerActions } from './seller-actions.tsx'

interface ReturnFilter {
  search?: string | undefined
  state?: ReturnState | undefined
}

interface Props {
  loaded: Loaded<ListPage<ListedReturn>>
  filter: ReturnFilter
  more: (cursor: string | undefined) => Promise<ListPage<ListedReturn>>
}

const addressOf = ({ search, state }: ReturnFilter, cursor?: string) =>
  `?${new URLSearchParams({ ...(search && { search }), ...(state && { state }), ...(cursor && { cursor }) })}`

export function ReturnList({ loaded, filter, more }: Props) {
  const { items, total, list, loadMore } = useOwnList(loaded.value, more)
  const isFiltered = filter.search !== undefined || filter.state !== undefined
  const head = (total > 0 || isFiltered) && <ReturnSearch filter={filter} total={total} />
  if (items.length === 0)
    return (
      <>
        {head}
        <EmptyState
          icon={<PackageOpen />}
          title="No Returns"
          text={
            filter.search
              ? 'No return of your orders matches your search.'
              : filter.state
                ? 'No return of your orders is in this state.'
                : 'What buyers want to return will appear here, with the time until which you answer.'
          }
        >
          {loaded.failed && <TryAgain />}
          {isFiltered && (
            <Link to="?" className={buttonClass('secondary')}>
              Show all returns
            </Link>
          )}
        </EmptyState>
      </>
    )
  return (
    <>
      {head}
      <ul ref={list} aria-label="Returns, newest first" className="grid items-start gap-4 xl:grid-cols-2">
        {items.map((item) => (
          <li key={item.id} tabIndex={-1} className="min-w-0">
            <ReturnCard item={item} />
          </li>
        ))}
      </ul>
      <LoadMore {...loadMore} noun="returns" address={(cursor) => addressOf(filter, cursor)} />
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

function ReturnSearch({ filter, total }: { filter: ReturnFilter; total: number }) {
  const navigate = useNavigate()
  return (
    <div className="mb-4 flex flex-col gap-3 md:flex-row md:items-center">
      <p role="status" className="text-sm whitespace-nowrap text-muted md:min-w-24">
        {total.toLocaleString('en-IN')} {total === 1 ? 'return' : 'returns'}
      </p>
      <ListSearch
        label="Search your returns"
        placeholder="Order ID, name, product"
        search={filter.search ?? ''}
        onSearch={(search) => void navigate({ search: addressOf({ ...filter, search }) }, { replace: true })}
      />
      <span className="relative block md:w-56">
        <select
          value={filter.state ?? ''}
          aria-label="State of the return"
          autoComplete="off"
          onChange={({ currentTarget: { value } }) =>
            void navigate({
              search: addressOf({ ...filter, state: (value || undefined) as ReturnFilter['state'] }),
            })
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
