import { Link } from 'react-router'
import { dayInWords } from '../../contract/day-in-words.ts'
import type { WishlistItem } from '../../contract/wishlist.ts'
import { formatRupees } from '../../contract/money.ts'
import { AddToCart } from '../cart/add-to-cart.tsx'
import { paths } from '../paths.ts'
import { Price } from '../products/price.tsx'
import { ProductThumbnail } from '../products/product-thumbnail.tsx'
import { Trash2 } from '../ui/more-icons.tsx'
import { WishMails } from './wish-mails.tsx'

interface Props {
  item: WishlistItem
  eager: boolean
  onRemove: () => void
}

export function WishlistRow({ item, eager, onRemove }: Props) {
  const { id, name, imageUrl, subCategoryName, price, description, available, inStock, backOn, cheaperBy } =
    item
  return (
    <li
      tabIndex={-1}
      className="flex gap-3 rounded-card border border-line bg-surface p-3 shadow-card sm:gap-5 sm:p-4"
    >
      <ProductThumbnail
        productId={id}
        src={imageUrl}
        size={112}
        eager={eager}
        faded={!available || !inStock}
      />
      <div className="flex min-w-0 flex-1 flex-col">
        <h2>
          <Link
            to={paths.product(id)}
            className="line-clamp-2 font-semibold underline-offset-4 hover:underline sm:text-lg"
          >
            {name}
          </Link>
        </h2>
        <p className="mt-0.5 text-sm text-muted">{subCategoryName}</p>
        <p className="mt-1">
          {available ? (
            <Price rupees={price} was={item.was} className="text-lg" />
          ) : (
            <span className="text-sm font-semibold text-clay">No longer available</span>
          )}
        </p>
        {available && cheaperBy > 0 && (
          <p className="mt-1 text-sm font-semibold text-forest">
            {formatRupees(cheaperBy)} less than when you added it
          </p>
        )}
        <p className="mt-1 line-clamp-2 max-w-prose text-sm text-muted">{description}</p>
        {available && !inStock && (
          <p className="mt-1 text-sm font-semibold text-clay">
            {backOn ? `Back on ${dayInWords(backOn)}` : 'Out of Stock'}
          </p>
        )}
        {available && <WishMails item={item} />}
        <div className="mt-auto -mb-1.5 flex flex-wrap items-center justify-between gap-x-2 sm:justify-end">
          {available && inStock && <AddToCart product={item} />}
          <button
            type="button"
            aria-label={`Remove ${name}`}
            onClick={onRemove}
            className="-mr-1.5 inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full px-2 text-sm font-semibold text-muted hover:bg-dew hover:text-ink sm:px-3"
          >
            <Trash2 aria-hidden="true" className="size-4.5 max-sm:hidden" />
            Remove
          </button>
        </div>
      </div>
    </li>
  )
}
