import { priceAboveMrp, unitMissing } from '../../../contract/declaration.ts'
import { bulkAbove, saleAbove } from '../../../contract/prices.ts'
import { skuTaken } from '../../../contract/seller-product.ts'
import { Refusal } from '../../platform/refusal.ts'

const refusals: Record<string, { words: string; field: string }> = {
  product_price_within_mrp: { words: priceAboveMrp, field: 'price' },
  product_regular_within_mrp: { words: priceAboveMrp, field: 'price' },
  product_sale_below_price: { words: saleAbove, field: 'price' },
  product_bulk_below_price: { words: bulkAbove, field: 'price' },
  product_sku: { words: skuTaken, field: 'sku' },
  product_net_quantity: { words: unitMissing, field: 'netUnit' },
}

/** Turns what the database refuses of a listing's declarations and prices into words for the seller, and throws it. */
export function refuseDeclaration(error: unknown): never {
  const refused = refusals[(error as { constraint?: string }).constraint ?? '']
  if (refused) throw new Refusal('invalid', refused.words, { fields: { [refused.field]: refused.words } })
  throw error
}
