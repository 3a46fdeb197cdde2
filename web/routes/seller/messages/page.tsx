/** The orders about which buyers and the seller wrote to each other, by the newest message. */
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import type { ListedThread } from '../../../../contract/order-messages.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { callPage } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { TryAgain } from '../../../layout/try-again.tsx'
import { fromCursor, noRows } from '../../../lists/from-cursor.ts'
import { LoadMore } from '../../../lists/load-more.tsx'
import { useOwnList } from '../../../lists/use-own-list.ts'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { Badge } from '../../../ui/badge.tsx'
import { shortDate, shortTime } from '../../../ui/dates.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { MessageCircleQuestionMark } from '../../../ui/more-icons.tsx'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'

const pageLimit = 20

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Messages' })

const more = (cursor: string | undefined) =>
  callPage(privateApi.orderMessages.getSeller, { query: { limit: pageLimit, cursor } })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return requireSeller(request, () => loadOrEmpty(() => fromCursor(request, more), noRows))
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Messages" text="Loading messages..." />
}

export default function SellerMessagesPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  const { items, list, loadMore } = useOwnList(loaded.value, more)
  return (
    <SellerPage heading="Messages" className="max-w-4xl">
      {items.length === 0 ? (
        <EmptyState
          icon={<MessageCircleQuestionMark />}
          title="No Messages"
          text="What buyers write to you about their orders will appear here. You can write to them from the order’s card."
        >
          {loaded.failed && <TryAgain />}
        </EmptyState>
      ) : (
        <>
          <ul
            ref={list}
            aria-label="Orders with messages, newest first"
            className="divide-y divide-line rounded-card border border-line bg-surface shadow-card"
          >
            {items.map((item) => (
              <li key={item.orderId} tabIndex={-1} className="min-w-0">
                <ThreadLine item={item} />
              </li>
            ))}
          </ul>
          <LoadMore {...loadMore} noun="orders" />
        </>
      )}
    </SellerPage>
  )
}

function ThreadLine({
  item: { orderId, number, product, buyer, words, by, at, unread },
}: {
  item: ListedThread
}) {
  return (
    <Link to={paths.sellerMessage(orderId)} className="block px-4 py-3 hover:bg-dew sm:px-5">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="font-semibold">{buyer}</bdi>
        <span className="text-sm text-muted">
          {shortDate(at)}, {shortTime(at)}
        </span>
        {unread > 0 && <Badge color="yellow">{unread} new</Badge>}
      </span>
      <span className="block truncate text-sm text-muted">
        Order {number}, <bdi>{product}</bdi>
      </span>
      <span className="mt-1 line-clamp-2 wrap-anywhere">
        {by === 'you' && <span className="text-muted">You: </span>}
        <bdi>{words}</bdi>
      </span>
    </Link>
  )
}
