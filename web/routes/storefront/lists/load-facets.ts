import { api } from '../../../../contract/endpoints.ts'
import type { Facet } from '../../../../contract/product.ts'
import type { ApiClient } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { type ListState, withoutParams } from './list-address.ts'

interface OneList {
  categoryId?: number
  subCategoryId?: number
  sellerId?: string
}

/** By what a list can be narrowed; nothing where that cannot be loaded. */
export async function loadFacets(shop: ApiClient, { query }: ListState, list: OneList): Promise<Facet[]> {
  const filters = withoutParams(query, 'sort')
  return (await loadOrEmpty(() => shop.call(api.product.facets, { query: { ...list, ...filters } }), []))
    .value
}
