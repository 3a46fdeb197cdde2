/** Parcels that the courier found heavier than what was paid for: what they cost, and the seller's dispute. */
import { useState } from 'react'
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { privateApi } from '../../../../../contract/private-endpoints.ts'
import type { UploadSettings } from '../../../../../contract/settings.ts'
import type { WeightReply } from '../../../../../contract/weights.ts'
import { call, callPage } from '../../../../api/client.ts'
import { loadOrEmpty } from '../../../../api/load-or-empty.ts'
import { PrivateFallback } from '../../../../layout/private-fallback.tsx'
import { TryAgain } from '../../../../layout/try-again.tsx'
import { fromCursor, noRows } from '../../../../lists/from-cursor.ts'
import { LoadMore } from '../../../../lists/load-more.tsx'
import { useOwnList } from '../../../../lists/use-own-list.ts'
import { pageMeta } from '../../../../seo/page-meta.ts'
import { Button } from '../../../../ui/button.tsx'
import { shortDate } from '../../../../ui/dates.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Package } from '../../../../ui/more-icons.tsx'
import { WeightFacts } from '../../../../weights/weight-facts.tsx'
import { requireSeller } from '../../require-seller.ts'
import { SellerPage } from '../../seller-page.tsx'
import { Summary } from '../summary.tsx'
import { EarningsTabs } from '../tabs.tsx'
import { DisputeDialog } from './dispute-dialog.tsx'

const weightPage = (cursor: string | undefined) =>
  callPage(privateApi.weights.list, { query: { limit: 20, cursor } })

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Weights' })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return requireSeller(request, async () => {
    const [summary, weights, upload] = await Promise.all([
      loadOrEmpty(() => call(privateApi.earnings.summary), null),
      loadOrEmpty(() => fromCursor(request, weightPage), noRows),
      loadOrEmpty(() => call(privateApi.weights.upload), null),
    ])
    return { summary: summary.value, weights, upload: upload.value }
  })
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Earnings" text="Loading weights..." />
}

export default function WeightsPage() {
  const { summary, weights, upload } = useLoaderData<typeof clientLoader>()
  const { items, list, loadMore } = useOwnList(weights.value, weightPage)
  return (
    <SellerPage heading="Earnings">
      <Summary summary={summary} />
      <EarningsTabs />
      {items.length === 0 ? (
        <EmptyState
          icon={<Package />}
          title={weights.failed ? 'Your weights could not be loaded' : 'No Weights Found'}
          text={
            weights.failed
              ? 'Please try again in a moment.'
              : 'A parcel stands here where the courier found it heavier than what you have paid for.'
          }
        >
          {weights.failed && <TryAgain />}
        </EmptyState>
      ) : (
        <>
          <ul ref={list} aria-label="Weights, newest first" className="grid items-start gap-4 lg:grid-cols-2">
            {items.map((item) => (
              <li key={item.id} tabIndex={-1} className="min-w-0">
                <WeightFacts item={item} says="You say">
                  <Next item={item} upload={upload} />
                </WeightFacts>
              </li>
            ))}
          </ul>
          <LoadMore {...loadMore} noun="weights" />
        </>
      )}
    </SellerPage>
  )
}

/** What becomes of it, and what the seller can do. */
function Next({ item, upload }: { item: WeightReply; upload: UploadSettings | null }) {
  const [open, setOpen] = useState(false)
  const { state, dueAt } = item
  if (state === 'held') return <p>Our team looks at this weight first. Nothing is charged before.</p>
  if (state === 'disputed') return <p>Our team decides. Nothing is charged before.</p>
  if (state === 'charged') return <p>It is taken from a settlement, as a line of its own.</p>
  if (state === 'given-back')
    return (
      <p>
        The courier has corrected the weight, or never had the parcel: what was too much comes back with a
        settlement.
      </p>
    )
  if (state === 'withdrawn')
    return (
      <p>
        The courier has corrected the weight, has not weighed the parcel again, or never had it. Nothing is
        charged, and what was charged comes back.
      </p>
    )
  if (state === 'accepted') return <p>Nothing is charged.</p>
  return (
    <>
      <p>
        You can dispute it until {shortDate(dueAt)}, with a photo of the parcel on the scale. Else it is taken
        from your next settlement.
      </p>
      <div>
        <Button look="secondary" aria-haspopup="dialog" disabled={!upload} onClick={() => setOpen(true)}>
          Dispute the weight
        </Button>
      </div>
      {!upload && (
        <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
          <p>Photos cannot be added just now.</p>
          <TryAgain />
        </div>
      )}
      {open && upload && <DisputeDialog item={item} upload={upload} onClose={() => setOpen(false)} />}
    </>
  )
}
