/** What the buyer of one order and its seller wrote to each other. */
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import type { OrderThread } from '../../../../contract/order-messages.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { ApiError, call } from '../../../api/client.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { TryAgain } from '../../../layout/try-again.tsx'
import { Thread } from '../../../order-messages/thread.tsx'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { MessageCircleQuestionMark } from '../../../ui/more-icons.tsx'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Messages' })

type Loaded = { thread: OrderThread } | { unknown: boolean }

export function clientLoader({ request, params: { id = '' } }: ClientLoaderFunctionArgs): Promise<Loaded> {
  return requireSeller(request, async () => {
    try {
      return { thread: await call(privateApi.orderMessages.read, { params: { id } }) }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401 || error.status === 403) throw error
      return { unknown: error.status === 404 || error.status === 400 }
    }
  })
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Messages" text="Loading messages..." />
}

export default function SellerMessagePage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return (
    <SellerPage heading="Messages" backTo={paths.sellerMessages} className="max-w-3xl">
      {'thread' in loaded ? (
        <>
          <p className="mb-4 wrap-anywhere">
            <Link
              to={`${paths.manageOrders}?search=${loaded.thread.number}`}
              className="inline-flex min-h-11 items-center font-semibold text-forest tabular-nums underline underline-offset-4"
            >
              Order {loaded.thread.number}
            </Link>
            , <bdi>{loaded.thread.product}</bdi>
          </p>
          <Thread thread={loaded.thread} to="the buyer" />
        </>
      ) : (
        <EmptyState
          icon={<MessageCircleQuestionMark />}
          title="No such order"
          text={loaded.unknown ? 'There is no such order of yours.' : 'We could not reach the shop just now.'}
        >
          {!loaded.unknown && <TryAgain />}
        </EmptyState>
      )}
    </SellerPage>
  )
}
