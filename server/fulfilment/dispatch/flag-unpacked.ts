/**
 * The nightly timer: an administrator is told of parcels whose seller has not said by the promised day of the hand-over that
 * they are ready.
 */
import { dayOf } from '../../platform/calendar.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Shop } from '../../platform/shop.ts'
import { notPacked } from '../orders/refund-rules.ts'
import { isOpen } from './stop-queries.ts'

/** Once for each order. It may be refunded then; `markReady` takes the words away. */
export async function flagUnpacked({ db }: Pick<Shop, 'db'>): Promise<void> {
  const today = dayOf(new Date())
  await db.query(sql`
    update orders o set needs_attention = concat_ws(' ', ${notPacked}::text, o.needs_attention), updated_at = now()
    from shipment s join shipment_line l on l.shipment_id = s.id join company c on c.id = s.seller_id left join order_promise p on p.order_id = l.order_id
    where o.id = l.order_id and ${isOpen} and s.ready_at is null and s.stopped_at is null and o.status = 'pending'
      -- Where no day was promised: the days that the seller needs, and a Sunday among them.
      and coalesce(p.hand_over_by, (o.created_at at time zone 'Asia/Kolkata')::date + c.handling_days + 1) < ${today}::date
      and position(${notPacked}::text in coalesce(o.needs_attention, '')) = 0`)
}
