import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import type { ListedProduct } from '../../../../contract/product.ts'
import { ApiError, call } from '../../../api/client.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { firstInDialog } from '../../../ui/first-in-dialog.ts'
import { sellingWords } from '../../../messages/selling.ts'
import { sellerToast } from '../seller-toast.tsx'

interface Props {
  product: ListedProduct
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a product is deleted (specification §2, §8). */
export function DeleteDialog({ product, onClose, onDeleted }: Props) {
  const signedOut = useSignedOut()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)

  async function remove(): Promise<void> {
    setBusy(true)
    try {
      await call(api.product.delete, { params: { id: product.id } })
      sellerToast.success(sellingWords.deleteProduct.success)
      onDeleted()
    } catch (error) {
      if (signedOut(error)) return
      sellerToast.error(sellingWords.deleteProduct.failure)
      setBusy(false)
      // 404: the product was deleted already, e.g. in another tab.
      if (error instanceof ApiError && error.status === 404) {
        onClose()
        void revalidate()
      }
    }
  }

  return (
    <Dialog open title="Delete Product" onClose={onClose}>
      <p dir="auto" className="line-clamp-3 font-medium">
        {product.name}
      </p>
      <p className="mt-2 text-muted">This action cannot be undone.</p>
      <p className="mt-2 text-sm text-muted">
        The product leaves the shop at once. Orders that were placed before stay as they are.
      </p>
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button ref={firstInDialog} look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button look="danger" busy={busy} busyLabel="Deleting..." onClick={() => void remove()}>
          Delete
        </Button>
      </div>
    </Dialog>
  )
}
