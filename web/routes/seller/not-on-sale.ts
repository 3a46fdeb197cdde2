import { declarationLabels } from '../../../contract/declaration.ts'
import type { SellersProduct } from '../../../contract/seller-product.ts'

/** What is said after a save of a listing that is held back; undefined for another one. */
export const notOnSale = (missing: SellersProduct['missing'] | undefined): string | undefined =>
  missing && `Not on sale until you fill in: ${missing.map((field) => declarationLabels[field]).join(', ')}.`
