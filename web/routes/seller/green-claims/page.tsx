/** A seller's green claims, newest first, with what became of each. */
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { greenClaim } from '../../../../contract/green-claim-calls.ts'
import { greenClaimStates, greenClaimStateWords } from '../../../../contract/green-claim-list.ts'
import { limits } from '../../../../contract/limits.ts'
import { call, callPage } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { TryAgain } from '../../../layout/try-again.tsx'
import { fromCursor, noRows } from '../../../lists/from-cursor.ts'
import { LoadMore } from '../../../lists/load-more.tsx'
import { useOwnList } from '../../../lists/use-own-list.ts'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { shortDate } from '../../../ui/dates.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Leaf } from '../../../ui/icons.tsx'
import { Plus } from '../../../ui/more-icons.tsx'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'
import { StateBadge } from './state-badge.tsx'

const pageLimit = 20

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Green Claims' })

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get('state')
  const state = greenClaimStates.find((one) => one === asked)
  const more = (cursor: string | undefined) =>
    callPage(greenClaim.list, { query: { state, limit: pageLimit, cursor } })
  const [loaded, counts] = await requireSeller(request, () =>
    Promise.all([
      loadOrEmpty(() => fromCursor(request, more), noRows),
      loadOrEmpty(() => call(greenClaim.counts), []),
    ]),
  )
  return { state, loaded, counts: counts.value, more }
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Green Claims" />
}

export default function GreenClaimsPage() {
  const { state, loaded, counts, more } = useLoaderData<typeof clientLoader>()
  const countOf = (one: string) => {
    const count = counts.find((counted) => counted.state === one)?.count ?? 0
    if (count === 0) return ''
    return count < limits.countStates ? ` (${count})` : ` (${limits.countStates - 1}+)`
  }
  const { items, list, loadMore } = useOwnList(loaded.value, more)
  return (
    <SellerPage heading="Green Claims">
      <p className="mb-4 max-w-3xl text-muted">
        What you say of your products for the environment or for animals stands on their pages once our team
        has seen the proof. One certificate may be for many products.
      </p>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <nav aria-label="Show" className="flex flex-wrap gap-2">
          {[undefined, ...greenClaimStates].map((one) => (
            <Link
              key={one ?? 'all'}
              to={one ? `?state=${one}` : '?'}
              aria-current={one === state ? 'page' : undefined}
              className="inline-flex min-h-11 items-center rounded-full border border-line px-4 text-sm font-medium aria-[current]:border-forest aria-[current]:bg-leaf-soft aria-[current]:text-forest"
            >
              {one ? `${greenClaimStateWords[one]}${countOf(one)}` : 'All'}
            </Link>
          ))}
        </nav>
        <Link to={paths.newGreenClaim} className={buttonClass('primary', 'shrink-0 pl-4')}>
          <Plus aria-hidden="true" className="size-5" />
          New Claim
        </Link>
      </div>
      {items.length === 0 ? (
        <EmptyState
          icon={<Leaf />}
          title={loaded.failed ? 'Your claims could not be loaded' : 'No claims here'}
          text={
            loaded.failed
              ? 'We could not reach the shop just now.'
              : 'Write down what is true of your products, and add the certificate or the test that proves it.'
          }
        >
          {loaded.failed && <TryAgain />}
        </EmptyState>
      ) : (
        <ul
          ref={list}
          aria-label="Your claims, newest first"
          className="divide-y divide-line rounded-card border border-line bg-surface shadow-card"
        >
          {items.map((claim) => (
            <li key={claim.id}>
              <Link
                to={paths.greenClaim(claim.id)}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-dew sm:px-5"
              >
                <span className="min-w-0 flex-1 basis-60">
                  <bdi className="block font-semibold wrap-anywhere">{claim.wording}</bdi>
                  <span className="block text-sm text-muted">
                    {claim.products.toLocaleString('en-IN')} {claim.products === 1 ? 'product' : 'products'}
                    {claim.expiresOn && `, valid until ${shortDate(claim.expiresOn)}`}
                  </span>
                </span>
                <StateBadge state={claim.state} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <LoadMore
        {...loadMore}
        noun="claims"
        address={(cursor) => `?${new URLSearchParams({ ...(state && { state }), cursor })}`}
      />
    </SellerPage>
  )
}
