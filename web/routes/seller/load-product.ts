/** Loads one of the seller's products with all fields of its form. */
import { api } from '../../../contract/endpoints.ts'
import type { ProductForm } from '../../../contract/seller-product.ts'
import { call } from '../../api/client.ts'
import { nullIfMissing } from '../../api/null-if-missing.ts'
import { type Loaded, loadOrEmpty } from '../../api/load-or-empty.ts'

/** `value` is null where the product does not exist, belongs to another seller or could not be loaded. */
export function loadProduct(productId: string): Promise<Loaded<ProductForm | null>> {
  return loadOrEmpty(() => nullIfMissing(call(api.product.getForm, { params: { productId } })), null)
}
