/** The sale and the bulk prices of a seller's own product: shown and saved. */
import { rupees } from '../../../contract/money.ts'
import type { PricesInput, SellersPrices } from '../../../contract/prices.ts'
import { changedElsewhere } from '../../../contract/seller-product.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { shortlyBefore } from '../at-its-second.ts'
import { refuseDeclaration } from '../declarations/refuse.ts'
import { noteChanges, readFacts } from '../listing-changes/note-changes.ts'
import { findPrices, updatePrices } from './queries.ts'
import { bulkOf, saleOf, saleRuns, stepsBelow } from './rules.ts'

/** Refuses: not-found for a product that is not this seller's or deleted. */
export async function showPrices(shop: Shop, sellerId: string, productId: string): Promise<SellersPrices> {
  const row = await findPrices(shop.db, sellerId, productId)
  if (!row) throw notFound()
  const { salePaise, saleBegins, saleEnds, now } = row
  const runs = saleRuns(row)
  return {
    id: row.id,
    name: row.name,
    imageUrl: publicImageUrl(shop.config, row.image),
    price: rupees(row.regularPaise),
    mrp: row.mrpPaise === null ? null : rupees(row.mrpPaise),
    sale:
      salePaise === null || saleBegins === null || saleEnds === null || saleEnds <= now
        ? null
        : {
            price: rupees(salePaise),
            begins: saleBegins.toISOString(),
            ends: saleEnds.toISOString(),
            runs,
            lowest: runs && row.lowestPaise !== null ? rupees(row.lowestPaise) : null,
          },
    bulkPrices: stepsBelow(row.regularPaise, row),
    version: row.version,
  }
}

/**
 * Replaces the sale and the bulk prices; returns the product's new version. Refuses: not-found for a product that is not this
 * seller's or deleted; conflict where it was saved since it was loaded; invalid for what `saleOf` and `bulkOf` refuse.
 */
export async function savePrices(
  shop: Shop,
  sellerId: string,
  productId: string,
  input: PricesInput,
): Promise<number> {
  return shop.db.transaction(async (tx) => {
    const stored = await findPrices(tx, sellerId, productId, { lock: true })
    if (!stored) throw notFound()
    if (stored.version !== input.version) throw new Refusal('conflict', changedElsewhere)
    const sale = saleOf(input, stored)
    const before = await readFacts(tx, productId)
    const version = await updatePrices(tx, productId, sale, bulkOf(input, stored)).catch(refuseDeclaration)
    await noteChanges(tx, productId, before)
    for (const at of sale ? [sale.begins, sale.ends] : [])
      if (at > stored.now)
        await shop.jobs.send(tx, 'change-prices', { at: at.toISOString() }, { at: shortlyBefore(at) })
    tx.afterCommit(() => catalogueChanged(shop.db))
    return version
  })
}
