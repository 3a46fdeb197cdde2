import { Link } from 'react-router'
import { TryAgain } from '../../layout/try-again.tsx'
import { sellingWords } from '../../messages/selling.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PackageX } from '../../ui/icons.tsx'

/** Shown where the seller's product does not exist or could not be loaded. */
export function ProductMissing({ failed }: { failed: boolean }) {
  return (
    <EmptyState
      icon={<PackageX />}
      title={sellingWords.loadProductForm.failure}
      text={
        failed
          ? 'We could not reach the shop just now.'
          : 'This product was deleted, or its address is wrong.'
      }
    >
      {failed && <TryAgain />}
      <Link to={paths.manageProducts} className={buttonClass(failed ? 'secondary' : 'primary')}>
        Manage Products
      </Link>
    </EmptyState>
  )
}
