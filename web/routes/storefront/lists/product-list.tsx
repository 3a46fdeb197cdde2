/** The body of the category, subcategory and search pages: heading, filters, count, rows, 'Load more'. */
import { type ReactNode, useRef } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import { dayInWords } from '../../../../contract/day-in-words.ts'
import type { Facet, ListedProduct } from '../../../../contract/product.ts'
import type { ListSort } from '../../../../contract/product-lists.ts'
import type { ListPage } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { noProductFound } from '../../../layout/error-message.tsx'
import { toast } from '../../../toast/toast.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PackageOpen } from '../../../ui/icons.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { facetNames, isFiltered, listSearch, type ListState, withoutFilters } from './list-address.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { useListForm } from './use-list-form.ts'
import { LoadMore } from '../../../lists/load-more.tsx'
import { useMore } from '../../../lists/use-more.ts'
import { ProductRow } from '../../../products/product-row.tsx'

/** Shortens the descriptions, of which a row shows two lines, so that the page's data are smaller. Days of return are in words. */
export function toRows({ items, ...page }: ListPage<ListedProduct>): ListPage<ListedProduct> {
  return {
    ...page,
    items: items.map((product) => ({
      ...product,
      ...(product.backOn && { backOn: dayInWords(product.backOn) }),
      description: shortened(product.description),
    })),
  }
}

function shortened(text: string): string {
  return text.length > 260 ? `${text.slice(0, 260).trimEnd()}…` : text
}

export const noProducts: ListPage<never> = { items: [], total: 0, next: null }

/** Whether a text can be the id of a category or subcategory, a positive 32-bit integer. Any other one is a 404. */
export function isNumericId(id: string): boolean {
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647
}

interface Props {
  /** Above the heading, e.g. a breadcrumb. */
  above?: ReactNode
  heading: ReactNode
  /** True where the heading already says the number of products. */
  counted?: boolean
  page: ListPage<ListedProduct>
  /** How the list is sorted and filtered. */
  list: ListState
  sorts: readonly ListSort[]
  /** By what the list can be narrowed. */
  facets: readonly Facet[]
  /** The server stops counting at this number, which is shown with a plus. */
  countedTo: number
  /** Between heading and rows, e.g. the subcategories of a category. */
  children?: ReactNode
  /** The text below 'No Product Found' where no filter is set. */
  emptyText: string
  /** Loads the page after a cursor. */
  loadPage: (cursor: string) => Promise<ListPage<ListedProduct>>
}

export function ProductList(props: Props) {
  const { above, heading, counted, page, list, sorts, facets, countedTo, children, emptyText } = props
  const {
    items: rows,
    list: rowsRef,
    loadMore,
  } = useMore(page, props.loadPage, {
    idOf: ({ id }) => id,
    remembered: true,
    onFailed: () => toast.error('More products could not be loaded. Please try again.'),
  })
  const { form, apply, ...changes } = useListForm(list, sorts[0] ?? '')
  const count = useRef<HTMLParagraphElement>(null)
  const leave = () => count.current?.focus({ preventScroll: true })
  const { waiting, midway } = useProgress()
  const filtered = isFiltered(list)
  const total = `${page.total.toLocaleString('en-IN')}${page.total >= countedTo ? '+' : ''}`
  const result =
    rows.length > 0 ? (
      <ul ref={rowsRef} className="grid grid-cols-1 gap-3 md:grid-cols-2 md:gap-4 3xl:grid-cols-3">
        {rows.map((product, index) => (
          <li key={product.id}>
            <ProductRow product={product} eager={index < 6} priority={index === 0} />
          </li>
        ))}
      </ul>
    ) : (
      <NoProducts list={list} text={emptyText} />
    )
  return (
    <div className="page-width pt-4 sm:pt-6">
      {above}
      <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{heading}</h1>
      {children}
      {rows.length === 0 && !filtered ? (
        result
      ) : (
        <div className="mt-5 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-8">
          <FilterPanel ref={form} {...changes} onLeave={leave} list={list} facets={facets} total={total} />
          <div>
            <ListToolbar list={list} sorts={sorts} onSort={apply}>
              <p
                ref={count}
                tabIndex={-1}
                role="status"
                className={counted ? 'sr-only' : 'mr-auto text-muted max-sm:w-full'}
              >
                {total} {page.total === 1 ? 'product' : 'products'}
              </p>
            </ListToolbar>
            <FilterErrors errors={list.errors} />
            <ActiveFilters list={list} facets={facets} onLeave={leave} />
            {midway && (
              <Link
                to={{ search: listSearch(list.query) }}
                className="mb-4 inline-flex min-h-11 items-center font-medium text-forest underline underline-offset-4"
              >
                Back to the first products
              </Link>
            )}
            <div
              aria-busy={waiting}
              className={`transition-opacity ${waiting ? 'opacity-50 delay-150' : ''}`}
            >
              {result}
            </div>
            <LoadMore {...loadMore} address={(cursor) => listSearch(list.query, cursor)} />
          </div>
        </div>
      )}
    </div>
  )
}

/** No field is typed for these. */
const chosenNames = new Set<string>(['sort', 'stock', ...facetNames])

function FilterErrors({ errors }: { errors: ListState['errors'] }) {
  return Object.entries(errors).map(([name, error]) => (
    <p
      key={name}
      // On wide screens the filter panel stands beside the rows and shows an error of a typed field at it.
      className={`mb-4 rounded-xl bg-clay-soft px-4 py-3 text-sm text-clay ${chosenNames.has(name) ? '' : 'lg:hidden'}`}
    >
      {error}
    </p>
  ))
}

function NoProducts({ list, text }: { list: ListState; text: string }) {
  const filtered = isFiltered(list)
  return (
    <EmptyState
      icon={<PackageOpen />}
      title={noProductFound}
      text={emptyTextOf(list, filtered ? 'No product fits these filters.' : text)}
    >
      {list.nextDay && (
        <Link
          to={{ search: listSearch({ ...list.query, arrivesBy: list.nextDay }) }}
          className={buttonClass()}
        >
          Arrives by {dayInWords(list.nextDay)}
        </Link>
      )}
      {filtered ? (
        <Link to={{ search: listSearch(withoutFilters(list.query)) }} className={buttonClass()}>
          Clear all filters
        </Link>
      ) : (
        <Link to={paths.home} className={buttonClass()}>
          Explore Products
        </Link>
      )}
    </EmptyState>
  )
}

const emptyTextOf = ({ query }: ListState, text: string) =>
  query.arrivesBy ? 'No product is known to arrive by then.' : text

/** `waiting`: the list is being loaded with another sort or filter. `midway`: its address has a cursor. */
function useProgress(): { waiting: boolean; midway: boolean } {
  const { pathname, search } = useLocation()
  const { state, location } = useNavigation()
  return {
    waiting: state === 'loading' && location.pathname === pathname,
    midway: new URLSearchParams(search).has('cursor'),
  }
}
