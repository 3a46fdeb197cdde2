/** SQL of the page of one order. */
import type { SellersReason } from '../../../contract/cancellation.ts'
import type { ClaimState } from '../../../contract/claim-words.ts'
import type { OrderPage } from '../../../contract/order.ts'
import { type Queryable, singleRow } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { claimFacts, type ClaimFacts } from '../claims/queries.ts'
import { complaintsOfOrder } from '../complaints/queries.ts'
import { mayChangeDelivery } from './change-delivery-queries.ts'

interface WordJson {
  code: number
  at: string
  words: string
  place: string | null
}

export interface OrderStory {
  /** When the parcel got its first air waybill. */
  bookedAt: Date | null
  correctedAt: Date | null
  proofUrl: string | null
  buyerMobile: string
  words: WordJson[]
  cancellations: {
    at: string
    units: number
    by: 'customer' | 'administrator' | 'seller'
    reason: SellersReason | null
    note: string | null
  }[]
  together: { number: string; product: string }[]
  /** The product, where it is on sale. */
  buyAgain: string | null
  deliveryChangeable: boolean
  claimFacts: ClaimFacts
  claim: {
    state: ClaimState
    words: string
    at: string
    decideBy: string
    reason: string | null
    endedAt: string | null
  } | null
  complaints: OrderPage['complaints']
}

/** What an order has beside its card, in one statement, however much has become of it. */
export async function readOrderStory(db: Queryable, orderId: string): Promise<OrderStory> {
  return singleRow(
    await db.query<OrderStory>(sql`
      select (select min(w.assigned_at) from shipment_waybill w where w.shipment_id = s.id) as "bookedAt", s.corrected_at as "correctedAt", s.proof_url as "proofUrl",
        b.mobile as "buyerMobile",
        (select coalesce(json_agg(json_build_object('code', e.code, 'at', e.happened_at, 'words', e.words, 'place', e.place)
          order by e.happened_at, e.received_at), '[]') from shipment_event e where e.shipment_id = s.id) as words,
        (select coalesce(json_agg(json_build_object('at', c.cancelled_at, 'units', c.units, 'by', c.by,
          'reason', c.reason, 'note', c.note)), '[]')
          from cancellation c where c.order_id = o.id) as cancellations,
        (select coalesce(json_agg(json_build_object('number', t.number, 'product', t.product_name) order by t.id), '[]')
          from shipment_line m join orders t on t.id = m.order_id
          where m.shipment_id = s.id and t.id <> o.id) as together,
        (select g.id from goods g where g.id = o.product_id and g.on_sale) as "buyAgain",
        coalesce(s.id is not null and ${mayChangeDelivery}, false) as "deliveryChangeable",
        ${claimFacts} as "claimFacts",
        (select json_build_object('state', c.state, 'words', c.words, 'at', c.created_at, 'decideBy', c.decide_by,
          'reason', c.reason, 'endedAt', c.ended_at) from delivery_claim c where c.order_id = o.id) as claim,
        ${complaintsOfOrder} as complaints
      from orders o join buyer b on b.id = o.customer_id
      left join shipment s on s.id = (select t.id from order_shipment t where t.order_id = o.id limit 1)
      where o.id = ${orderId}`),
  )
}
