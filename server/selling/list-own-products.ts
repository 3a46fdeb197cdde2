/** private/product/get-by-seller: newest first, in pages (specification §2, §7). */
import type { SellersProduct, StockFilter } from '../../contract/seller-product.ts'
import { toListedProduct } from '../catalogue/products/present.ts'
import { compactIdCursor, keysetPage, type Page, type PageRequest } from '../platform/keyset-page.ts'
import type { Shop } from '../platform/shop.ts'
import { countOwnProducts, ownProducts } from '../catalogue/products/own-products.ts'
import { searchWords } from './rules.ts'

interface OwnProductsQuery extends PageRequest {
  search?: string | undefined
  stock?: StockFilter | undefined
  hsn?: 'missing' | undefined
  declared?: 'missing' | undefined
  state?: 'off-sale' | undefined
}

/** Refuses ('invalid') a malformed cursor. */
export async function listOwnProducts(
  shop: Shop,
  sellerId: string,
  query: OwnProductsQuery,
): Promise<Page<SellersProduct>> {
  const filter = {
    sellerId,
    words: searchWords(query.search),
    stock: query.stock,
    hsnMissing: query.hsn === 'missing',
    declaredMissing: query.declared === 'missing',
    notOnSale: query.state === 'off-sale',
  }
  return keysetPage(query, compactIdCursor, {
    rows: (limit, before) => ownProducts(shop.db, filter, limit, before),
    count: () => countOwnProducts(shop.db, filter),
    toItem: (row) => ({
      ...toListedProduct(shop.config, { ...row, units: row.ownUnits, backOn: null, family: null }),
      hsnCode: row.hsnCode,
      sku: row.sku,
      version: row.version,
      missing: row.missing,
      heldBack: row.heldBack,
      offSale: row.offSale,
      state: row.state,
      onSaleAt: row.onSaleAt && row.onSaleAt.toISOString(),
    }),
  })
}
