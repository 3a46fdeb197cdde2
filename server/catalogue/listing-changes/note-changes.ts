/** What changed of a listing by hand, by whom and when: whoever writes one compares it before and after, in the same transaction. */
import { currentCaller } from '../../platform/caller.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { singleRow } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Shop } from '../../platform/shop.ts'

/** All that people decide about a listing, as JSON; for `noteChanges`. The caller has locked the product. */
export async function readFacts(tx: Tx, productId: string): Promise<string> {
  return singleRow(await tx.query<{ facts: string }>(sql`select listing_facts(${productId})::text as facts`))
    .facts
}

/** So many changes of one listing are kept; the newest are shown. */
const keptMax = 500
const shownMax = 100

/** `before`: what `readFacts` returned; null for a new listing, of which only the state is noted. */
export async function noteChanges(
  tx: Tx,
  productId: string,
  before: string | null,
  who: 'seller' | 'moderator' = 'seller',
): Promise<void> {
  const { actor } = currentCaller()
  const by = actor?.id ? who : 'shop'
  const rows = await tx.query(sql`
    insert into listing_change (product_id, by, person, field, was, became)
    select ${productId}, ${by}, ${by === 'seller' ? (actor?.name ?? null) : null}, key, left(w.value, 200), left(b.value, 200)
    from jsonb_each_text(coalesce(${before}::jsonb, '{}')) as w full join jsonb_each_text(listing_facts(${productId})) as b using (key)
    where b.value is distinct from w.value and (${before !== null} or key = 'state') order by key
    returning 1`)
  if (rows.length > 0 && before !== null)
    await tx.query(sql`
      delete from listing_change where product_id = ${productId} and id <= (
        select id from listing_change where product_id = ${productId} order by id desc offset ${keptMax} limit 1)`)
}

/** Notes that scheduled listings came on sale. */
export async function noteOffered(tx: Tx, productIds: readonly string[]): Promise<void> {
  await tx.query(sql`
    insert into listing_change (product_id, by, field, was, became)
    select unnest(${productIds}::uuid[]), 'shop', 'state', 'scheduled', 'on-sale'`)
}

interface ChangeRow {
  at: Date
  by: 'seller' | 'moderator' | 'shop'
  person: string | null
  field: string
  was: string | null
  became: string | null
}

/** The newest first. */
export async function listChanges(db: Queryable, productId: string): Promise<ChangeRow[]> {
  return db.query(sql`
    select at, by, person, field, was, became from listing_change where product_id = ${productId}
    order by id desc limit ${shownMax}`)
}

/** Deletes at most `limit` changes of 400 days ago and returns how many were deleted. Safe on several nodes at once. */
export async function deleteOldChanges({ db }: Pick<Shop, 'db'>, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from listing_change where id in (
      select id from listing_change where at < now() - interval '400 days' order by at limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}
