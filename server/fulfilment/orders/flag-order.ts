import type { Queryable } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

/** Puts what a person has to do about an order before what stands there; words that are there are not repeated. */
export async function flagOrder(db: Queryable, orderId: string, words: string): Promise<void> {
  await db.query(sql`
    update orders set needs_attention = concat_ws(' ', ${words}::text, needs_attention), updated_at = now()
    where id = ${orderId} and position(${words}::text in coalesce(needs_attention, '')) = 0`)
}

/** Takes these words out of what a person has to do about an order. */
export async function unflagOrder(db: Queryable, orderId: string, words: readonly string[]): Promise<void> {
  const without = words.reduce<Sql>((all, some) => sql`replace(${all}, ${some}, '')`, sql`needs_attention`)
  await db.query(sql`
    update orders set needs_attention = nullif(btrim(${without}), ''), updated_at = now()
    where id = ${orderId} and needs_attention is not null`)
}
