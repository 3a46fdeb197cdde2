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

interface ActiveHold {
  id: string
  beganAt: Date
  until: Date
  stoppedAt: Date | null
}

const activeHolds = (sellerId: string) => sql`
  select id, began_at as "beganAt", until, stopped_at as "stoppedAt" from payout_hold
  where seller_id = ${sellerId} and released_at is null and (stopped_at is not null or until > now()) order by id`

/** For which a seller's payouts wait. */
export const findHolds = (db: Queryable, sellerId: string): Promise<ActiveHold[]> =>
  db.query(activeHolds(sellerId))

/** Locked, so that nobody stops one meanwhile. The caller has locked the seller: none begins. */
export const lockHolds = (tx: Tx, sellerId: string): Promise<ActiveHold[]> =>
  tx.query(sql`${activeHolds(sellerId)} for update`)

/** These locked holds end, or last until an administrator ends them. */
export async function endHolds(tx: Tx, holds: readonly ActiveHold[], act: 'release' | 'keep'): Promise<void> {
  const ids = holds.map(({ id }) => id)
  await tx.query(
    act === 'release'
      ? sql`update payout_hold set released_at = now() where id = any(${ids}::uuid[])`
      : sql`update payout_hold set stopped_at = coalesce(stopped_at, now()) where id = any(${ids}::uuid[])`,
  )
}
