/**
 * Adds, edits and deletes products as their sellers ask, with search words and facets. Stock, prices, states, holidays and what
 * is missing are written by modules of their own.
 */
import type { ProductInput } from '../../../contract/seller-product.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Shop } from '../../platform/shop.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { putAttributes } from '../attributes/product-queries.ts'
import { refuseProductAttributes } from '../attributes/refuse.ts'
import { judgeListing, judgeNewListing } from '../declarations/hold-back.ts'
import type { Missing } from '../declarations/queries.ts'
import { refuseDeclaration } from '../declarations/refuse.ts'
import { noteGreenWords } from '../green-claims/check-words.ts'
import { noteSaved, queueOfSeller } from '../moderation/queries.ts'
import { tellReviewedAgain } from '../green-claims/review-again.ts'
import { linesOf, type StoredPictures } from './image-texts.ts'
import { noteChanges, readFacts } from '../listing-changes/note-changes.ts'
import { writeState } from '../listing-states/queries.ts'
import { indexSearchWords } from '../search/index-search-words.ts'
import { noteListsChanged, noteSearchChanged } from '../../platform/page-cache/watch-changes.ts'
import {
  insertProduct,
  lockProductsOf,
  markDeleted,
  purgeProducts,
  refreshFacets,
  updateProduct,
  type Whose,
  writeDocuments,
} from './product-queries.ts'

/**
 * Puts a product on sale, or keeps it as a draft, in the caller's transaction that has locked its subcategory. `pictures`: accepted
 * ones, main one first.
 * Returns what it lacks where it is held back for that.
 */
export async function createProduct(
  shop: Pick<Shop, 'db' | 'config'>,
  tx: Tx,
  product: { id: string; sellerId: string; input: ProductInput; pictures: StoredPictures },
): Promise<Missing | undefined> {
  await insertProduct(tx, product.id, product.sellerId, product.input, product.pictures).catch(
    refuseDeclaration,
  )
  const { attributes = [], categoryId } = product.input
  if (attributes.length > 0) {
    await putAttributes(tx, product.id, categoryId, attributes).catch(refuseProductAttributes)
    await writeDocuments(tx, [product.id])
  }
  if (product.input.draft) await writeState(tx, product.id, 'draft', null)
  const missing = await judgeNewListing(shop, tx, product.id)
  await noteGreenWords(tx, product.id, { ...product.input, imageTexts: linesOf(product.pictures) })
  await queueOfSeller(tx, product.id, product.sellerId)
  await indexSearchWords(tx, [product.id])
  await noteChanges(tx, product.id, null)
  tx.afterCommit(() => catalogueChanged(shop.db))
  return missing
}

/**
 * Writes a product that the caller's transaction has locked, with its subcategory; returns its new version, and what it lacks
 * where it is held back for that. `free`: pieces on sale. `withheld`: pieces of unpaid checkouts that are not on sale again
 * afterwards.
 */
export async function saveProduct(
  shop: Shop,
  tx: Tx,
  id: string,
  input: ProductInput,
  stored: StoredPictures & { free: number; withheld: number },
): Promise<{ version: number; missing: Missing | undefined }> {
  const before = await readFacts(tx, id)
  await putAttributes(tx, id, input.categoryId, input.attributes).catch(refuseProductAttributes)
  const version = await updateProduct(tx, id, input, stored).catch(refuseDeclaration)
  const missing = await judgeListing(shop, tx, id)
  await noteGreenWords(tx, id, { ...input, imageTexts: linesOf(stored) })
  await noteSaved(tx, id)
  await indexSearchWords(tx, [id])
  await tellReviewedAgain(shop, tx, id)
  await noteChanges(tx, id, before)
  tx.afterCommit(() => catalogueChanged(shop.db))
  return { version, missing }
}

/** Deletes a seller's product in the caller's transaction, so that it is not on sale any more; false where the seller has no such product. */
export async function removeFromSale(
  { db }: Pick<Shop, 'db'>,
  tx: Tx,
  sellerId: string,
  id: string,
): Promise<boolean> {
  tx.afterCommit(() => catalogueChanged(db))
  return markDeleted(tx, sellerId, id)
}

const batch = 200

/**
 * Updates search documents and facets of all products of a seller whose company name changed, or with an attribute that changed.
 * In small transactions, safe to run twice.
 */
export async function refreshProductsOf({ db }: Pick<Shop, 'db'>, whose: Whose): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    // One transaction for each batch, because buyers of these products wait for it.
    const ids = await db.transaction(async (tx) => {
      const done = await lockProductsOf(tx, whose, after, batch)
      await writeDocuments(tx, done)
      await indexSearchWords(tx, done)
      await noteListsChanged(tx, await refreshFacets(tx, done))
      // A search page that was rendered since the new name was saved lacks these products.
      await noteSearchChanged(tx)
      return done
    })
    if (ids.length < batch) break
    after = ids.at(-1) ?? after
  }
  catalogueChanged(db)
}

/** Deletes at most `limit` deleted products that nothing refers to and returns how many. Safe on several nodes at once. */
export const purgeDeletedProducts = ({ db }: Pick<Shop, 'db'>, limit: number) => purgeProducts(db, limit)
