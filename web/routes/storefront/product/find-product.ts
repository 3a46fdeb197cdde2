/** Loads the product of the page, or others where it does not exist. */
import type { ProductDetail } from '../../../../contract/product.ts'
import { api } from '../../../../contract/endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import { type ApiClient, ApiError } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { type CardProduct, toCard } from '../../../products/product-card.tsx'

export interface FoundProduct {
  product: ProductDetail | null
  /** Where there is none. */
  others: CardProduct[]
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
async function othersOfMissing(client: ApiClient, id: string): Promise<CardProduct[]> {
  const { value } = await loadOrEmpty(() => client.call(api.product.others, { params: { id } }), [])
  return value.length > 0 ? value.map(toCard) : await anyProducts(client)
}

/** The newest products of the first category that has products. */
async function anyProducts({ call, callPage }: ApiClient): Promise<CardProduct[]> {
  for (const { id } of await call(api.category.all)) {
    const { items } = await callPage(api.product.byCategory, {
      params: { id },
      query: { limit: limits.othersShown },
    })
    if (items.length > 0) return items.map(toCard)
  }
  return []
}
