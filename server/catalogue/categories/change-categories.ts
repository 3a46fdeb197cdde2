/** Creating and deleting categories and subcategories (specification §2, §7, §8; api-rules §6). */
import type { AuditAction } from '../../../contract/audit.ts'
import { record } from '../../people/audit/record.ts'
import type { Tx } from '../../platform/db/client.ts'
import { acceptPictures } from '../../platform/media/accept-pictures.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  deleteCategoryRow,
  deleteSubcategories,
  insertCategory,
  insertSubcategory,
  lockCategory,
  lockSubcategories,
} from './category-queries.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { deletionObstacle } from './category-rules.ts'

interface Named {
  id: number
  name: string
}

const recordChange = (tx: Tx, action: AuditAction, kind: 'category' | 'subcategory', { id, name }: Named) =>
  record(tx, action, { target: { kind, id: String(id), name } })

/** Refuses: conflict for a name that is taken, in whatever case. */
export async function createCategory(shop: Shop, name: string): Promise<Named> {
  const made = await shop.db.transaction(async (tx) => {
    const id = await insertCategory(tx, name)
    if (id === undefined) throw new Refusal('conflict', `There is a category '${name}' already.`)
    await recordChange(tx, 'category-created', 'category', { id, name })
    return { id, name }
  })
  catalogueChanged(shop.db)
  return made
}

/**
 * The picture may be in our own store or at any https address (api-rules §6).
 * Refuses: not-found for an unknown category; conflict for a name taken in it; invalid for another picture.
 */
export async function createSubcategory(
  shop: Shop,
  wanted: { name: string; imageUrl: string; categoryId: number },
): Promise<Named> {
  const { name, categoryId } = wanted
  const made = await shop.db.transaction(async (tx) => {
    if ((await lockCategory(tx, categoryId)) === undefined) throw notFound('There is no such category.')
    const imageUrl = await pictureAddress(shop, tx, wanted.imageUrl)
    const id = await insertSubcategory(tx, categoryId, name, imageUrl)
    if (id === undefined)
      throw new Refusal('conflict', `There is a subcategory '${name}' in this category already.`)
    await recordChange(tx, 'subcategory-created', 'subcategory', { id, name })
    return { id, name }
  })
  catalogueChanged(shop.db)
  return made
}

const notAPicture = 'Image URL must be an https address.'

async function pictureAddress(shop: Shop, tx: Tx, address: string): Promise<string> {
  const foreign = URL.canParse(address) ? new URL(address) : undefined
  const ours = address.startsWith('/') || address.startsWith(`${shop.config.publicUrl}/`)
  if (!ours && foreign?.protocol === 'https:' && !foreign.username && !foreign.password) return foreign.href
  try {
    return (await acceptPictures(shop, tx, [address]))[0] ?? address
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal('invalid', notAPicture, { fields: { imageUrl: notAPicture } })
  }
}

/** Its subcategories are deleted with it. Refuses: not-found; conflict, naming the subcategories with products, while it has any. */
export async function deleteCategory(shop: Shop, id: number): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const name = await lockCategory(tx, id)
    if (name === undefined) throw notFound('There is no such category.')
    const subcategories = await lockSubcategories(tx, { categoryId: id })
    refuseFull(name, subcategories)
    await deleteSubcategories(
      tx,
      subcategories.map((subcategory) => subcategory.id),
    )
    await deleteCategoryRow(tx, id)
    await recordChange(tx, 'category-deleted', 'category', { id, name })
  })
  catalogueChanged(shop.db)
}

/** Refuses: not-found; conflict while it has products. */
export async function deleteSubcategory(shop: Shop, id: number): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const subcategories = await lockSubcategories(tx, { id })
    const [subcategory] = subcategories
    if (!subcategory) throw notFound('There is no such subcategory.')
    refuseFull(subcategory.name, subcategories)
    await deleteSubcategories(tx, [id])
    await recordChange(tx, 'subcategory-deleted', 'subcategory', subcategory)
  })
  catalogueChanged(shop.db)
}

function refuseFull(name: string, subcategories: Parameters<typeof deletionObstacle>[1]): void {
  const obstacle = deletionObstacle(name, subcategories)
  if (obstacle) throw new Refusal('conflict', obstacle)
}
