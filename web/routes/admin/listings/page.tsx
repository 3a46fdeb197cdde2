/** Listings that somebody has to look at, by risk, each beside its reports and the record of its seller. */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { listingShows } from '../../../../contract/admin-moderation.ts'
import { call } from '../../../api/client.ts'
import { ShieldCheck } from '../../../ui/home-icons.tsx'
import { ListPage } from '../list-page.tsx'
import { loadList, loadWithCounts, requireAdmin } from '../require-admin.ts'
import { Filter, SearchForm } from '../search-form.tsx'
import { ListingRow } from './listing-row.tsx'
import { showWords } from './show-words.ts'
import { WatchButton } from './watch-button.tsx'

export async function loader({ request }: LoaderFunctionArgs) {
  const [listings, watched, categories] = await Promise.all([
    loadWithCounts(request, 'listings', loadList(admin.listings, request, ['q', 'show'])),
    requireAdmin(request, () => call(admin.watchedCategories)),
    requireAdmin(request, () => call(admin.categoryTree)),
  ])
  return {
    listings,
    categories: categories.map(({ id, name }) => ({ id, name, watched: watched.includes(id) })),
  }
}

export function Component() {
  const { listings: loaded, categories } = useLoaderData<typeof loader>()
  const { query } = loaded
  return (
    <ListPage
      heading="Listings"
      noun="listings"
      text="Listings that somebody reported, the first ones of new sellers, new ones of some categories, what sellers have changed, and appeals: those with the highest risk first."
      loaded={loaded}
      actions={<WatchButton categories={categories} />}
      search={
        <SearchForm query={query} label="Product ID or seller's email">
          <Filter
            name="show"
            label="Show"
            query={query}
            all={showWords.waiting}
            counts={loaded.counts}
            options={listingShows.filter((show) => show !== 'waiting').map((show) => [show, showWords[show]])}
          />
        </SearchForm>
      }
      empty={{ title: 'Nothing to look at', text: 'No listing waits for a decision.', icon: <ShieldCheck /> }}
      rows={(listings, list) => (
        <ul ref={list} aria-label="Listings" className="flex flex-col gap-4">
          {listings.map((listing) => (
            <li key={listing.id} tabIndex={-1} className="min-w-0">
              <ListingRow listing={listing} />
            </li>
          ))}
        </ul>
      )}
    />
  )
}
