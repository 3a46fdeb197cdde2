/** SQL of what an order says of its returns. server/returns/ writes these tables; its lists show the same. */
import type { ReturnActor, ReturnReason, ReturnState } from '../../contract/return-words.ts'
import { sql } from '../db/sql.ts'

/** A return as JSON: times are text, amounts paise. */
export interface ReturnJson {
  id: string
  units: number
  reason: ReturnReason
  words: string
  state: ReturnState
  dueAt: string | null
  refundPaise: number
  wayBackPaise: number
  wayBackPaidBy: 'buyer' | 'seller'
  gstOnFeesBp: number
  refundReference: string | null
  refundDone: boolean
  awbNumber: string | null
  courierName: string | null
  sendTo: string | null
  photos: string[]
  steps: { state: ReturnState; at: string; by: ReturnActor; note: string | null }[]
}

export interface ReturnsRow {
  until: string | null
  units: number
  requests: ReturnJson[]
}

/** The refund that has the money of a return `r`: another one may have taken the place of its own. */
const refundOfReturn = sql`refund f join refund n on n.id = coalesce(f.replaced_by, f.id) where f.id = r.refund_id`

/** For a return `r`. */
export const returnJson = sql`json_build_object('id', r.id, 'units', r.units, 'reason', r.reason, 'words', r.words,
      'state', r.state, 'dueAt', r.due_at, 'refundPaise', r.refund_paise, 'wayBackPaise', r.way_back_paise,
      'wayBackPaidBy', r.way_back_paid_by,
      'gstOnFeesBp', coalesce((select t.gst_on_fees_bp from order_terms t where t.order_id = r.order_id), 0),
      'refundReference', (select n.provider_refund_id from ${refundOfReturn}),
      'refundDone', coalesce((select n.state = 'processed' from ${refundOfReturn}), r.state = 'refunded'),
      'awbNumber', r.awb_number, 'courierName', r.courier_name,
      'sendTo', case when r.state = 'to-send' then (
        select concat_ws(', ', s.company_name, s.building_no, s.street, s.landmark, s.city, s.state) || ' - ' || s.pin_code
        from seller s where s.account_id = r.seller_id) end,
      'photos', (select coalesce(json_agg(substr(p.key, 3) order by p.no), '[]') from return_photo p where p.request_id = r.id),
      'steps', (select coalesce(json_agg(json_build_object('state', e.state, 'at', e.at, 'by', e.by, 'note', e.note)
        order by e.no), '[]') from return_event e where e.request_id = r.id))`

/**
 * For an order `o`. Returns end `return_days` after the delivery, of orders from before there were terms after seven; pieces
 * that an open return asks for are not left for another one.
 */
export const returnsOfOrder = sql`(select json_build_object(
      'until', case when o.status = 'completed'
        then o.delivery_date + coalesce(
          (select t.return_days from order_terms t where t.order_id = o.id), 7) * interval '1 day' end,
      'units', o.quantity - o.cancelled_units - o.returned_units - coalesce(sum(r.units) filter (where r.is_open), 0),
      'requests', coalesce(json_agg(${returnJson} order by r.id) filter (where r.id is not null), '[]'))
    from return_request r where r.order_id = o.id)`
