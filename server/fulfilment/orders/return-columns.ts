/** SQL of the returns of an order. server/fulfilment/returns/ writes these tables; its lists show the same. */
import type {
  FallBackReason,
  ReturnActor,
  ReturnReason,
  ReturnState,
  ReturnWish,
} from '../../../contract/return-words.ts'
import { sql } from '../../platform/db/sql.ts'

/** A return as JSON: times are text, amounts paise. */
export interface ReturnJson {
  id: string
  units: number
  reason: ReturnReason
  words: string
  state: ReturnState
  wanted: ReturnWish
  fellBack: FallBackReason | null
  /** Null unless a courier was asked for a replacement. */
  replacement: { awbNumber: string | null; courierName: string | null; hasLabel: boolean } | null
  dueAt: string | null
  refundPaise: number
  wayBackPaise: number
  wayBackPaidBy: 'buyer' | 'seller'
  gstOnFeesBp: number
  refundReference: string | null
  refundDone: boolean
  /** Until the buyer's bank has decided about the payment. */
  refundWaits: boolean
  awbNumber: string | null
  courierName: string | null
  sendTo: string | null
  photos: string[]
  steps: { state: ReturnState; at: string; by: ReturnActor; note: string | null }[]
}

export interface ReturnsRow {
  until: string | null
  units: number
  /** Pieces of open returns. */
  open: number
  requests: ReturnJson[]
}

/** The refund that has the money of a return `r`: another one may have replaced its own. */
const refundOfReturn = sql`buyer_refund n where n.id = r.refund_id`

/** For a return `r`. */
export const returnJson = sql`json_build_object('id', r.id, 'units', r.units, 'reason', r.reason, 'words', r.words,
      'state', r.state, 'wanted', r.wanted, 'fellBack', r.fell_back,
      'replacement', (select json_build_object('awbNumber', x.awb_number, 'courierName', x.courier_name,
          'hasLabel', x.label_url is not null and x.ended_at is null)
        from replacement_parcel x where x.request_id = r.id and x.shipment_id is not null
          and (x.ended_at is null or x.delivered_at is not null)),
      'dueAt', r.due_at, 'refundPaise', coalesce(r.given_paise, r.refund_paise), 'wayBackPaise', r.way_back_paise,
      'wayBackPaidBy', r.way_back_paid_by,
      'gstOnFeesBp', coalesce((select t.gst_on_fees_bp from order_money t where t.order_id = r.order_id), 0),
      'refundReference', (select n.provider_refund_id from ${refundOfReturn}),
      'refundDone', coalesce((select n.state = 'processed' from ${refundOfReturn}), r.state = 'refunded'),
      'refundWaits', coalesce((select n.waits from ${refundOfReturn}), false),
      'awbNumber', (select w.awb_number from way_back w where w.request_id = r.id),
      'courierName', (select w.courier_name from way_back w where w.request_id = r.id),
      'sendTo', case when r.state = 'to-send' then (
        select c.company_name || ', ' || c.address from company c where c.id = r.seller_id) end,
      'photos', (select coalesce(json_agg(substr(p.key, 3) order by p.no), '[]') from return_photo p where p.request_id = r.id),
      'steps', (select coalesce(json_agg(json_build_object('state', e.state, 'at', e.at, 'by', e.by, 'note', e.note)
        order by e.no), '[]') from return_event e where e.request_id = r.id))`

/**
 * For an order `o`: until when how many of its pieces may be returned, and its returns so far. The time for returns ends
 * `return_days` after the delivery; for orders that were placed without terms it is seven days. It does not run while a claim
 * that the parcel did not come is open. Pieces of an open return are
 * not left for another one. Replacements may be returned for as long from their own delivery. Nobody can tell pieces apart, so
 * what is returned after the delivery of a replacement counts as the replacement: otherwise another piece could be returned in
 * its name when its own time is over. Each piece is exchanged once, and a replacement is not exchanged.
 */
export const returnable = sql`(
    select case when now() > w.until then coalesce(z.until, w.until) else w.until end as until,
      case when now() > w.until and z.until is not null then least(z.left, z.replaced) else z.left end as "left",
      z.open, z.count, case when now() > w.until then 0 else z.exchangeable end as exchangeable
    from (select coalesce((select t.return_days from order_money t where t.order_id = o.id), 7) * interval '1 day' as days) d
    cross join lateral (select o.delivery_date + claim_time(o.id) + d.days as until) w
    cross join lateral (
      select max(x.delivered_at) + d.days as until, count(r.id)::int as count,
        coalesce(sum(r.units) filter (where r.is_open), 0)::int as open,
        (o.quantity - o.cancelled_units - o.returned_units
          - coalesce(sum(r.units) filter (where r.is_open), 0))::int as "left",
        (o.quantity - o.cancelled_units - o.returned_units - coalesce(sum(r.units) filter (where r.wanted = 'exchange'
          and r.fell_back is null and r.state not in ('rejected', 'withdrawn')), 0))::int as exchangeable,
        greatest(0, coalesce(sum(r.units) filter (where x.delivered_at + d.days >= now()), 0)
          - coalesce(sum(r.units) filter (where r.wanted = 'refund' and r.state not in ('rejected', 'withdrawn')
            and r.created_at > (select min(y.delivered_at) from return_request q join replacement y on y.request_id = q.id
              where q.order_id = o.id and y.delivered_at + d.days >= now())), 0))::int as replaced
      from return_request r left join replacement x on x.request_id = r.id where r.order_id = o.id) z)`

/** For an order `o`. */
export const returnsOfOrder = sql`(select json_build_object(
      'until', case when o.status = 'completed' then w.until end, 'units', w.left, 'open', w.open,
      'requests', (select coalesce(json_agg(${returnJson} order by r.id), '[]')
        from return_request r where r.order_id = o.id))
    from ${returnable} w)`
