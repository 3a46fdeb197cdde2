/** What the products of each category have to declare: the administrator's list, which sellers read, too. */
import type { z } from 'zod'
import type { declarationNeedsBody } from '../../../contract/admin-declarations.ts'
import { type CategoryNeeds, declarationNeeds } from '../../../contract/declaration.ts'
import { record } from '../../people/audit/record.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { allNeeds, lockCategory, putNeeds, removeNeeds } from './queries.ts'

export const listNeeds = ({ db }: Shop): Promise<CategoryNeeds[]> => allNeeds(db)

/** Listings are judged by it with their next save, and the others in the night. Refuses ('not-found') an unknown category. */
export async function saveNeeds(
  { db }: Shop,
  { categoryId, needs }: z.output<typeof declarationNeedsBody>,
): Promise<void> {
  const ordered = needs && declarationNeeds.filter((need) => needs.includes(need))
  await db.transaction(async (tx) => {
    const category = categoryId === null ? 'all other categories' : await lockCategory(tx, categoryId)
    if (category === null) throw notFound()
    if (ordered) await putNeeds(tx, categoryId, ordered)
    else if (categoryId !== null) await removeNeeds(tx, categoryId)
    await record(tx, 'declaration-needs-changed', {
      target: { kind: 'category', id: categoryId === null ? null : String(categoryId), name: category },
      note: ordered ? ordered.join(', ') : 'as all other categories',
    })
  })
}
