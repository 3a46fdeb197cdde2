/** Payments, refunds, tax, sales and documents of the large shop. */
import type { LargeSize, Steps } from './large-plan.ts'

const local = (moment: string) => `(${moment} at time zone 'Asia/Kolkata')`

export function saleSteps({ until }: LargeSize): Steps {
  const now = `timestamptz '${until.toISOString()}'`
  /** The number of each document in its seller's series of a year, and the series with their last numbers. */
  const numbered = (kind: 'invoice' | 'credit-note', rows: string) => `
      create unlogged table bench.${kind === 'invoice' ? 'invoice' : 'note'} as
      select d.*, row_number() over (partition by seller_id, year order by at, order_no)::int as doc_no
      from (select seller_id, order_id, order_no, at, reversal_id, extract(year from ${local('at')} - interval '3 months')::int as year
        from ${rows}) as d;
      insert into invoice_series (seller_id, financial_year, kind, last_no, last_on)
      select seller_id, year, '${kind}', max(doc_no), max(${local('at')}::date) from bench.${kind === 'invoice' ? 'invoice' : 'note'}
      group by seller_id, year`
  const serial = (prefix: string) =>
    `'${prefix}' || lpad((n.year % 100)::text, 2, '0') || '-' || lpad(((n.year + 1) % 100)::text, 2, '0') || '/' || lpad(n.doc_no::text, 6, '0')`
  return [
    [
      'payments and refunds',
      `
      insert into payment (id, checkout_id, amount_paise, outcome, received_at)
      select 'pay_Bench' || lpad(b.no::text, 9, '0'), b.id, k.total_paise, case when b.sold_out then 'refund' else 'order' end, b.at
      from bench.buy b join checkout k on k.id = b.id order by b.no;
      insert into payment (id, checkout_id, amount_paise, outcome, received_at)
      select 'pay_Again' || lpad(b.no::text, 9, '0'), b.id, k.total_paise, 'refund', b.at
      from bench.buy b join checkout k on k.id = b.id where b.paid_twice and not b.sold_out;
      insert into refund (id, payment_id, amount_paise, reason, state, provider_refund_id, created_at, updated_at, order_id, accepted_at)
      select bench.id(r.at, 'refund' || r.key), r.payment_id, r.paise, r.reason, case when r.at < ${now} - interval '1 day' then 'processed' else 'accepted' end,
        'rfnd_' || r.key, r.at, least(${now}, r.at + interval '1 hour'), r.order_id, r.at
      from (
        select case when p.outcome = 'order' then 'O' || s.no end as key, p.id as payment_id, s.refund_paise as paise, s.id as order_id, s.ended_at as at,
          case s.fate when 'cancelled' then 'cancelled' when 'rto' then 'not-delivered' else 'returned' end as reason
        from bench.sold s join payment p on p.checkout_id = s.checkout_id and p.outcome = 'order'
        where s.is_reversed or s.fate = 'cancelled' and s.ended_at is not null
        union all
        select case when p.id like 'pay_Again%' then 'A' else 'S' end || b.no, p.id, p.amount_paise, null, b.at + interval '1 minute',
          case when p.id like 'pay_Again%' then 'paid-twice' else 'sold-out' end
        from bench.buy b join payment p on p.checkout_id = b.id and p.outcome = 'refund') as r
      order by r.at;
      analyze refund;
      update return_request q set refund_id = r.id from refund r where r.order_id = q.order_id and q.state = 'refunded';
      insert into cancellation (id, order_id, by, units, paise, refund_id, cancelled_at, parcel_no, booking_started)
      select bench.id(s.ended_at, 'cancellation' || s.no), s.id, 'customer', s.quantity, s.amount_paise, r.id, s.ended_at, 1, false
      from bench.sold s join refund r on r.order_id = s.id where s.fate = 'cancelled'`,
    ],
    [
      'tax and terms of orders',
      `
      insert into order_tax (order_id, hsn_code, rate_bp, seller_gstin, seller_state, place_of_supply, gross_paise, taxable_paise,
        cgst_paise, sgst_paise, utgst_paise, igst_paise)
      select s.id, p.hsn_code, r.bp, p.gst, p.state, k.state_name, s.amount_paise, s.amount_paise - 2 * t.half - t.whole, t.half, t.half, 0, t.whole
      from bench.sold s join bench.product p on p.no = s.product_no join checkout k on k.id = s.checkout_id
      cross join lateral (select case when ${local('s.at')}::date < '2025-09-22' then p.rate_bp_before else p.rate_bp end as bp) as r
      cross join lateral (select
        case when p.state = k.state_name then bench.share(s.amount_paise, r.bp, 2 * (10000 + r.bp)) else 0 end as half,
        case when p.state <> k.state_name then bench.share(s.amount_paise, r.bp, 10000 + r.bp) else 0 end as whole) as t
      where s.fate <> 'sold-out' order by s.no;
      insert into order_terms (order_id, commission_bp, gst_on_fees_bp, tcs_bp, tds_bp, piece_grams, cancel_until, return_days,
        answer_days, send_days, refund_days, change_of_mind, exchanges, way_back)
      select s.id, 1000, 1800, 50, 10, p.piece_grams, s.at + r.cancel_minutes * interval '1 minute', r.return_days, r.answer_days, r.send_days,
        r.refund_days, r.change_of_mind, r.exchanges, r.way_back
      from bench.sold s join bench.product p on p.no = s.product_no join return_policy r on r.category_id is null
      where s.fate <> 'sold-out' order by s.no`,
    ],
    [
      'sales and what was taken back',
      `
      insert into order_sale (order_id, units, gross_paise, taxable_paise, cgst_paise, sgst_paise, utgst_paise, igst_paise,
        commission_paise, shipping_paise, gst_on_fees_paise, tcs_paise, tds_paise, sold_at)
      select s.id, s.quantity, t.gross_paise, t.taxable_paise, t.cgst_paise, t.sgst_paise, 0, t.igst_paise, f.commission, f.shipping,
        bench.share(f.commission + f.shipping, 1800, 10000), bench.share(t.taxable_paise, 50, 10000), bench.share(t.gross_paise, 10, 10000), s.handed_at
      from bench.sold s join order_tax t on t.order_id = s.id join bench.product p on p.no = s.product_no
      cross join lateral (select bench.share(t.gross_paise, 1000, 10000) as commission,
        case when p.piece_grams * s.quantity <= 500 then 5000
          else 8000 + 4000 * greatest(0, ceil(p.piece_grams * s.quantity / 1000) - 1)::bigint end as shipping) as f
      where s.handed_at is not null order by s.no;
      analyze order_sale;
      insert into order_reversal (id, order_id, no, cause, units, gross_paise, taxable_paise, cgst_paise, sgst_paise, utgst_paise, igst_paise,
        commission_paise, gst_on_fees_paise, tcs_paise, tds_paise, way_back_paise, way_back_gst_paise, way_back_paid_by, created_at)
      select bench.id(s.ended_at, 'reversal' || s.no), s.id, 1, case when s.fate = 'rto' then 'undelivered' else 'returned' end, s.pieces_back, g.paise,
        g.paise - x.cgst - x.sgst - x.igst, x.cgst, x.sgst, 0, x.igst, bench.share(o.commission_paise, g.paise, o.gross_paise),
        bench.share(bench.share(o.gst_on_fees_paise, o.commission_paise, o.commission_paise + o.shipping_paise), g.paise, o.gross_paise),
        bench.share(o.tcs_paise, g.paise, o.gross_paise), bench.share(o.tds_paise, g.paise, o.gross_paise), s.way_back_paise,
        bench.share(s.way_back_paise, 1800, 10000),
        case when s.way_back_paise > 0 then case when s.buyer_pays then 'buyer' else 'seller' end end, s.ended_at
      from bench.sold s join order_sale o on o.order_id = s.id
      cross join lateral (select s.price_paise * s.pieces_back as paise) as g
      cross join lateral (select bench.share(o.cgst_paise, g.paise, o.gross_paise) as cgst, bench.share(o.sgst_paise, g.paise, o.gross_paise) as sgst,
        bench.share(o.igst_paise, g.paise, o.gross_paise) as igst) as x
      where s.is_reversed order by s.ended_at`,
    ],
    [
      'invoices',
      `
      ${numbered('invoice', '(select seller_id, id as order_id, no as order_no, handed_at as at, null::uuid as reversal_id from bench.sold where handed_at is not null) as sold')};
      insert into tax_document (id, kind, seller_id, financial_year, no, serial, issued_on, issued_at, order_id, customer_id,
        order_number, ordered_on, payment_id, seller_name, seller_address, seller_gstin, seller_state, seller_state_code,
        buyer_name, delivery_street, delivery_city, delivery_pin_code, place_of_supply, place_of_supply_code, description, hsn_code,
        quantity, rate_bp, gross_paise, taxable_paise, cgst_paise, sgst_paise, utgst_paise, igst_paise)
      select bench.id(n.at, 'invoice' || n.order_no), 'invoice', n.seller_id, n.year, n.doc_no, ${serial('')}, ${local('n.at')}::date, n.at, o.id,
        o.customer_id, o.number, ${local('o.created_at')}::date, p.id, s.company_name,
        s.building_no || ', ' || s.street || ', ' || s.landmark || ', ' || s.city || ', ' || s.state || ' - ' || s.pin_code, x.seller_gstin,
        x.seller_state, left(x.seller_gstin, 2), c.first_name || ' ' || c.last_name, o.street, o.city, o.pin_code, x.place_of_supply, l.code,
        o.product_name, x.hsn_code, o.quantity, x.rate_bp, x.gross_paise, x.taxable_paise, x.cgst_paise, x.sgst_paise, 0, x.igst_paise
      from bench.invoice n join orders o on o.id = n.order_id join order_tax x on x.order_id = o.id
      join payment p on p.checkout_id = o.checkout_id and p.outcome = 'order' join seller s on s.account_id = o.seller_id
      join customer c on c.account_id = o.customer_id join bench.place l on l.state = x.place_of_supply
      order by n.at`,
    ],
    [
      'credit notes',
      `
      ${numbered('credit-note', '(select s.seller_id, s.id as order_id, s.no as order_no, r.created_at as at, r.id as reversal_id from bench.sold s join order_reversal r on r.order_id = s.id) as taken')};
      insert into tax_document (id, kind, seller_id, financial_year, no, serial, issued_on, issued_at, order_id, reversal_id,
        customer_id, order_number, ordered_on, payment_id, seller_name, seller_address, seller_gstin, seller_state,
        seller_state_code, buyer_name, delivery_street, delivery_city, delivery_pin_code, place_of_supply, place_of_supply_code,
        description, hsn_code, quantity, unit, rate_bp, gross_paise, taxable_paise, cgst_paise, sgst_paise, utgst_paise, igst_paise,
        invoice_id, invoice_serial, invoice_on, reason)
      select bench.id(n.at, 'note' || n.order_no), 'credit-note', n.seller_id, n.year, n.doc_no, ${serial('C')}, ${local('n.at')}::date, n.at,
        d.order_id, r.id, d.customer_id, d.order_number, d.ordered_on, d.payment_id, d.seller_name, d.seller_address, d.seller_gstin,
        d.seller_state, d.seller_state_code, d.buyer_name, d.delivery_street, d.delivery_city, d.delivery_pin_code, d.place_of_supply,
        d.place_of_supply_code, d.description, d.hsn_code, r.units, d.unit, d.rate_bp, r.gross_paise, r.taxable_paise, r.cgst_paise,
        r.sgst_paise, r.utgst_paise, r.igst_paise, d.id, d.serial, d.issued_on,
        case r.cause when 'returned' then 'Goods returned by the buyer' else 'Goods not delivered, sent back to the seller' end
      from bench.note n join order_reversal r on r.id = n.reversal_id join tax_document d on d.order_id = n.order_id and d.kind = 'invoice'
      order by n.at`,
    ],
  ]
}
