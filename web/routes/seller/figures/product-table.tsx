/** The figures of each product: searched, sorted by each column, in pages. */
import { Link, useNavigate } from 'react-router'
import type { FigureSort } from '../../../../contract/figure-words.ts'
import { formatRupees } from '../../../../contract/money.ts'
import { returnReasonWords } from '../../../../contract/return-words.ts'
import type { ProductFigures, SellerFigures } from '../../../../contract/seller-figures.ts'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { ChevronLeft, ChevronRight } from '../../../ui/icons.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Rating } from '../../../ui/rating.tsx'
import { ListSearch } from '../list-search.tsx'
import { addressOf, type FiguresState } from './state.ts'
import { counted, percent } from './totals.tsx'

interface Props {
  figures: SellerFigures
  state: FiguresState
}

const columns: readonly [FigureSort, string][] = [
  ['views', 'Views'],
  ['added', 'Added'],
  ['bought', 'Bought'],
  ['amount', '₹'],
  ['conversion', 'Conversion'],
  ['cancelled', 'Cancelled'],
  ['returned', 'Returned'],
  ['rating', 'Rating'],
  ['units', 'Stock'],
]

export function ProductTable({ figures, state }: Props) {
  const navigate = useNavigate()
  const { products, found, page, pages, totals } = figures
  const shown = columns.filter(([sort]) => sort !== 'amount' || totals.amount !== null)
  const bare = found === 0 && state.search === ''
  return (
    <section aria-labelledby="products">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-3">
        <h2 id="products" className="text-xl font-bold tracking-tight">
          By product
        </h2>
        <p role="status" className="text-sm text-muted">
          {counted(found)} {found === 1 ? 'product' : 'products'}
          {state.search && ' found'}
        </p>
        {!bare && (
          <div className="flex basis-full md:ml-auto md:max-w-sm md:flex-1 md:basis-auto [&>form]:w-full">
            <ListSearch
              label="Search your products"
              search={state.search}
              onSearch={(search) =>
                void navigate(
                  { search: addressOf({ ...state, search, page: 1 }) },
                  { replace: true, preventScrollReset: true },
                )
              }
            />
          </div>
        )}
      </div>
      {products.length === 0 ? (
        <p className="text-muted">
          {bare ? (
            <>
              You sell nothing yet.{' '}
              <Link to={paths.addProduct} className="font-semibold text-forest underline underline-offset-4">
                Add a product
              </Link>
            </>
          ) : (
            'No product has these words in its name.'
          )}
        </p>
      ) : (
        <div
          className="relative overflow-x-auto rounded-card border border-line bg-surface shadow-card"
          tabIndex={0}
          role="region"
          aria-label="Figures by product"
        >
          <table className="w-full text-left text-sm">
            <thead className="bg-dew">
              <tr className="border-b border-line">
                <SortHead sort="name" name="Product" state={state} />
                {shown.map(([sort, name]) => (
                  <SortHead key={sort} sort={sort} name={name} state={state} end />
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {products.map((product) => (
                <ProductRow key={product.id} product={product} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {pages > 1 && (
        <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-muted tabular-nums">
            Page {counted(page)} of {counted(pages)}
          </p>
          <div className="flex gap-3">
            {page > 1 && (
              <Link
                rel="prev"
                to={{ search: addressOf({ ...state, page: page - 1 }) }}
                preventScrollReset
                className={buttonClass('secondary', 'px-4')}
              >
                <ChevronLeft aria-hidden="true" className="size-5" />
                Previous
              </Link>
            )}
            {page < pages && (
              <Link
                rel="next"
                to={{ search: addressOf({ ...state, page: page + 1 }) }}
                preventScrollReset
                className={buttonClass('secondary', 'px-4')}
              >
                Next
                <ChevronRight aria-hidden="true" className="size-5" />
              </Link>
            )}
          </div>
        </nav>
      )}
    </section>
  )
}

/** The column of the names stays in view while the others scroll. */
const firstColumn =
  'sticky left-0 w-36 min-w-36 border-line pr-2 max-sm:border-r pl-3 sm:w-64 sm:min-w-64 sm:pl-4'

interface SortHeadProps {
  sort: FigureSort
  name: string
  state: FiguresState
  end?: boolean
}

function SortHead({ sort, name, state, end }: SortHeadProps) {
  const isChosen = state.sort === sort
  const first = sort === 'name' ? 'asc' : 'desc'
  const order = isChosen ? (state.order === 'asc' ? 'desc' : 'asc') : first
  return (
    <th
      scope="col"
      aria-sort={isChosen ? (state.order === 'asc' ? 'ascending' : 'descending') : undefined}
      className={end ? 'px-3 text-right last:pr-4' : `bg-dew ${firstColumn}`}
    >
      <Link
        to={{ search: addressOf({ ...state, sort, order, page: 1 }) }}
        preventScrollReset
        className="inline-flex min-h-11 items-center gap-1 whitespace-nowrap underline-offset-4 hover:underline"
      >
        {name}
        <span aria-hidden="true" className={isChosen ? '' : 'invisible'}>
          {state.order === 'asc' ? '↑' : '↓'}
        </span>
      </Link>
    </th>
  )
}

function ProductRow({ product }: { product: ProductFigures }) {
  const { id, name, imageUrl, deleted, reasons, amount, rating, ratingCount } = product
  const cell = 'px-3 py-2 text-right align-top tabular-nums last:pr-4'
  return (
    <tr>
      <th scope="row" aria-label={name} className={`bg-surface py-2 align-top font-normal ${firstColumn}`}>
        <span className="flex gap-3">
          <span className="size-11 shrink-0 overflow-hidden rounded-lg max-sm:hidden">
            <Picture
              src={imageUrl}
              alt=""
              size={96}
              sizes="44px"
              className={`size-full ${deleted ? 'opacity-60 grayscale' : ''}`}
            />
          </span>
          <span className="min-w-0">
            {deleted ? (
              <span className="line-clamp-3 wrap-anywhere">{name}</span>
            ) : (
              <Link
                to={paths.sellerProductView(id)}
                className="line-clamp-3 font-medium wrap-anywhere underline-offset-4 hover:underline"
              >
                {name}
              </Link>
            )}
            {deleted && <span className="block text-muted">Not on sale any more</span>}
          </span>
        </span>
      </th>
      <td className={cell}>{counted(product.views)}</td>
      <td className={cell}>{counted(product.added)}</td>
      <td className={cell}>{counted(product.bought)}</td>
      {amount !== null && <td className={cell}>{formatRupees(amount)}</td>}
      <td className={cell}>{percent(product.conversion)}</td>
      <td className={cell}>{counted(product.cancelled)}</td>
      <td className={cell}>
        {counted(product.returned)}
        {reasons.slice(0, 2).map(({ reason, pieces }) => (
          <span key={reason} className="block whitespace-nowrap text-muted">
            {returnReasonWords[reason]}: {counted(pieces)}
          </span>
        ))}
      </td>
      <td className={`${cell} whitespace-nowrap`}>
        {rating === null ? '—' : <Rating rating={rating} count={ratingCount} />}
      </td>
      <td className={cell}>{deleted ? '—' : counted(product.units)}</td>
    </tr>
  )
}
