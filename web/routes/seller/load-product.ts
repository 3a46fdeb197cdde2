/** One product of the seller: with every field of its form. */
import { api } from '../../../contract/endpoints.ts'
import type { ProductForm } from '../../../contract/seller-product.ts'
import { ApiError, call } from '../../api/client.ts'
import { type Loaded, loadOrEmpty } from '../../api/load-or-empty.ts'

/** Null where it is not there or not this seller's, and where it could not be loaded. */
export function loadProduct(productId: string): Promise<Loaded<ProductForm | null>> {
  return loadOrEmpty(async () => {
    try {
      return await call(api.product.getForm, { params: { productId } })
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }
  }, null)
}
