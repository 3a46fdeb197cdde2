import { dayInWords } from '../../contract/day-in-words.ts'
import { Link } from 'react-router'
import type { ReactNode } from 'react'
import type { CartItem } from '../../contract/cart.ts'
import { formatRupees, paise, rupees } from '../../contract/money.ts'
import { paths } from '../paths.ts'
import { bulkWords } from '../products/bulk-words.ts'
import { Price } from '../products/price.tsx'
import { ProductThumbnail } from '../products/product-thumbnail.tsx'
import { Trash2 } from '../ui/more-icons.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'

interface Props {
  line: CartItem
  /** In rupees: the price before the last reload, where it differs. */
  priceBefore: number | undefined
  /** What a coupon takes off the line, in rupees. */
  saving: number | undefined
  /** During the checkout the cart cannot be changed. */
  locked: boolean
  eager: boolean
  /** When it arrives; its place is kept while that is not known. */
  delivery: ReactNode
  onLess: () => void
  onMore: () => void
  onRemove: () => void
}

/** Why this line cannot be bought as it is, or null. */
export function obstacleOf({ available, backOn, noOfUnits, quantity }: CartItem): string | null {
  if (!available) return 'No longer available'
  if (backOn && noOfUnits < quantity) return `Back on ${dayInWords(backOn)}`
  if (noOfUnits <= 0) return 'Out of Stock'
  return noOfUnits < quantity ? `Only ${noOfUnits} left` : null
}

export function CartRow({
  line,
  priceBefore,
  saving,
  locked,
  eager,
  delivery,
  onLess,
  onMore,
  onRemove,
}: Props) {
  const { productId, productName, sellerCompany, imageUrls, price, was, prices, quantity } = line
  const obstacle = obstacleOf(line)
  const before = priceBefore ?? (was === null ? undefined : rupees(paise(was) * quantity))
  return (
    <li
      className={`flex flex-wrap gap-3 rounded-card border bg-surface p-3 shadow-card sm:gap-5 sm:p-4 ${obstacle ? 'border-clay' : 'border-line'}`}
    >
      <ProductThumbnail
        productId={productId}
        src={imageUrls[0] ?? ''}
        size={96}
        eager={eager}
        faded={obstacle !== null}
      />
      {/* With a large text it stands below the picture. */}
      <div className="flex min-w-0 flex-[1_1_9rem] flex-col gap-2.5 sm:gap-1">
        <div className="flex flex-col gap-x-6 gap-y-1 sm:flex-row sm:justify-between">
          <h2 className="min-w-0">
            <Link
              to={paths.product(productId)}
              className="line-clamp-2 font-semibold underline-offset-4 hover:underline sm:text-lg"
            >
              {productName}
            </Link>
            <span className="block text-sm text-muted">
              Sold by <bdi>{sellerCompany}</bdi>
            </span>
          </h2>
          <p className="shrink-0 sm:text-right">
            <Price rupees={price} className="text-lg" />
            {/* On the same line: a further line would move the buttons while they are pressed. */}
            {quantity > 1 && (
              <span className="text-sm text-muted tabular-nums">
                {` × ${quantity} = `}
                <span className="font-semibold text-ink">
                  {formatRupees(rupees(paise(price) * quantity))}
                </span>
              </span>
            )}
            {before !== undefined && (
              <s className="ml-2 text-sm whitespace-nowrap text-muted">
                <span className="sr-only">before: </span>
                {formatRupees(before)}
              </s>
            )}
            {saving !== undefined && (
              <span className="block text-sm font-semibold text-leaf tabular-nums">
                Coupon −{formatRupees(saving)}
              </span>
            )}
          </p>
        </div>
        {prices.length > 1 && <p className="text-sm text-muted">{bulkWords(prices.slice(1))}</p>}
        {obstacle ? (
          <p className="text-sm font-semibold text-clay">{obstacle}</p>
        ) : (
          <p className="min-h-5 text-sm">{delivery}</p>
        )}
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <QuantityStepper
            quantity={quantity}
            name={productName}
            onLess={onLess}
            onMore={onMore}
            busy={locked}
          />
          <button
            type="button"
            aria-label={`Remove ${productName}`}
            aria-disabled={locked || undefined}
            onClick={() => !locked && onRemove()}
            className="-mr-1.5 inline-flex min-h-11 items-center gap-1.5 rounded-full px-2 text-sm sm:px-3 font-semibold text-muted hover:bg-dew hover:text-ink"
          >
            <Trash2 aria-hidden="true" className="size-4.5 max-sm:hidden" />
            Remove
          </button>
        </div>
      </div>
    </li>
  )
}
