/** Disputes that the shop cannot place: each is mailed to every administrator, and an exception until it is placed or over. */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ProviderDispute } from '../../platform/providers/payments/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import { queueUnplacedMails } from './mails.ts'

/** What is told of it: all that is known. */
type Unplaced = Pick<ProviderDispute, 'id'> &
  Partial<Pick<ProviderDispute, 'paymentId' | 'amountPaise' | 'state'>>

export async function noteUnplaced(shop: Shop, tx: Tx, unplaced: Unplaced): Promise<void> {
  const { id, paymentId = null, amountPaise = null, state } = unplaced
  // No money is taken.
  if (state === 'won' || state === 'closed') {
    await forgetUnplaced(tx, id)
    return
  }
  const rows = await tx.query<{ isNew: boolean }>(sql`
    insert into unplaced_dispute as u (id, payment_id, amount_paise)
    values (${id}, ${paymentId}, ${amountPaise})
    on conflict (id) do update set payment_id = coalesce(excluded.payment_id, u.payment_id),
      amount_paise = coalesce(excluded.amount_paise, u.amount_paise), asked_at = now()
    returning xmax = 0 as "isNew"`)
  // A known one that cannot be read any more lets the others be asked for first.
  await tx.query(sql`update dispute set asked_at = now() where id = ${id}`)
  if (!rows[0]?.isNew) return
  shop.log.error({ disputeId: id, paymentId }, 'a dispute cannot be placed')
  await queueUnplacedMails(shop, tx, { id, paymentId, amountPaise })
}

export async function forgetUnplaced(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`delete from unplaced_dispute where id = ${id}`)
}

/** Those that nobody asked about for so many seconds, for half a year. */
export async function unplacedToAsk(db: Queryable, seconds: number): Promise<{ id: string }[]> {
  return db.query(sql`
    select id from unplaced_dispute
    where asked_at < now() - ${seconds} * interval '1 second' and first_seen_at > now() - interval '180 days'
    order by asked_at limit 100`)
}
