import { type CardProduct, ProductCard } from './product-card.tsx'

interface Props {
  products: readonly CardProduct[]
  label: string
  className?: string
}

export const stripClass =
  'scroll-row gap-4 px-4 pb-2 sm:scroll-px-6 sm:px-6 lg:gap-6 lg:px-8 max-sm:scroll-px-4 lg:scroll-px-8'
export const cardClass =
  'w-[42%] max-w-64 shrink-0 snap-start sm:w-52 lg:max-w-none lg:w-[calc((100%-6rem)/5)] 3xl:w-[calc((100%-7.5rem)/6)]'

/** A row of product cards that scrolls sideways where it does not fit. */
export function ProductStrip({ products, label, className = '' }: Props) {
  return (
    // As wide as what may scroll in it, because `.category-strip` cuts off what overflows.
    <div className={`-mx-4 sm:-mx-6 lg:-mx-8 ${className}`}>
      <ul aria-label={label} className={stripClass}>
        {products.map((product) => (
          <li key={product.id} className={cardClass}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
    </div>
  )
}
