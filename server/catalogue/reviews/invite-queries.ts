/** SQL of the invitations to review. */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Invitation } from './mails.ts'

/** A parcel that was delivered longer ago is not asked about any more. */
const lateDays = 14

/**
 * At most `limit` parcels that were delivered `days` ago and whose buyers were not asked; `orders` are those to review: what is
 * kept and was not reviewed yet. It may be empty: then nobody is asked.
 */
export async function dueInvitations(db: Queryable, days: number, limit: number): Promise<Invitation[]> {
  return db.query(sql`
    select d.parcel_id as "parcelId", b.email, b.first_name as "firstName", d.orders
    from (
      select o.parcel_id, o.customer_id,
        coalesce(json_agg(json_build_object('number', o.number, 'product', o.product_name) order by o.id)
          filter (where o.kept and not exists (
            select from review r where r.customer_id = o.customer_id and r.product_id = o.product_id)), '[]') as orders
      from order_to_review o
      where o.status = 'completed' and o.delivery_date < now() - ${days} * interval '1 day'
        and o.delivery_date > now() - ${days + lateDays} * interval '1 day'
        and not exists (select from review_invitation i where i.parcel_id = o.parcel_id)
        and not exists (select from suspended_account a where a.id = o.customer_id)
      group by o.parcel_id, o.customer_id order by min(o.delivery_date) limit ${limit}
    ) d join buyer b on b.id = d.customer_id`)
}

/** False where its buyer was asked before. */
export async function insertInvitation(tx: Tx, parcelId: string): Promise<boolean> {
  const rows = await tx.query(
    sql`insert into review_invitation (parcel_id) values (${parcelId}) on conflict do nothing returning 1`,
  )
  return rows.length === 1
}

/** Longer than a parcel is asked about, whatever the setting. */
export async function deleteInvitations(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from review_invitation where parcel_id in (
      select parcel_id from review_invitation where invited_at < now() - interval '90 days'
      order by invited_at limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}
