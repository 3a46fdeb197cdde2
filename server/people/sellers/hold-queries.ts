/** SQL of the holds on a seller's payouts that follow a change of their name or bank account. */
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

/** The versions of a seller that hold now. The caller has locked the seller. */
export async function presentVersions(
  tx: Tx,
  sellerId: string,
): Promise<{ identityId: number; payeeId: number }> {
  return singleRow(
    await tx.query<{ identityId: number; payeeId: number }>(sql`
      select (select max(id) from seller_identity where seller_id = ${sellerId}) as "identityId",
        (select max(id) from seller_payee where seller_id = ${sellerId}) as "payeeId"`),
  )
}

interface NewHold {
  id: string
  sellerId: string
  identityId: number | null
  payeeId: number | null
  hours: number
  tokenHash: Buffer
}

/** Returns until when it holds. */
export async function insertHold(tx: Tx, hold: NewHold): Promise<Date> {
  return singleRow(
    await tx.query<{ until: Date }>(sql`
      insert into payout_hold (id, seller_id, identity_id, payee_id, until, token_hash)
      values (${hold.id}, ${hold.sellerId}, ${hold.identityId}, ${hold.payeeId},
        now() + ${hold.hours}::int * interval '1 hour', ${hold.tokenHash})
      returning until`),
  ).until
}

/**
 * Prolongs the hold of a change of the same kind that was told by mail in these minutes. False where there is none. Its token
 * still stops what has changed since.
 */
export async function prolongHold(
  tx: Tx,
  hold: Omit<NewHold, 'id' | 'tokenHash'> & { minutes: number },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update payout_hold h set identity_id = coalesce(${hold.identityId}::bigint, identity_id),
      payee_id = coalesce(${hold.payeeId}::bigint, payee_id), until = now() + ${hold.hours}::int * interval '1 hour'
    where h.id = (select n.id from payout_hold n where n.seller_id = ${hold.sellerId} order by n.id desc limit 1)
      and h.token_hash is not null and h.released_at is null and h.stopped_at is null
      and h.began_at > now() - ${hold.minutes}::int * interval '1 minute'
      and (${hold.identityId}::bigint is null) = (h.identity_id is null) and (${hold.payeeId}::bigint is null) = (h.payee_id is null)
    returning h.id`)
  return rows.length > 0
}

/** The hold of a token that was not used and has not ended; locked, so that a token is used once. */
export async function lockHoldOfToken(
  tx: Tx,
  tokenHash: Buffer,
): Promise<{ id: string; sellerId: string; email: string } | undefined> {
  const [row] = await tx.query<{ id: string; sellerId: string; email: string }>(sql`
    select h.id, h.seller_id as "sellerId", a.email from payout_hold h join account a on a.id = h.seller_id
    where h.token_hash = ${tokenHash} and h.until > now() for update of h`)
  return row
}

/** Also after an administrator had released it: its seller says that it was not they. */
export async function stopByToken(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`
    update payout_hold set stopped_at = now(), released_at = null, token_hash = null where id = ${id}`)
}

/** Whether the seller's payouts wait. */
export async function isHeld(db: Queryable, sellerId: string): Promise<boolean> {
  return (await db.query(sql`select from held_seller where id = ${sellerId}`)).length > 0
}

/** All holds of a seller end, or last until an administrator ends them. */
export async function endHolds(tx: Tx, sellerId: string, act: 'release' | 'keep'): Promise<void> {
  const active = sql`seller_id = ${sellerId} and released_at is null and (stopped_at is not null or until > now())`
  await tx.query(
    act === 'release'
      ? sql`update payout_hold set released_at = now() where ${active}`
      : sql`update payout_hold set stopped_at = coalesce(stopped_at, now()) where ${active}`,
  )
}
