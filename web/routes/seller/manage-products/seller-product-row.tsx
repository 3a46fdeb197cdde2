import { Eye } from '../../../ui/icons/eye.ts'
import { Pencil } from '../../../ui/icons/pencil.ts'
import { Trash2 } from '../../../ui/icons/trash.ts'
import { Link } from 'react-router'
import { limits } from '../../../../contract/limits.ts'
import type { SellersProduct } from '../../../../contract/seller-product.ts'
import { paths } from '../../../paths.ts'
import { Picture } from '../../../ui/picture.tsx'
import { Price } from '../../../products/price.tsx'
import { StockNote } from '../../../products/stock-note.tsx'

interface Props {
  product: SellersProduct
  /** Probably in view when the page opens: its picture is not loaded lazily. */
  eager: boolean
  onDelete: () => void
}

const action =
  'inline-flex min-h-11 flex-1 items-center justify-center gap-2 rounded-full px-3 text-sm font-semibold hover:bg-dew sm:flex-none'

export function SellerProductRow({ product, eager, onDelete }: Props) {
  const { id, name, price, imageUrl, description, noOfUnits, subCategoryName, hsnCode } = product
  return (
    <li className="flex flex-col gap-x-5 px-3 pt-3 pb-1.5 sm:px-4 sm:pt-4 lg:flex-row lg:items-center lg:pb-4">
      <div className="flex min-w-0 flex-1 gap-3.5 sm:gap-5">
        <div className="size-20 shrink-0 overflow-hidden rounded-xl bg-mist sm:size-24">
          <Picture
            src={imageUrl}
            alt=""
            size={96}
            sizes="(min-width: 640px) 96px, 80px"
            eager={eager}
            className={`size-full ${noOfUnits > 0 ? '' : 'opacity-60'}`}
          />
        </div>
        <div className="min-w-0 flex-1 gap-6 md:flex">
          <div className="min-w-0 flex-1">
            <h2 dir="auto" className="line-clamp-2 font-semibold">
              {name}
            </h2>
            <p className="truncate text-sm text-muted">{subCategoryName}</p>
            {hsnCode === null && <p className="text-sm text-clay">HSN code missing</p>}
            <p dir="auto" className="mt-1 line-clamp-2 text-sm text-muted max-md:hidden">
              {description}
            </p>
          </div>
          <div className="mt-1 flex flex-wrap items-baseline gap-x-3 md:mt-0 md:w-32 md:flex-col md:items-end md:self-center md:text-right">
            <Price rupees={price} className="text-lg" />
            {noOfUnits < limits.lowStockBelowElsewhere ? (
              <StockNote units={noOfUnits} place="list" />
            ) : (
              <p className="text-sm text-muted">{noOfUnits.toLocaleString('en-IN')} in stock</p>
            )}
          </div>
        </div>
      </div>
      <p dir="auto" className="mt-2 line-clamp-2 text-sm text-muted md:hidden">
        {description}
      </p>
      <div className="mt-1 flex sm:justify-end lg:mt-0">
        <Link to={paths.sellerProductView(id)} className={`${action} text-forest`}>
          <Eye aria-hidden="true" className="size-4.5" />
          View <span className="sr-only">{name}</span>
        </Link>
        <Link to={paths.editProduct(id)} state={{ fromList: true }} className={`${action} text-forest`}>
          <Pencil aria-hidden="true" className="size-4.5" />
          Edit <span className="sr-only">{name}</span>
        </Link>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onDelete}
          className={`${action} text-clay hover:bg-clay-soft`}
        >
          <Trash2 aria-hidden="true" className="size-4.5" />
          Delete <span className="sr-only">{name}</span>
        </button>
      </div>
    </li>
  )
}
