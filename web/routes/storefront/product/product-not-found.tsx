import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PackageX } from '../../../ui/icons.tsx'
import type { CardProduct } from '../../../products/product-card.tsx'
import { ProductStrip } from '../../../products/product-strip.tsx'

/** The page of a product that does not exist or was deleted (api-rules §6), with status 404. */
export function ProductNotFound({ others }: { others: readonly CardProduct[] }) {
  return (
    <>
      <EmptyState
        as="h1"
        icon={<PackageX />}
        title="Product not found"
        text="This product is not sold here any more, or its address is wrong."
      >
        <Link to={paths.home} className={buttonClass()}>
          Explore Products
        </Link>
      </EmptyState>
      {others.length > 0 && (
        <section aria-labelledby="others" className="page-width">
          <h2 id="others" className="mb-5 text-xl font-bold tracking-tight sm:text-2xl">
            You may like these
          </h2>
          <ProductStrip products={others} label="Other products" />
        </section>
      )}
    </>
  )
}
