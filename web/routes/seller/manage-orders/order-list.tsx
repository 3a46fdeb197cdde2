import { Link } from 'react-router'
import { dayInWords } from '../../../../contract/day-in-words.ts'
import type { SellersOrder } from '../../../../contract/order.ts'
import type { ListPage } from '../../../api/client.ts'
import { TryAgain } from '../../../layout/try-again.tsx'
import type { Loaded } from '../../../api/load-or-empty.ts'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PackageOpen } from '../../../ui/icons.tsx'
import { BuyersWishes } from '../../../orders/buyers-wishes.tsx'
import { OrderDocuments } from '../../../orders/documents.tsx'
import { OpenReturnsNote } from '../../../orders/order-returns.tsx'
import { OrderCard } from '../../../orders/order-card.tsx'
import { useOwnList } from '../../../lists/use-own-list.ts'
import { LoadMore } from '../../../lists/load-more.tsx'
import { OrderLine } from './order-line.tsx'
import { orderPage, type OrderFilter, filterAddress } from './load-orders.ts'
import { MessagesLink } from './messages-link.tsx'
import { isLabelAwaited, useFreshLabels } from './use-fresh-labels.ts'
import { useOpenLabel } from '../use-open-label.ts'

interface Props {
  loaded: Loaded<ListPage<SellersOrder>>
  filter: OrderFilter
  /** True where a search or a status is set. */
  searched: boolean
}

export function OrderList({ loaded, filter, searched }: Props) {
  const { items, list, loadMore } = useOwnList(loaded.value, (cursor) => orderPage(filter, cursor))
  useFreshLabels(loaded.value.items.some(isLabelAwaited), items.length === loaded.value.items.length)
  if (items.length === 0) return <NoOrders failed={loaded.failed} searched={searched} tab={filter.tab} />
  return (
    <>
      <ul
        ref={list}
        aria-label="Orders of your products, newest first"
        className={
          filter.tab
            ? 'divide-y divide-line rounded-card border border-line bg-surface shadow-card'
            : 'grid items-start gap-4 xl:grid-cols-2'
        }
      >
        {items.map((order) => (
          <li key={order.id} tabIndex={-1} className="min-w-0">
            {filter.tab ? (
              <OrderLine order={order}>
                <SellersCard order={order} />
              </OrderLine>
            ) : (
              <SellersCard order={order} />
            )}
          </li>
        ))}
      </ul>
      <LoadMore {...loadMore} noun="orders" address={(cursor) => filterAddress(filter, cursor)} />
    </>
  )
}

const emptyTabs = {
  'handed-over': 'What the courier has fetched will appear here.',
  attention: 'No order needs your attention.',
}

function SellersCard({ order }: { order: SellersOrder }) {
  const openLabel = useOpenLabel()
  return (
    <OrderCard
      order={order}
      customerName={order.customerName}
      handOverBy={order.handOverBy}
      labelNote={labelNote(order)}
      onLabel={openLabel}
    >
      <BuyersWishes note={order.noteToSeller} gift={order.gift} />
      <OrderDocuments documents={order.documents} />
      <OpenReturnsNote order={order} />
      <MessagesLink orderId={order.id} />
    </OrderCard>
  )
}

function NoOrders({
  failed,
  searched,
  tab,
}: {
  failed: boolean
  searched: boolean
  tab: OrderFilter['tab']
}) {
  const some = (searched || tab !== undefined) && !failed
  return (
    <EmptyState
      icon={<PackageOpen />}
      title="No Orders Found"
      text={
        searched && !failed
          ? 'No order of yours fits this search.'
          : tab
            ? emptyTabs[tab]
            : 'New orders from your listings will appear here.'
      }
    >
      {failed && <TryAgain />}
      {some && (
        <Link to={paths.manageOrders} className={buttonClass('secondary')}>
          Show all orders
        </Link>
      )}
    </EmptyState>
  )
}

/** What to do with the label, or why there is none yet; undefined for an order that will not get one, or has been handed over. */
function labelNote({
  awbNumber,
  status,
  shipmentLabelUrl,
  pickupOn,
  waitsForSeller,
}: SellersOrder): string | undefined {
  if (shipmentLabelUrl)
    return status === 'processing'
      ? `Pack, stick the label on; the courier comes ${pickupOn ? `on ${dayInWords(pickupOn)}` : 'to your pickup address for it'}.`
      : undefined
  if (status !== 'pending' && status !== 'processing' && status !== 'shipped') return undefined
  if (waitsForSeller) return 'Pack it, then press ‘Ready to ship’ under ‘To pack’: the label follows.'
  return awbNumber
    ? 'The courier has not made the shipping label yet. It will appear here by itself.'
    : 'The shipping label will appear here as soon as the courier has booked the parcel.'
}
