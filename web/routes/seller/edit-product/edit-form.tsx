/**
 * The form that edits a product. A save that meets a newer version of another window is merged or asks, and loses
 * nothing.
 */
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import type { KeptWords } from '../../../../contract/green-words.ts'
import { imagesAtMost, type ProductForm as Product } from '../../../../contract/seller-product.ts'
import { ApiError, call } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { loadProduct } from '../load-product.ts'
import { editSchema, type Values, valuesOf } from '../product-form/form-values.ts'
import type { Choices } from '../product-form/load-choices.ts'
import { type MergeResult, merge } from '../product-form/merge.ts'
import { ProductForm } from '../product-form/product-form.tsx'
import { sellingWords } from '../../../messages/selling.ts'
import { sellerToast } from '../seller-toast.tsx'
import { notOnSale } from '../not-on-sale.ts'
import { ConflictDialog } from './conflict-dialog.tsx'

interface Conflict {
  theirs: Product
  merged: MergeResult
}

export function EditForm({ product, choices }: { product: Product; choices: Choices }) {
  const navigate = useNavigate()
  const fromList = (useLocation().state as { fromList?: boolean } | null)?.fromList === true
  // Kept in state, because a revalidation of the loader, e.g. for the categories, must not change the base of the
  // merge.
  const [base, setBase] = useState({ product, start: valuesOf(product) })
  const kept = useState<KeptWords>([])
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { id, version } = base.product

  async function compare(typed: Values): Promise<void> {
    const { value: theirs } = await loadProduct(id)
    if (!theirs) return
    setConflict({ theirs, merged: merge(valuesOf(base.product), typed, valuesOf(theirs)) })
  }

  function goOn(start: Values): void {
    if (conflict) setBase({ product: conflict.theirs, start })
    setConflict(null)
  }

  return (
    <>
      <ProductForm
        // A new form for another version, with its initial values.
        key={version}
        choices={choices}
        schema={editSchema}
        start={base.start}
        saved={valuesOf(base.product)}
        productId={id}
        kept={kept}
        tooMany={imagesAtMost}
        action="Save Changes"
        failed={sellingWords.editProduct}
        unitsHint="With those in unpaid checkouts."
        send={async (values) => {
          const { msg, missing } = await call(api.product.edit, {
            params: { productId: id },
            body: { ...values, version },
          }).catch(inWords)
          sellerToast.success(msg || sellingWords.editProduct.success, notOnSale(missing))
        }}
        onSaved={() => void (fromList ? navigate(-1) : navigate(paths.manageProducts))}
        onConflict={(typed) => void compare(typed)}
      />
      {conflict && (
        <ConflictDialog
          typed={conflict.merged.values}
          saved={valuesOf(conflict.theirs)}
          conflicting={conflict.merged.conflicting}
          choices={choices}
          onKeep={() => goOn(conflict.merged.values)}
          onTake={() => goOn(valuesOf(conflict.theirs))}
          onClose={() => setConflict(null)}
        />
      )}
    </>
  )
}

/** The server's 404 does not say what is missing: here it can only be the product. */
function inWords(error: unknown): never {
  if (error instanceof ApiError && error.status === 404)
    throw new ApiError(404, 'This product was deleted in another window.')
  throw error
}
