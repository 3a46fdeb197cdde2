import { Link } from 'react-router'
import type { CardProduct } from '../../../products/product-card.tsx'
import { ProductStrip } from '../../../products/product-strip.tsx'
import { hasStockNote } from '../../../products/stock-note.tsx'

export interface RowData {
  id: string
  name: string
  /** The page with all of them; none for hand-picked ones. */
  to?: string
  products: readonly CardProduct[]
}

/** A row of a category, or one that an administrator has arranged. */
export function CategoryRow({ id, name, to, products }: RowData) {
  return (
    <section aria-labelledby={id}>
      <div className="mb-4 flex items-center justify-between gap-4 sm:mb-5">
        <h2 id={id} className="min-w-0 text-xl font-bold tracking-tight sm:text-2xl">
          {name}
        </h2>
        {to && (
          <Link
            to={to}
            prefetch="intent"
            aria-label={`View All in ${name}`}
            className="-mr-3 inline-flex min-h-11 shrink-0 items-center rounded-full px-3 font-semibold text-forest underline-offset-4 hover:underline"
          >
            View All
          </Link>
        )}
      </div>
      <ProductStrip
        products={products}
        label={name}
        className={products.length > cardsInRow ? '' : `category-strip ${roomForNote(products)}`}
      />
    </section>
  )
}

/** More of them scroll on every screen. */
const cardsInRow = 6
/** Between 1024 and 1680 px the sixth card is not shown (shop.css). */
const fillRow = 5

/** The line that the strip is higher by on screens where one of its cards has a stock note. */
function roomForNote(products: readonly CardProduct[]): string {
  const noted = products.findIndex(({ noOfUnits }) => hasStockNote(noOfUnits, 'home'))
  if (noted < 0) return ''
  return noted < fillRow ? 'has-note' : 'sixth-has-note'
}
