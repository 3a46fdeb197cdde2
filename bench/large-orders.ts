/** Checkouts, orders and parcels of the large shop, and the returns of what was delivered. */
import type { LargeSize, Steps } from './large-plan.ts'

/** Digits of order numbers, as in the function new_order_number; this many orders have numbers that are not alike. */
const alphabet = '34679CDFGHJKMNPQRTVWXY'
const orderNumber = (no: string) => {
  const scattered = `(${no}::bigint * 31415926539 % 54875873536)`
  const digit = (place: number) => `substr('${alphabet}', 1 + (${scattered} / ${22 ** place} % 22)::int, 1)`
  const four = (from: number) => [0, 1, 2, 3].map((place) => digit(from + place)).join(' || ')
  return `${four(0)} || '-' || ${four(4)}`
}

export function orderSteps({ orders, until }: LargeSize): Steps {
  const now = `timestamptz '${until.toISOString()}'`
  const since = (moment: string, interval: string) => `${moment} <= ${now} - interval '${interval}'`
  const shipmentStatus = `case when s.rto_at is not null then 'RTO' when s.delivered_at is not null then 'Delivered'
    when s.handed_at is not null then case when ${since('s.handed_at', '40 hours')} then 'Out for Delivery'
      when ${since('s.handed_at', '12 hours')} then 'In Transit' else 'Shipped' end
    when s.is_booked and s.fate <> 'sold-out' and s.ended_at is null and ${since('s.at', '6 hours')} then 'Pending' end`
  return [
    [
      'checkouts',
      `
      insert into checkout (id, customer_id, state, total_paise, fingerprint, address_id, street, city, state_name, pin_code,
        provider_order_id, hold_expires_at, next_check_at, created_at, settled_at, opened_seq, completed_seq, hold_ended_at,
        provider_order_claimed_at, provider_key_id, network_hash, confirmation_mails)
      select b.id, b.customer_id, case when b.sold_out then 'refunded' else 'completed' end, t.paise, md5(b.no::text), a.id, a.street, a.city,
        a.state, a.pin_code, 'order_Bench' || lpad(b.no::text, 9, '0'), b.at + interval '15 minutes',
        case when not ${since('b.at', '7 days')} then ${now} + interval '2 hours' + interval '1 day' * bench.chance(b.no, 40) end, b.at, b.at + interval '1 minute',
        2 * b.no - 1, case when not b.sold_out then 2 * b.no end, b.at + interval '1 minute', b.at, 'rzp_test_bench', md5('n' || b.no % 50000),
        case when not b.sold_out then 1 end
      from bench.buy b join address a on a.customer_id = b.customer_id and a.is_default
      join (select buy_no, sum(amount_paise) as paise from bench.sold group by buy_no) as t on t.buy_no = b.no
      order by b.no;
      select setval('checkout_seq', ${3 * orders})`,
    ],
    [
      'checkouts that were never paid',
      `
      insert into checkout (id, customer_id, state, total_paise, fingerprint, address_id, street, city, state_name, pin_code,
        provider_order_id, hold_expires_at, next_check_at, created_at, opened_seq, hold_ended_at, provider_order_claimed_at, provider_key_id,
        network_hash)
      select bench.id(x.at, 'left' || c.no), c.id, case when ${since('x.at', '7 days')} then 'abandoned' else 'expired' end, p.price_paise,
        md5('left' || c.no), a.id, a.street, a.city, a.state, a.pin_code, 'order_Left' || lpad(c.no::text, 10, '0'), x.at + interval '15 minutes',
        case when not ${since('x.at', '7 days')} then ${now} + interval '2 hours' + interval '12 hours' * bench.chance(c.no, 41) end, x.at, ${2 * orders} + c.no,
        x.at + interval '15 minutes', x.at, 'rzp_test_bench', md5('n' || c.no % 50000)
      from bench.customer c join address a on a.customer_id = c.id and a.is_default
      join bench.product p on p.no = c.no % (select count(*) from bench.product)
      cross join lateral (select ${now} - interval '1 hour' - interval '89 days' * bench.chance(c.no, 42) as at) as x
      where bench.chance(c.no, 43) < 0.15;
      insert into checkout_line (checkout_id, line_no, product_id, seller_id, product_name, product_image, price_paise, quantity)
      select k.id, 1, p.id, p.seller_id, p.name, p.image, p.price_paise, 1
      from bench.customer c join checkout k on k.provider_order_id = 'order_Left' || lpad(c.no::text, 10, '0')
      join bench.product p on p.no = c.no % (select count(*) from bench.product)`,
    ],
    [
      'lines',
      `
      insert into checkout_line (checkout_id, line_no, product_id, seller_id, product_name, product_image, price_paise, quantity)
      select s.checkout_id, s.line_no, s.product_id, s.seller_id, p.name, p.image, s.price_paise, s.quantity
      from bench.sold s join bench.product p on p.no = s.product_no order by s.no`,
    ],
    [
      'orders',
      `
      insert into orders (id, checkout_id, line_no, customer_id, seller_id, product_id, product_name, product_image, quantity, amount_paise,
        street, city, state_name, pin_code, number, status, shipment_id, shipment_status, shipment_status_code, awb_number, courier_name,
        shipment_label_url, delivery_date, needs_attention, created_at, updated_at, courier_order_id, booking_started_at, pickup_requested_at,
        parcel_check_at, cancelled_units, returned_units, refunded_paise, reversed_paise)
      select s.id, s.checkout_id, s.line_no, s.customer_id, s.seller_id, s.product_id, p.name, p.image, s.quantity, s.amount_paise,
        k.street, k.city, k.state_name, k.pin_code, ${orderNumber('s.no')}, x.status, case when x.booked then (300000000 + s.no)::text end,
        x.shipment_status, case x.shipment_status when 'Pending' then 19 when 'Shipped' then 6 when 'In Transit' then 18
          when 'Out for Delivery' then 17 when 'Delivered' then 7 when 'RTO' then 9 end,
        case when x.booked then (77000000000 + s.no)::text end, case when x.booked then 'Bench Courier' end,
        case when x.booked then 'https://labels.test/' || s.no || '.pdf' end, s.delivered_at,
        case when s.fate = 'unbookable' then 'The parcel could not be booked: No courier is serviceable for this pincode.'
          when x.status = 'cancelled' then 'The parcel goes back to the seller (9).' end,
        s.at, coalesce(case when s.fate <> 'rejected' then s.ended_at end, s.rto_at, s.delivered_at, s.handed_at, s.at),
        case when x.booked then (200000000 + s.no)::text end, case when x.booked then s.at + interval '1 minute' end,
        case when x.booked then s.at + interval '2 minutes' end,
        case when x.status in ('pending', 'processing', 'shipped') then ${now} + interval '2 hours' + interval '6 hours' * bench.chance(s.no, 44) end,
        case when s.fate in ('sold-out', 'cancelled') and s.ended_at is not null then s.quantity else 0 end,
        case when s.is_reversed then s.pieces_back else 0 end,
        case when s.is_reversed or x.status = 'refunded' then s.refund_paise else 0 end,
        case when s.is_reversed then s.price_paise * s.pieces_back else 0 end
      from bench.sold s join bench.product p on p.no = s.product_no join checkout k on k.id = s.checkout_id
      cross join lateral (select ${shipmentStatus} as shipment_status,
        s.is_booked and s.fate <> 'sold-out' and (s.fate <> 'cancelled' or s.ended_at is null) as booked,
        case when s.fate in ('sold-out', 'cancelled', 'rto') and s.ended_at is not null then 'refunded'
          when s.rto_at is not null then 'cancelled' when s.delivered_at is not null then 'completed'
          when s.handed_at is not null then 'shipped'
          when s.is_booked and s.fate <> 'unbookable' and ${since('s.at', '6 hours')} then 'processing' else 'pending' end as status) as x
      order by s.no`,
    ],
    [
      'events of parcels',
      `
      insert into parcel_event (order_id, code, happened_at, words, heard_by, received_at)
      select s.id, e.code, e.at, e.words, 'webhook', e.at + interval '1 minute'
      from bench.sold s cross join lateral (values (19, 'OUT FOR PICKUP', s.at + interval '6 hours'), (6, 'SHIPPED', s.handed_at),
        (18, 'IN TRANSIT', s.handed_at + interval '12 hours'),
        (17, 'OUT FOR DELIVERY', case when s.fate <> 'rto' then s.handed_at + interval '40 hours' - interval '5 hours' end),
        (7, 'DELIVERED', s.delivered_at), (9, 'RTO INITIATED', s.rto_at)) as e (code, words, at)
      where s.is_booked and s.fate not in ('sold-out', 'cancelled') and e.at <= ${now}
      order by s.no, e.at`,
    ],
    [
      'webhooks',
      `
      insert into webhook_event (provider, event_id, received_at)
      select 'razorpay', 'evt_Bench' || no, at from bench.buy where at > ${now} - interval '30 days'`,
    ],
    [
      'returns',
      `
      insert into return_request (id, order_id, seller_id, units, reason, words, state, due_at, way_back_paise, way_back_paid_by,
        refund_paise, received_at, restocked, booking_started_at, shipment_id, awb_number, courier_name, check_at, courier_code, created_at,
        updated_at)
      select bench.id(s.asked_at, 'return' || s.no), s.id, s.seller_id, s.pieces_back,
        case when s.buyer_pays then 'changed-mind' else 'damaged' end, 'It is not what I expected.', x.state,
        case when x.state in ('requested', 'pickup-booked', 'picked-up') then ${now} + interval '2 days' end, s.way_back_paise,
        case when s.buyer_pays then 'buyer' else 'seller' end, s.refund_paise,
        case when x.state = 'refunded' then s.ended_at - interval '1 day' end, x.state = 'refunded',
        case when x.booked then s.asked_at + interval '1 day' end, case when x.booked then 'R' || (300000000 + s.no) end,
        case when x.booked then 'R' || (77000000000 + s.no) end, case when x.booked then 'Bench Courier' end,
        case when x.state in ('pickup-booked', 'picked-up') then ${now} + interval '2 hours' + interval '6 hours' * bench.chance(s.no, 45) end,
        case when x.booked then 42 end, s.asked_at, coalesce(s.ended_at, s.asked_at)
      from bench.sold s cross join lateral (select y.state, y.state in ('pickup-booked', 'picked-up', 'refunded') as booked
        from (select case when s.fate = 'rejected' then case when s.ended_at is null then 'requested' else 'rejected' end
          when s.ended_at is not null then 'refunded' when ${since('s.asked_at', '3 days')} then 'picked-up'
          when ${since('s.asked_at', '1 day')} then 'pickup-booked' else 'requested' end as state) as y) as x
      where s.asked_at is not null order by s.asked_at;
      insert into return_event (request_id, no, state, at, by)
      select r.id, e.no, e.state, r.created_at + (e.no - 1) * (r.updated_at - r.created_at) / 5, e.by
      from return_request r cross join (values (1, 'requested', 'buyer'), (2, 'accepted', 'seller'), (3, 'pickup-booked', 'shop'),
        (4, 'picked-up', 'courier'), (5, 'received', 'seller'), (6, 'refunded', 'seller')) as e (no, state, by)
      where r.state <> 'rejected' and e.no <= case r.state when 'requested' then 1 when 'pickup-booked' then 3 when 'picked-up' then 4 else 6 end
      union all
      select r.id, e.no, e.state, r.created_at + (e.no - 1) * (r.updated_at - r.created_at), e.by
      from return_request r cross join (values (1, 'requested', 'buyer'), (2, 'rejected', 'shop')) as e (no, state, by) where r.state = 'rejected'`,
    ],
  ]
}
