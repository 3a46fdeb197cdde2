/** The body of category, subcategory and search pages: heading, count, rows and the way to the next ones. */
import { PackageOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ListedProduct } from '../../../contract/product.ts'
import type { ListPage } from '../../api.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadMore } from './load-more.tsx'
import { ProductRow } from './product-row.tsx'
import { useMoreRows } from './use-more-rows.ts'

/** Rows show two lines of a description; the rest of it need not travel. */
export function toRows({ items, ...page }: ListPage<ListedProduct>): ListPage<ListedProduct> {
  return {
    ...page,
    items: items.map((product) => ({ ...product, description: shortened(product.description) })),
  }
}

function shortened(text: string): string {
  return text.length > 260 ? `${text.slice(0, 260).trimEnd()}…` : text
}

export const noProducts: ListPage<never> = { items: [], total: 0, next: null }

/** Whether an id in the address can be one of a category or subcategory at all; another is simply not there. */
export function isNumericId(id: string): boolean {
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647
}

interface Props {
  /** Over the heading: where in the shop this is. */
  above?: ReactNode
  heading: ReactNode
  page: ListPage<ListedProduct>
  /** Between heading and rows, e.g. the subcategories of a category. */
  children?: ReactNode
  /** Said below 'No Product Found'. */
  emptyText: string
  /** Where the rows after a cursor come from. */
  loadPage: (cursor: string) => Promise<ListPage<ListedProduct>>
}

export function ProductList({ above, heading, page, children, emptyText, loadPage }: Props) {
  const { rows, next, loading, loadMore, list } = useMoreRows(page, loadPage)
  return (
    <div className="page-width pt-4 sm:pt-6">
      <div className="mx-auto max-w-5xl">
        {above}
        <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{heading}</h1>
        {page.total > 0 && (
          <p className="mt-1 text-muted">
            {page.total.toLocaleString('en-IN')} {page.total === 1 ? 'product' : 'products'}
          </p>
        )}
        {children}
        {rows.length === 0 ? (
          <EmptyState icon={<PackageOpen />} title="No Product Found" text={emptyText}>
            <Link to={paths.home} className={buttonClass()}>
              Explore Products
            </Link>
          </EmptyState>
        ) : (
          <ul ref={list} className="mt-6 flex flex-col gap-4">
            {rows.map((product, index) => (
              <li key={product.id}>
                <ProductRow product={product} eager={index < 4} priority={index === 0} />
              </li>
            ))}
          </ul>
        )}
        <LoadMore
          shown={rows.length}
          total={page.total}
          next={next}
          loading={loading}
          onLoad={() => void loadMore()}
        />
      </div>
    </div>
  )
}
