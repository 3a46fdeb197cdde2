/** A product in a list: a row with the picture at its left (specification §2, §6). */
import { Link, useViewTransitionState } from 'react-router'
import type { ListedProduct } from '../../contract/product.ts'
import { paths } from '../paths.ts'
import { useSettings } from '../settings.ts'
import { Picture } from '../ui/picture.tsx'
import { Rating } from '../ui/rating.tsx'
import { isFrom } from './family-card.ts'
import { Price } from './price.tsx'
import { hasStockNote, StockNote } from './stock-note.tsx'

interface Props {
  product: ListedProduct
  /** Probably in view when the page opens: its picture is not loaded lazily. */
  eager: boolean
  /** The first row: its picture may be the largest of the page and is loaded first. */
  priority: boolean
}

export function ProductRow({ product, eager, priority }: Props) {
  const { id, name, price, imageUrl, description, noOfUnits, subCategoryName, sellerCompany } = product
  const { rating, ratingCount, sellerId, was, family, backOn } = product
  const moving = useViewTransitionState(paths.product(id))
  return (
    <div className="group relative flex h-full gap-4 rounded-card border border-line bg-surface p-3 shadow-card transition-shadow hover:shadow-lift xl:gap-5">
      <div className="aspect-square w-28 max-w-[40%] shrink-0 self-start overflow-hidden rounded-xl bg-mist xl:w-40">
        <Picture
          src={imageUrl}
          alt=""
          size={160}
          sizes="(min-width: 1280px) 160px, 112px"
          eager={eager}
          priority={priority}
          className={`size-full ${noOfUnits > 0 ? '' : 'opacity-60'} ${moving ? 'moving-picture' : ''}`}
        />
      </div>
      <div className="flex min-w-0 flex-1 flex-col xl:py-1">
        <h2 className="line-clamp-3 font-semibold text-wrap md:text-pretty underline-offset-4 group-hover:underline xl:text-lg/snug">
          {/* The whole row is its target, without the seller. */}
          <Link
            to={paths.product(id)}
            prefetch="intent"
            viewTransition
            className="outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-forest"
          >
            {name}
          </Link>
        </h2>
        <p className="mt-0.5 truncate text-sm text-muted">{subCategoryName}</p>
        <Rating rating={rating} count={ratingCount} />
        <p className="mt-1.5 flex flex-wrap items-baseline gap-x-2">
          <span>
            {isFrom(product) && <span className="text-sm text-muted">from </span>}
            <Price rupees={price} was={was} className="text-lg" />
          </span>
          <span className="text-sm text-muted">{useSettings().delivery ?? 'Delivery included'}</span>
        </p>
        {family && <p className="line-clamp-2 text-sm">{family.counts + family.values}</p>}
        {family && (
          <p className="mt-1 flex gap-1 empty:hidden">
            {/* Attributes of SVG, because the content security policy allows no styles in elements. */}
            {family.swatches.map((fill) => (
              <svg key={fill} viewBox="0 0 16 16" className="size-4 text-edge">
                <circle cx="8" cy="8" r="7.5" fill={fill} stroke="currentColor" />
              </svg>
            ))}
          </p>
        )}
        <StockNote units={noOfUnits} backOn={backOn} place="list" className="mt-0.5" />
        <p className="mt-1.5 line-clamp-2 text-sm text-muted">{description}</p>
        <p className="mt-auto line-clamp-2 pt-2 text-sm">
          {!hasStockNote(noOfUnits, 'list') && <span className="font-semibold text-forest">In stock · </span>}
          Sold by{' '}
          <a href={paths.seller(sellerId)} className="relative underline underline-offset-4">
            {sellerCompany}
          </a>
        </p>
      </div>
    </div>
  )
}
