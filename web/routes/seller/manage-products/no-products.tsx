import { Link } from 'react-router'
import { TryAgain } from '../../../layout/try-again.tsx'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PackageOpen } from '../../../ui/icons.tsx'
import { SearchX } from '../../../ui/more-icons.tsx'

interface Props {
  filtered: boolean
  failed: boolean
  /** The text where the filter finds nothing whatever is searched for; null where a search is why nothing is found. */
  nothing: string | null
}

/** Shown where there are no products, none that match the filter, or where loading failed. */
export function NoProducts({ filtered, failed, nothing }: Props) {
  if (failed) {
    return (
      <EmptyState
        icon={<PackageOpen />}
        title="No Product Found"
        text="We could not reach the shop just now."
      >
        <TryAgain />
      </EmptyState>
    )
  }
  if (filtered) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="No Product Found"
        text={nothing ?? 'Try fewer or other words, or another filter.'}
      >
        <Link to={paths.manageProducts} className={buttonClass('secondary')}>
          Show all products
        </Link>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<PackageOpen />}
      title="No Product Found"
      text="Products that you add appear here, and in the shop once nothing is missing."
    >
      <Link to={paths.addProduct} className={buttonClass()}>
        Add New Product
      </Link>
      <Link to={paths.importProducts} className={buttonClass('secondary')}>
        Import from a file
      </Link>
    </EmptyState>
  )
}
