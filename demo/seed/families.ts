/** Inserts the demo shop's families, as their sellers would make them. */
import { createFamily } from '../../server/catalogue/families/write-family.ts'
import { singleRow, type Tx } from '../../server/platform/db/client.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { demoFamilies } from '../families.ts'

export async function seedFamilies(tx: Tx, products: ReadonlyMap<string, { id: string }>): Promise<void> {
  for (const { members, ...family } of demoFamilies) {
    const listings = members.map(({ slug, values }) => ({ productId: products.get(slug)?.id ?? '', values }))
    const owner = singleRow(
      await tx.query<{ sellerId: string; subcategoryId: number }>(sql`
        select seller_id as "sellerId", subcategory_id as "subcategoryId" from product where id = ${listings[0]?.productId ?? ''}`),
    )
    await createFamily(tx, owner, { ...family, members: listings })
  }
}
