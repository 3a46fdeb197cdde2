/** What proves a delivery, locked away while a bank may dispute the payment of a buyer who deletes their account. */
import type { Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Shop } from '../../platform/shop.ts'

/** Banks dispute for about 120 days, and ask again after an answer. */
export const disputableDays = 180

/** Before orders and parcels of this buyer lose name and street. */
export async function keepProofs(tx: Tx, customerId: string): Promise<void> {
  await tx.query(sql`
    insert into dispute_proof (order_id, recipient, street, proof_url, until)
    select o.id, coalesce(o.recipient_name, b.first_name || ' ' || b.last_name), o.street,
      (select s.proof_url from shipment_line l join shipment s on s.id = l.shipment_id
        where l.order_id = o.id and s.kind = 'forward' and s.proof_url is not null limit 1),
      o.created_at + ${disputableDays} * interval '1 day'
    from orders o join buyer b on b.id = o.customer_id
    where o.customer_id = ${customerId} and o.delivery_date is not null
      and o.created_at > now() - ${disputableDays} * interval '1 day'
    on conflict (order_id) do nothing`)
}

/** Deletes at most `limit` rows and returns how many were deleted. Safe on several nodes at once. */
export async function deleteOldProofs({ db }: Pick<Shop, 'db'>, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from dispute_proof where order_id in (
      select order_id from dispute_proof where until < now() limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}
