/** Loads what the product forms need: categories, subcategories and the settings of the upload. */
import { useEffect } from 'react'
import type { AskedAttribute } from '../../../../contract/attribute.ts'
import type { Category, Subcategory } from '../../../../contract/category.ts'
import { api } from '../../../../contract/endpoints.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import type { CategoryNeeds } from '../../../../contract/declaration.ts'
import type { UploadSettings } from '../../../../contract/settings.ts'
import { call } from '../../../api/client.ts'
import { type Loaded, loadOrEmpty } from '../../../api/load-or-empty.ts'
import { sellingWords } from '../../../messages/selling.ts'
import { sellerToast } from '../seller-toast.tsx'

export interface Choices {
  categories: Loaded<Category[]>
  subcategories: Loaded<Subcategory[]>
  /** Null where the settings could not be loaded. */
  upload: UploadSettings | null
  /** What categories need declared; empty where it could not be loaded. */
  needs: CategoryNeeds[]
  /** Null where they could not be loaded. */
  attributes: AskedAttribute[] | null
}

export async function loadChoices(): Promise<Choices> {
  const [categories, subcategories, upload, needs, attributes] = await Promise.all([
    loadOrEmpty(() => call(api.category.all), []),
    loadOrEmpty(() => call(api.category.allSubcategories), []),
    loadOrEmpty<UploadSettings | null>(() => call(api.settings.upload), null),
    loadOrEmpty(() => call(api.product.declarationNeeds), []),
    loadOrEmpty<AskedAttribute[] | null>(() => call(privateApi.attribute.asked), null),
  ])
  return {
    categories,
    subcategories,
    upload: upload.value,
    needs: needs.value,
    attributes: attributes.value,
  }
}

/** Shows toasts for what could not be loaded (specification §8). */
export function useChoiceMessages({ categories, subcategories }: Choices): void {
  useEffect(() => {
    if (categories.failed) sellerToast.error(sellingWords.loadCategories.failure)
    if (subcategories.failed) sellerToast.error(sellingWords.loadSubcategories.failure)
  }, [categories, subcategories])
}
