import { unitPrice } from '../../contract/declaration.ts'
import { formatRupees } from '../../contract/money.ts'
import type { ProductDetail } from '../../contract/product.ts'

/** '₹1.49 per g'; null where the net quantity is not declared. */
export function unitPriceWords({
  price,
  declaration: { netQuantity, netUnit },
}: Pick<ProductDetail, 'price' | 'declaration'>): string | null {
  if (netQuantity === null || netUnit === null) return null
  const { rupees, per } = unitPrice(price, netQuantity, netUnit)
  return `${formatRupees(rupees)} per ${per}`
}

/** '100 g' or '1 piece'. */
export const quantityWords = (quantity: number, unit: string): string =>
  unit === 'piece' ? `${quantity} ${quantity === 1 ? 'piece' : 'pieces'}` : `${quantity} ${unit}`
