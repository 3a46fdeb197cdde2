/** Search results (specification §2). */
import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import type { SearchSummary } from '../../../../contract/product.ts'
import { apiIn, callPage } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { withErrorPage } from '../../../api/page-error.ts'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { defaultList, isFiltered, type ListQuery, searchSorts, withoutParams } from '../lists/list-address.ts'
import { fromCursor } from '../../../lists/from-cursor.ts'
import { askCourier } from '../lists/load-arriving.ts'
import { anyProducts, showOthers } from '../lists/others.server.tsx'
import { readList } from '../lists/read-address.ts'
import { priceLabel } from '../lists/active-filters.tsx'
import { X } from '../../../ui/icons.tsx'
import { ServerPart } from '../../../ui/server-html.tsx'
import { noProducts, ProductList, toRows } from '../lists/product-list.tsx'

const noSummary: SearchSummary = { corrected: null, words: 'all', budget: null }

/** Where the data cannot be loaded, the layout stays, and the page shows its empty state. */
export { ErrorMessage as ErrorBoundary } from '../../../layout/error-message.tsx'

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const name = (params.name ?? '').trim()
  const asked = readList(request, api.product.search.query)
  if (!name || name.length > limits.searchLength)
    return data(
      {
        name: name.slice(0, limits.searchLength),
        list: defaultList,
        summary: noSummary,
        facets: [],
        page: noProducts,
        others: null,
      },
      { status: 400 },
    )
  const shop = apiIn(context)
  const load = (query: ListQuery, cursor?: string) =>
    shop.callPage(api.product.search, { params: { name }, query: { ...query, cursor } })
  const list = await askCourier(shop, asked, load)
  const [page, summary, facets] = await Promise.all([
    withErrorPage(() => fromCursor(request, (cursor) => load(list.query, cursor))),
    loadOrEmpty(() => shop.call(api.product.searchSummary, { params: { name } }), noSummary),
    loadOrEmpty(
      () =>
        shop.call(api.product.searchFacets, { params: { name }, query: withoutParams(list.query, 'sort') }),
      [],
    ),
  ])
  const others = page.total === 0 && !isFiltered(list) ? showOthers(await anyProducts(shop)) : null
  return data({ name, list, summary: summary.value, facets: facets.value, page: toRows(page), others })
}

// The error boundary has a title of its own.
export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  loaderData ? pageMeta(matches, { title: `Search: ${loaderData.name}` }) : []

export default function SearchPage() {
  const { name, list, summary, facets, page, others } = useLoaderData<typeof loader>()
  return (
    <>
      <ProductList
        heading={
          <>
            {countOf(page.total)} for "{name.replace(/^"(.*)"$/, '$1')}"
          </>
        }
        counted
        page={page}
        list={list}
        sorts={searchSorts}
        facets={facets}
        countedTo={limits.searchDepth}
        loadPage={(cursor) =>
          callPage(api.product.search, { params: { name }, query: { ...list.query, cursor } })
        }
        emptyText={
          summary.budget
            ? 'Nothing fits this price. Remove it to see what there is.'
            : 'Check the spelling, or try a shorter or more general word.'
        }
      >
        {summary.budget && !list.query.min && !list.query.max && (
          <BudgetNote typed={name} budget={summary.budget} />
        )}
        {summary.corrected && (
          <p className="mt-1">
            Showing results for <strong>"{summary.corrected}"</strong>
          </p>
        )}
        {summary.words === 'some' && page.total > 0 && (
          <p className="mt-1 text-muted">No product has all of these words. These have some of them.</p>
        )}
      </ProductList>
      {others && <ServerPart html={others} />}
    </>
  )
}

interface BudgetProps {
  typed: string
  budget: NonNullable<SearchSummary['budget']>
}

/** A text in quotes is searched for as it was typed. */
function BudgetNote({ typed, budget: { words, min, max } }: BudgetProps) {
  const label = priceLabel(min, max)
  const quoted = `"${typed}"`
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link
        to={paths.search(words)}
        aria-label={`Remove the price: ${label}`}
        className="inline-flex min-h-11 items-center gap-2 rounded-full bg-leaf-soft px-4 text-sm font-medium text-forest hover:bg-mist"
      >
        {label}
        <X aria-hidden="true" className="size-4 shrink-0" />
      </Link>
      {quoted.length <= limits.searchLength && (
        <Link
          to={paths.search(quoted)}
          className="inline-flex min-h-11 items-center text-sm font-medium text-forest underline underline-offset-4"
        >
          Search for the words as typed
        </Link>
      )}
    </p>
  )
}

function countOf(total: number): string {
  if (total === 0) return 'No results'
  if (total === 1) return '1 result'
  return `${total.toLocaleString('en-IN')}${total >= limits.searchDepth ? '+' : ''} results`
}
