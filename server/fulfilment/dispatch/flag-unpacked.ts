/** The nightly timer: an administrator is told of parcels that wait for a seller who does not pack them. */
import { sql } from '../../platform/db/sql.ts'
import type { Shop } from '../../platform/shop.ts'
import { notPacked } from '../orders/refund-rules.ts'
import { isOpen } from './stop-queries.ts'

/** After the day on which it was to be handed over, or was bought where nothing was promised. */
const patienceDays = 5

/** Once for each order. It may be refunded then; `markReady` takes the words away. */
export async function flagUnpacked({ db }: Pick<Shop, 'db'>): Promise<void> {
  await db.query(sql`
    update orders o set needs_attention = concat_ws(' ', ${notPacked}::text, o.needs_attention), updated_at = now()
    from shipment s join shipment_line l on l.shipment_id = s.id left join order_promise p on p.order_id = l.order_id
    where o.id = l.order_id and ${isOpen} and s.ready_at is null and s.stopped_at is null and o.status = 'pending'
      and coalesce(p.hand_over_by, o.created_at::date) < current_date - ${patienceDays}::int
      and position(${notPacked}::text in coalesce(o.needs_attention, '')) = 0`)
}
