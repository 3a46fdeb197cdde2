import type { Queryable } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

/** Puts an administrator's task before the existing text of the order's attention, unless it is there already. */
export async function flagOrder(db: Queryable, orderId: string, words: string): Promise<void> {
  await db.query(sql`
    update orders set needs_attention = concat_ws(' ', ${words}::text, needs_attention), updated_at = now()
    where id = ${orderId} and position(${words}::text in coalesce(needs_attention, '')) = 0`)
}

/** Removes this text from the order's attention. */
export async function unflagOrder(db: Queryable, orderId: string, words: readonly string[]): Promise<void> {
  const without = words.reduce<Sql>((all, some) => sql`replace(${all}, ${some}, '')`, sql`needs_attention`)
  await db.query(sql`
    update orders set needs_attention = nullif(btrim(${without}), ''), updated_at = now()
    where id = ${orderId} and needs_attention is not null`)
}
