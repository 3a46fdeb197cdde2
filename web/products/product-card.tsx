/** A product on the home page and in strips: picture, name, seller, price, stock note. */
import { Link } from 'react-router'
import { dayInWords } from '../../contract/day-in-words.ts'
import type { ListedProduct } from '../../contract/product.ts'
import { paths } from '../paths.ts'
import { Picture } from '../ui/picture.tsx'
import { Rating } from '../ui/rating.tsx'
import { isFrom } from './family-card.ts'
import { Price } from './price.tsx'
import { StockNote } from './stock-note.tsx'

export type CardProduct = Pick<
  ListedProduct,
  | 'id'
  | 'name'
  | 'price'
  | 'was'
  | 'imageUrl'
  | 'noOfUnits'
  | 'backOn'
  | 'sellerCompany'
  | 'rating'
  | 'ratingCount'
> & { family?: { counts: string; isFrom: boolean } }

/** Keeps the fields that a card shows, the day of return in words. The result of a loader is in the page twice, as HTML and as data. */
export function toCard(product: ListedProduct): CardProduct {
  const { id, name, price, was, imageUrl, noOfUnits, sellerCompany, rating, ratingCount } = product
  const { backOn, family } = product
  return {
    id,
    name,
    price,
    was,
    imageUrl,
    noOfUnits,
    ...(backOn && { backOn: dayInWords(backOn) }),
    sellerCompany,
    rating,
    ratingCount,
    ...(family && { family: { counts: family.counts, isFrom: isFrom(product) } }),
  }
}

export function ProductCard({ product }: { product: CardProduct }) {
  return (
    <Link
      to={paths.product(product.id)}
      prefetch="intent"
      viewTransition
      className="group flex h-full flex-col rounded-card"
    >
      <div className="overflow-hidden rounded-card bg-mist">
        <Picture
          src={product.imageUrl}
          alt=""
          size={240}
          sizes="(min-width: 1680px) 260px, (min-width: 1280px) 227px, (min-width: 1024px) 18vw, 42vw"
          className="size-full transition-transform duration-300 group-hover:scale-[1.03]"
        />
      </div>
      <p className="mt-3 line-clamp-2 font-medium text-pretty underline-offset-4 group-hover:underline">
        {product.name}
      </p>
      <p className="mt-0.5 flex justify-between gap-2 text-sm text-muted">
        <span className="truncate">{product.sellerCompany}</span>
        <Rating rating={product.rating} count={product.ratingCount} />
      </p>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
        {product.family?.isFrom && <span className="text-sm text-muted">from </span>}
        <Price rupees={product.price} was={product.was} className="text-lg" />
        {product.family && <span className="text-sm text-muted">{product.family.counts}</span>}
      </p>
      <StockNote units={product.noOfUnits} backOn={product.backOn} place="home" className="mt-0.5" />
    </Link>
  )
}
