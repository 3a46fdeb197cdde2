/** Loads one of the seller's products with all fields of its form. */
import { api } from '../../../contract/endpoints.ts'
import type { ProductForm } from '../../../contract/seller-product.ts'
import { ApiError, call } from '../../api/client.ts'
import { type Loaded, loadOrEmpty } from '../../api/load-or-empty.ts'

/** `value` is null where the product does not exist, belongs to another seller or could not be loaded. */
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
