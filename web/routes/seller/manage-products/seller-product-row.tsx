import { Link } from 'react-router'
import { declarationLabels } from '../../../../contract/declaration.ts'
import { limits } from '../../../../contract/limits.ts'
import type { SellersProduct } from '../../../../contract/seller-product.ts'
import { paths } from '../../../paths.ts'
import { Eye, Pencil, Trash2 } from '../../../ui/more-icons.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Price } from '../../../products/price.tsx'
import { listingStateWords } from '../../../../contract/listing-words.ts'
import { shortDate, shortTime } from '../../../ui/dates.ts'
import { OffSaleNote } from '../off-sale-note.tsx'
import { StockNote } from '../../../products/stock-note.tsx'

interface Props {
  product: SellersProduct
  /** The seller is not approved. */
  closed: boolean
  /** Probably in view when the page opens: its picture is not loaded lazily. */
  eager: boolean
  chosen: boolean
  onChoose: (on: boolean) => void
  onDelete: () => void
}

const action =
  'inline-flex min-h-11 flex-1 items-center justify-center gap-2 rounded-full px-3 text-sm font-semibold hover:bg-mist sm:flex-none'
const label = 'lg:max-xl:sr-only'

/** The tracks of the list as a table, beside its checkboxes: picture, product, subcategory, price, stock, buttons. */
export const tableColumns =
  'lg:grid-cols-[4rem_minmax(0,1fr)_10rem_5rem_7.5rem_8.25rem] xl:grid-cols-[4rem_minmax(0,1fr)_10rem_5.5rem_7.5rem_17.5rem]'

/** From lg on a row of a table; below it a card, whose parts `order` puts into another sequence. */
export function SellerProductRow({ product, closed, eager, chosen, onChoose, onDelete }: Props) {
  const { id, name, price, imageUrl, description, noOfUnits, subCategoryName, hsnCode } = product
  const { missing, heldBack, offSale, state, onSaleAt, sku } = product
  const isOnSale = state === 'on-sale' && !closed && !heldBack && offSale === null
  return (
    <li className="relative flex items-start px-3 pt-3 pb-1.5 focus-within:bg-dew hover:bg-dew sm:px-4 lg:items-center lg:px-2 lg:py-2.5">
      {/* On the picture where there is no room beside it. */}
      <label className="absolute top-1 left-1 z-1 flex size-11 shrink-0 items-center justify-center sm:left-2 lg:static">
        <input
          type="checkbox"
          autoComplete="off"
          aria-label={`Choose ${name}`}
          checked={chosen}
          onChange={({ currentTarget: { checked } }) => onChoose(checked)}
          className="size-5 accent-forest"
        />
      </label>
      <div
        className={`grid min-w-0 flex-1 grid-cols-[5rem_minmax(0,1fr)] gap-x-3.5 sm:gap-x-5 lg:pr-2 lg:items-center ${tableColumns}`}
      >
        <div className="row-span-3 size-20 overflow-hidden rounded-xl bg-mist lg:row-span-1 lg:size-16">
          <Picture
            src={imageUrl}
            alt=""
            size={80}
            sizes="80px"
            eager={eager}
            className={`size-full ${noOfUnits > 0 ? '' : 'opacity-60'}`}
          />
        </div>
        <div className="contents lg:block lg:min-w-0">
          <h2 dir="auto" className="order-1 line-clamp-2 font-semibold">
            {name}
          </h2>
          <p
            dir="auto"
            className="order-4 col-span-2 mt-2 line-clamp-2 text-sm text-muted sm:col-start-2 sm:col-end-3 sm:mt-1 lg:mt-0"
          >
            {description}
          </p>
        </div>
        <p className="order-2 text-sm text-muted lg:order-none">
          <span className="block truncate">{subCategoryName}</span>
          {sku !== null && <span className="block truncate">SKU {sku}</span>}
          <Link
            to={paths.listing(id)}
            className={`inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4 lg:min-h-6 ${isOnSale ? 'text-forest' : 'text-clay'}`}
          >
            {onSaleAt !== null
              ? `On sale from ${shortDate(onSaleAt)}, ${shortTime(onSaleAt)}`
              : state === 'on-sale' && !isOnSale
                ? 'Not on sale'
                : listingStateWords[state]}{' '}
            <span className="sr-only">: {name}</span>
          </Link>
          {closed && <span className="block text-clay">Your shop is not approved yet</span>}
          {hsnCode === null && <span className="block text-clay">HSN code missing</span>}
          {missing.length > 0 && (
            <span className="block text-clay">
              Missing: {missing.map((need) => declarationLabels[need]).join(', ')}
            </span>
          )}
        </p>
        <div className="order-3 mt-0.5 flex flex-wrap items-baseline gap-x-3 self-start lg:order-none lg:contents">
          <p className="flex items-baseline gap-x-3 lg:flex-col lg:items-end">
            <Price rupees={price} className="text-lg lg:text-base" />
            <Link
              to={paths.prices(id)}
              className="inline-flex min-h-11 items-center text-sm font-semibold text-forest underline underline-offset-4 lg:min-h-6"
            >
              Prices <span className="sr-only">of {name}</span>
            </Link>
          </p>
          {noOfUnits < limits.lowStockBelowElsewhere ? (
            <StockNote units={noOfUnits} place="list" className="lg:text-right" />
          ) : (
            <p className="text-sm text-muted tabular-nums lg:text-right">
              {noOfUnits.toLocaleString('en-IN')} in stock
            </p>
          )}
        </div>
        {offSale && (
          <div className="order-6 col-span-2 mb-2 lg:order-last lg:col-span-full lg:mt-2 lg:mb-0">
            <OffSaleNote id={id} offSale={offSale} />
          </div>
        )}
        <div className="order-5 col-span-2 mt-1 flex flex-wrap sm:justify-end lg:order-none lg:col-span-1 lg:mt-0 lg:*:px-3">
          <Link to={paths.sellerProductView(id)} title={`View ${name}`} className={`${action} text-forest`}>
            <Eye aria-hidden="true" className="size-4.5" />
            <span className={label}>View</span> <span className="sr-only">{name}</span>
          </Link>
          <Link
            to={paths.editProduct(id)}
            state={{ fromList: true }}
            title={`Edit ${name}`}
            className={`${action} text-forest`}
          >
            <Pencil aria-hidden="true" className="size-4.5" />
            <span className={label}>Edit</span> <span className="sr-only">{name}</span>
          </Link>
          <button
            type="button"
            aria-haspopup="dialog"
            title={`Delete ${name}`}
            onClick={onDelete}
            className={`${action} text-clay hover:bg-clay-soft`}
          >
            <Trash2 aria-hidden="true" className="size-4.5" />
            <span className={label}>Delete</span> <span className="sr-only">{name}</span>
          </button>
        </div>
      </div>
    </li>
  )
}
