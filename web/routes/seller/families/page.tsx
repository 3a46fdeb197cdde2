/** A seller's families, newest first. */
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { familyOptions } from '../../../../contract/family-words.ts'
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
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Package } from '../../../ui/more-icons.tsx'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'

const pageLimit = 20

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Families' })

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const more = (cursor: string | undefined) =>
    callPage(privateApi.family.list, { query: { limit: pageLimit, cursor } })
  const loaded = await requireSeller(request, () => loadOrEmpty(() => fromCursor(request, more), noRows))
  return { loaded, more }
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Families" />
}

export default function FamiliesPage() {
  const { loaded, more } = useLoaderData<typeof clientLoader>()
  const { items, list, loadMore } = useOwnList(loaded.value, more)
  return (
    <SellerPage heading="Families" backTo={paths.manageProducts}>
      <p className="mb-4 max-w-3xl text-muted">
        A family joins listings that differ by size, colour or the like. Buyers see one card for it in lists
        and choose on the page; each listing keeps its own price, stock, pictures and page.
      </p>
      <div className="mb-5 flex flex-wrap gap-3">
        <Link to={paths.familyMatrix} className={buttonClass('primary')}>
          New listings from one
        </Link>
        <Link to={paths.newFamily} className={buttonClass('secondary')}>
          Family of existing listings
        </Link>
      </div>
      {items.length === 0 ? (
        <EmptyState
          icon={<Package />}
          title={loaded.failed ? 'Your families could not be loaded' : 'No families yet'}
          text={
            loaded.failed
              ? 'We could not reach the shop just now.'
              : 'Join listings that a buyer would choose between, such as three sizes of one soap.'
          }
        >
          {loaded.failed && <TryAgain />}
        </EmptyState>
      ) : (
        <ul
          ref={list}
          aria-label="Your families, newest first"
          className="divide-y divide-line rounded-card border border-line bg-surface shadow-card"
        >
          {items.map((family) => (
            <li key={family.id}>
              <Link to={paths.family(family.id)} className="block px-4 py-3 hover:bg-dew sm:px-5">
                <bdi className="block font-semibold wrap-anywhere">{family.name}</bdi>
                <span className="block text-sm text-muted">
                  {family.members} {family.members === 1 ? 'listing' : 'listings'} in {family.subCategoryName}
                  , by{' '}
                  {family.options.map((option) => familyOptions[option].name.toLowerCase()).join(' and ')}
                  {family.sameThing && ', reviews together'}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <LoadMore {...loadMore} noun="families" />
    </SellerPage>
  )
}
