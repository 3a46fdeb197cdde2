/** One product in full: for buyers, and for its seller as a preview. */
import type { ReactNode } from 'react'
import type { ProductDetail } from '../../contract/product.ts'
import { Store, Truck } from '../ui/icons.tsx'
import { paths } from '../paths.ts'
import { useSettings } from '../settings.ts'
import { Price } from './price.tsx'
import { hasStockNote, StockNote } from './stock-note.tsx'
import { Details } from './details.tsx'
import { Gallery } from './gallery.tsx'

interface Props {
  product: ProductDetail
  buttons: ReactNode
  /** How it is rated, and how its seller delivers. */
  facts?: ReactNode
  /** MRP and saving, below the price on wide screens. */
  priceFacts?: ReactNode
  /** What is proven for it. */
  claims?: ReactNode
  /** Links to the others of its family. */
  options?: ReactNode
  /** When it arrives, for those who may buy it. */
  delivery?: ReactNode
  /** h2 on a page that has an h1 of its own. */
  heading?: 'h1' | 'h2'
}

/** One column on phones, with the buttons fixed to the lower edge; on wide screens the text stands beside the pictures. */
export function ProductArticle({
  product,
  facts,
  priceFacts,
  claims,
  buttons,
  options,
  delivery,
  heading: Heading = 'h1',
}: Props) {
  return (
    <article className="mt-2 flex flex-col lg:mt-4 lg:grid lg:grid-cols-2 lg:items-start lg:gap-12 xl:gap-16">
      <Gallery images={product.images} texts={product.imageTexts} name={product.name} />
      <div className="contents lg:block">
        {/* Above the pictures on a phone, whose first screen has no room for it below them. */}
        <div className="order-first mb-4 lg:mb-0">
          <Heading className="text-2xl font-bold tracking-tight text-balance sm:text-3xl">
            {product.name}
          </Heading>
          <p className="flex items-center gap-2 text-muted">
            <Store aria-hidden="true" className="size-4.5 shrink-0" />
            <span className="min-w-0">
              Sold by{' '}
              <a
                href={paths.seller(product.sellerId)}
                className="inline-block py-2 font-semibold text-ink underline underline-offset-4"
              >
                {product.sellerCompany}
              </a>
            </span>
          </p>
          {facts}
        </div>
        {options}
        <div className="sticky bottom-0 order-last -mx-4 mt-6 border-t border-line bg-paper px-4 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:static lg:mx-0 lg:mt-5 lg:border-0 lg:p-0">
          {/* With the buttons, so that price and stock are in the first screen of a phone, too. */}
          <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 lg:mb-5 lg:block">
            <p>
              <Price rupees={product.price} was={product.was} className="text-xl lg:text-3xl" />
              <span className="ml-2 text-sm text-muted">
                {!hasStockNote(product.noOfUnits, 'list') && (
                  <span className="font-semibold text-forest">In stock · </span>
                )}
                {useSettings().delivery ?? 'Delivery included'}
              </span>
            </p>
            <div className="max-lg:hidden">{priceFacts}</div>
            {/* At 0 the button says 'Out of Stock'. */}
            {product.noOfUnits > 0 && (
              <StockNote units={product.noOfUnits} place="list" className="lg:mt-1 lg:text-base" />
            )}
          </div>
          {buttons}
        </div>
        {delivery && <div className="peer mt-5 lg:mt-7">{delivery}</div>}
        {claims}
        {/* What holds for every product (specification §9), unless the courier named the day above. */}
        <p className="mt-6 flex peer-has-[time]:hidden items-start gap-2.5 rounded-card bg-dew p-4 text-sm lg:mt-7">
          <Truck aria-hidden="true" className="size-5 shrink-0 text-leaf" /> Usually ships within 10 business
          days
        </p>
        <Part title="Description">
          <p className="max-w-prose leading-relaxed whitespace-pre-line">{product.description}</p>
        </Part>
        <Part title="Details">
          <Details text={product.details} />
        </Part>
      </div>
    </article>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8">
      <h2 className="mb-3 text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}
