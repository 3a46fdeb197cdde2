/** What the shop has stored of money and stock, in one statement. */
import { sql } from '../../server/platform/db/sql.ts'
import type { TestShop } from '../setup/shop.ts'

export interface Observed {
  /** `unsold`: on sale and in unpaid checkouts, less what the seller has withdrawn meanwhile. */
  products: { id: string; unsold: number; paise: number }[]
  /** `orderId`: the provider's order. */
  checkouts: { orderId: string; customerId: string; state: string; holdMinutes: number; totalPaise: number }[]
  payments: { id: string; outcome: 'order' | 'refund'; paise: number; refundedPaise: number }[]
  orders: {
    id: string
    orderId: string
    paymentId: string
    productId: string
    units: number
    left: number
    paise: number
    deliveryPaise: number
    refundedPaise: number
    status: string
    shipmentId: string | null
    reference: string | null
    /** Cancelled pieces that are counted in the stock again. */
    restocked: number
  }[]
  returns: {
    id: string
    orderId: string
    customerId: string
    sellerId: string
    state: string
    reason: string
    units: number
    refundPaise: number
    restocked: boolean
    wanted: 'refund' | 'exchange'
    fellBack: string | null
    /** What is sent instead. `booked`: the courier was asked. */
    replacement: { id: string; booked: boolean; ended: boolean } | null
  }[]
}

export async function observe({ db }: TestShop): Promise<Observed> {
  const [row] = await db.query<{ observed: Observed }>(sql`
    select json_build_object(
      'products', (select coalesce(json_agg(json_build_object('id', p.id, 'paise', price_for(p.id, 1), 'unsold', p.units - p.withheld_units
        + coalesce((select sum(h.quantity) from held_units h where h.product_id = p.id), 0))), '[]') from product p),
      'checkouts', (select coalesce(json_agg(json_build_object('orderId', provider_order_id, 'customerId', customer_id, 'state', state,
        'holdMinutes', extract(epoch from hold_expires_at - now()) / 60, 'totalPaise', total_paise) order by opened_seq), '[]')
        from checkout where provider_order_id is not null),
      'payments', (select coalesce(json_agg(json_build_object('id', p.id, 'outcome', p.outcome, 'paise', p.amount_paise,
        'refundedPaise', (select coalesce(sum(r.amount_paise), 0) from refund r where r.payment_id = p.id and r.state <> 'replaced'))), '[]')
        from payment p),
      'orders', (select coalesce(json_agg(json_build_object('id', o.id, 'orderId', c.provider_order_id, 'paymentId', p.id,
        'productId', o.product_id, 'units', o.quantity, 'left', o.quantity - o.cancelled_units - o.returned_units,
        'paise', o.amount_paise, 'deliveryPaise', o.delivery_paise, 'refundedPaise', o.refunded_paise, 'status', o.status,
        'shipmentId', s.id, 'reference', s.reference,
        'restocked', (select coalesce(sum(l.restocked_units), 0) from shipment_line l where l.order_id = o.id)) order by o.id), '[]')
        from orders o join checkout c on c.id = o.checkout_id join payment p on p.checkout_id = c.id and p.outcome = 'order'
        left join order_shipment s on s.order_id = o.id),
      'returns', (select coalesce(json_agg(json_build_object('id', r.id, 'orderId', r.order_id, 'customerId', o.customer_id,
        'sellerId', r.seller_id, 'state', r.state, 'reason', r.reason, 'units', r.units, 'refundPaise', r.refund_paise,
        'restocked', coalesce(r.restocked, false), 'wanted', r.wanted, 'fellBack', r.fell_back,
        'replacement', (select json_build_object('id', x.id, 'booked', x.booking_started_at is not null,
          'ended', x.ended_at is not null) from replacement_parcel x where x.request_id = r.id)) order by r.id), '[]') from return_request r join orders o on o.id = r.order_id)
    ) as observed`)
  return row!.observed
}
