/** What a seller does with a checked import: writes it, stops it, or gives it pictures. */
import type { Body } from '../../../contract/endpoint.ts'
import type { productImports } from '../../../contract/product-import.ts'
import type { Tx } from '../../platform/db/client.ts'
import { placeOf } from '../../platform/media/address.ts'
import { foreignImage } from '../../../contract/seller-product.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { findImport, forgetVerdicts, moveImport, putPictures } from './queries.ts'

export const underWay = 'An import of yours is under way. Please wait for its end, or stop it.'
const notChecked = 'This import is not waiting for you any more. Please reload the page.'

async function requireOwn(shop: Shop, sellerId: string, id: string): Promise<void> {
  if (!(await findImport(shop.db, sellerId, id))) throw notFound()
}

/** Refuses: not-found; conflict for an import that is not checked. */
export async function startImport(shop: Shop, sellerId: string, id: string): Promise<void> {
  await requireOwn(shop, sellerId, id)
  await continueImport(shop, sellerId, id, 'running', async () => {})
}

/** Does nothing to one that has ended. Refuses: not-found. */
export async function stopImport(shop: Shop, sellerId: string, id: string): Promise<void> {
  await requireOwn(shop, sellerId, id)
  await moveImport(shop.db, id, ['checking', 'checked', 'running'], 'stopped', sellerId)
}

/** Refuses: not-found; conflict for an import that is not checked; invalid for a picture that is not ours. */
export async function namePictures(
  shop: Shop,
  sellerId: string,
  id: string,
  { pictures }: Body<(typeof productImports)['pictures']>,
): Promise<void> {
  await requireOwn(shop, sellerId, id)
  if (pictures.some(({ address }) => !placeOf(shop.config, address)))
    throw new Refusal('invalid', foreignImage)
  const byName = new Map(pictures.map(({ name, address }) => [name, { name, address, problem: null }]))
  await continueImport(shop, sellerId, id, 'checking', async (tx) => {
    await putPictures(tx, id, [...byName.values()])
    await forgetVerdicts(tx, id)
  })
}

async function continueImport(
  shop: Shop,
  sellerId: string,
  id: string,
  to: 'checking' | 'running',
  prepare: (tx: Tx) => Promise<void>,
): Promise<void> {
  await shop.db
    .transaction(async (tx) => {
      if (!(await moveImport(tx, id, ['checked'], to, sellerId))) throw new Refusal('conflict', notChecked)
      await prepare(tx)
      await shop.jobs.send(tx, 'import-products', { importId: id })
    })
    .catch((error: unknown) => {
      const { constraint } = error as { constraint?: string }
      throw constraint === 'product_import_one' ? new Refusal('conflict', underWay) : error
    })
}
