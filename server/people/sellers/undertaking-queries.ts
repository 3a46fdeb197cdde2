/** SQL of the undertakings of sellers. */
import type { Queryable } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

export async function insertUndertaking(
  db: Queryable,
  sellerId: string,
  version: string,
  words: string,
): Promise<void> {
  await db.query(sql`
    insert into seller_undertaking (seller_id, version, words) values (${sellerId}, ${version}, ${words})
    on conflict do nothing`)
}

export interface UndertakingRow {
  version: string
  words: string
  acceptedAt: Date
}

/** The newest one that the seller accepted. */
export async function findUndertaking(db: Queryable, sellerId: string): Promise<UndertakingRow | undefined> {
  const [row] = await db.query<UndertakingRow>(sql`
    select version::text, words, accepted_at as "acceptedAt" from seller_undertaking
    where seller_id = ${sellerId} order by version desc limit 1`)
  return row
}
