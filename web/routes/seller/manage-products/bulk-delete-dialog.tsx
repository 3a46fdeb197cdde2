import type { SellersProduct } from '../../../../contract/seller-product.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { firstInDialog } from '../../../ui/first-in-dialog.ts'
import { productsIn } from './use-bulk-edit.ts'

interface Props {
  products: readonly SellersProduct[]
  busy: boolean
  onDelete: () => void
  onClose: () => void
}

/** Asks before the chosen products are deleted. */
export function BulkDeleteDialog({ products, busy, onDelete, onClose }: Props) {
  const words = productsIn(products.length)
  return (
    <Dialog open title={`Delete ${words}`} onClose={onClose}>
      <ul className="max-h-48 list-disc overflow-y-auto pl-5 font-medium" tabIndex={0} aria-label="Products">
        {products.map(({ id, name }) => (
          <li key={id} className="wrap-anywhere">
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-muted">This action cannot be undone. To keep them for later, hide them.</p>
      <p className="mt-2 text-sm text-muted">
        The products leave the shop at once. Orders that were placed before stay as they are.
      </p>
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button ref={firstInDialog} look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button look="danger" busy={busy} busyLabel="Deleting..." onClick={onDelete}>
          Delete {words}
        </Button>
      </div>
    </Dialog>
  )
}
