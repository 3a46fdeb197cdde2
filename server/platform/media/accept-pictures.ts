/** Checks picture addresses that a person sent, inside the transaction that stores them (api-rules §6). */
import { foreignImage } from '../../../contract/seller-product.ts'
import type { Tx } from '../db/client.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { placeOf, publicImageUrl } from './address.ts'
import { markUsed } from './queries.ts'

/**
 * Returns the addresses in the form that the database stores, and marks uploads among them as used, so that they are not
 * removed as unused. `already` are the addresses that the row has stored; they stay valid. Refuses: invalid for an
 * address that is neither in our store nor at the configured cloud.
 */
export async function acceptPictures(
  shop: Shop,
  tx: Tx,
  addresses: readonly string[],
  already: readonly string[] = [],
): Promise<string[]> {
  const places = addresses.map((address) => placeOf(shop.config, address))
  const uploads = places.flatMap((place) => (place?.at === 'store' ? [place.key] : []))
  const known = new Set(uploads.length > 0 ? await markUsed(tx, uploads) : [])
  return places.map((place, index) => {
    const address = addresses[index] ?? ''
    const kept = already.find((stored) => [stored, publicImageUrl(shop.config, stored)].includes(address))
    if (kept !== undefined) return kept
    if (!place || (place.at === 'store' && !known.has(place.key)))
      throw new Refusal('invalid', foreignImage, { fields: { imageUrls: foreignImage } })
    return place.stored
  })
}
