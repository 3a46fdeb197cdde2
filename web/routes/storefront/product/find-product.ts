/** Loads the product of the page, or others where it does not exist. */
import type { ListedProduct, ProductDetail } from '../../../../contract/product.ts'
import { api } from '../../../../contract/endpoints.ts'
import { type ApiClient, ApiError } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { anyProducts } from '../lists/others.server.tsx'

export interface FoundProduct {
  product: ProductDetail | null
  /** Where there is none. */
  others: ListedProduct[]
}

export async function findProduct(client: ApiClient, id: string): Promise<FoundProduct> {
  try {
    return { product: await client.call(api.product.get, { params: { id } }), others: [] }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      return { product: null, others: await othersOfMissing(client, id) }
    throw error
  }
}

/** The others of a deleted product's subcategory (api-rules §6); for an address that never existed any products. */
async function othersOfMissing(client: ApiClient, id: string): Promise<ListedProduct[]> {
  const { value } = await loadOrEmpty(() => client.call(api.product.others, { params: { id } }), [])
  return value.length > 0 ? value : await anyProducts(client)
}
