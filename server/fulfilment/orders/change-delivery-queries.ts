/** SQL of a change of where a parcel goes. */
import type { Recipient } from '../../../contract/recipient.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Wanted } from '../promise/queries.ts'

/** The goods in the parcel of an order of this customer. */
export async function findOrderGoods(db: Queryable, customerId: string, orderId: string): Promise<Wanted[]> {
  return db.query(sql`
    select o.product_id as "productId", o.quantity from order_shipment s
    join shipment_line l on l.shipment_id = s.id join orders o on o.id = l.order_id
    where s.order_id = ${orderId} and o.customer_id = ${customerId} order by o.id`)
}

/**
 * For an order `o` with its shipment `s`: the courier was not asked for it, and has no withdrawn one with the same pieces, which
 * it could bring to the earlier address.
 */
export const mayChangeDelivery = sql`(s.booking_started_at is null and s.ended_at is null and o.status = 'pending'
  and not exists (select from shipment_line a join shipment w on w.id = a.shipment_id
    where a.order_id = o.id and w.kind = 'forward' and w.withdrawn_at is not null and w.ended_at is null))`

interface ChangeableShipment {
  id: string
  orderIds: string[]
  /** Where its orders go. */
  places: { pinCode: string; state: string }[]
}

/** Locks the shipment of an order of which nothing is with the courier; the caller has locked the orders. */
export async function lockChangeableShipment(
  tx: Tx,
  orderId: string,
): Promise<ChangeableShipment | undefined> {
  await tx.query(sql`
    select from shipment where id in (select id from order_shipment where order_id = ${orderId}) for update of shipment`)
  const [row] = await tx.query<ChangeableShipment>(sql`
    select s.id, array(select m.order_id::text from shipment_line m where m.shipment_id = s.id order by m.order_id) as "orderIds",
      (select coalesce(json_agg(json_build_object('pinCode', t.pin_code, 'state', t.state_name)), '[]')
        from shipment_line m join orders t on t.id = m.order_id where m.shipment_id = s.id) as places
    from order_shipment s join orders o on o.id = s.order_id where s.order_id = ${orderId} and ${mayChangeDelivery}`)
  return row
}

export interface NewDelivery {
  street: string
  city: string
  state: string
  pinCode: string
  recipient: Recipient
}

export async function updateDelivery(
  tx: Tx,
  orderIds: readonly string[],
  { street, city, state, pinCode, recipient }: NewDelivery,
): Promise<void> {
  await tx.query(sql`
    update orders set street = ${street}, city = ${city}, state_name = ${state}, pin_code = ${pinCode},
      recipient_name = ${recipient.name}, recipient_mobile = ${recipient.mobile}, updated_at = now()
    where id = any(${orderIds}::uuid[])`)
}

/** A shipment that a worker has, or that is due, is due now. */
export async function hurryShipment(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`update shipment set check_at = now() where id = ${id} and check_at is not null`)
}
