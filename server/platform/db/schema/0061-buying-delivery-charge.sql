-- A charge for delivery below a sum, as a setting

-- Group buying ------------------------------------------------------------------------------------------------------------------
-- At most one row: without it delivery is in the prices.
create table delivery_charge (
  only_row boolean primary key default true check (only_row),
  -- Of a purchase.
  charge_paise bigint not null check (charge_paise between 100 and 1000000),
  -- From what its products cost after discounts, delivery is free. Null: never.
  free_from_paise bigint check (free_from_paise between 100 and 100000000)
);
comment on table delivery_charge is 'What a purchase pays for delivery, and from which sum it is free; empty where delivery is in the prices.';
create trigger delivery_charge_changed after insert or update or delete on delivery_charge
  for each statement execute function note_tag('everything');

-- The part of the charge that the line has: it is paid beside the price.
alter table checkout_line add delivery_paise bigint not null default 0,
  add constraint checkout_line_delivery check (delivery_paise >= 0) not valid;

create or replace view purchase_line as
  select c.customer_id, c.street, c.city, c.state_name, c.pin_code, l.checkout_id, l.line_no, l.product_id, l.seller_id,
    l.product_name, l.product_image, l.price_paise, l.quantity, l.hsn_code, c.recipient_name, c.recipient_mobile,
    c.note_to_seller, c.is_gift, l.discount_paise, l.seller_discount_paise, c.coupon_code,
    l.delivery_paise
  from checkout c join checkout_line l on l.checkout_id = c.id;

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
-- `amount_paise` is with it. `delivery_kept_paise` is what of it stays with the seller for pieces that went back.
alter table orders add delivery_paise bigint not null default 0,
  add delivery_kept_paise bigint not null default 0,
  add constraint orders_delivery check (delivery_paise >= 0 and delivery_paise < amount_paise
    and delivery_kept_paise between 0 and delivery_paise) not valid;

create or replace view placed_order as
  select id, number, checkout_id, customer_id, seller_id, product_id, product_name, quantity, amount_paise, street, city,
    state_name, pin_code, status, has_no_terms, cancelled_units, returned_units, refunded_paise, reversed_paise, delivery_date,
    created_at,
    greatest(delivery_date + claim_time(id), (select max(p.delivered_at) from return_request r join replacement p on p.request_id = r.id
      where r.order_id = o.id)) as last_delivered_at,
    exists (select from return_request r where r.order_id = o.id and r.is_open)
      or exists (select from delivery_claim c where c.order_id = o.id and c.state = 'open') as held,
    exists (select from return_request r where r.order_id = o.id and r.carried_at is not null) as carried_back,
    coalesce(is_gone(shipment_status_code), false) as is_gone,
    (select jsonb_object_agg(m.order_id, m.units - m.stray_units) from shipment_line l
      join shipment s on s.id = l.shipment_id and s.kind = 'forward' and s.withdrawn_at is null
      join shipment_line m on m.shipment_id = s.id where l.order_id = o.id) as together,
    seller_discount_paise, shop_discount_paise, delivery_paise, delivery_kept_paise
  from orders o;

create or replace view order_parties as
  select o.id as order_id, o.product_id, o.product_name, o.quantity, o.amount_paise, o.street, o.city, o.state_name, o.pin_code,
    b.email as buyer_email, b.first_name as buyer_first_name, b.last_name as buyer_last_name,
    b.mobile as buyer_mobile, s.id as seller_id, s.email as seller_email, s.company_name as seller_company,
    s.mobile as seller_mobile, s.building_no as seller_building_no, s.street as seller_street, s.landmark as seller_landmark,
    s.city as seller_city, s.state as seller_state, s.pin_code as seller_pin_code, s.pickup_location, s.address as seller_address,
    s.suspended_at as seller_suspended_at, o.recipient_name, o.recipient_mobile, o.shop_discount_paise,
    o.delivery_paise
  from orders o join buyer b on b.id = o.customer_id join seller_party s on s.id = o.seller_id;
create or replace view order_parcel as
  select p.weight_grams, p.length_cm, p.width_cm, p.height_cm, x.*
  from order_parties x join goods p on p.id = x.product_id;

-- Group money -------------------------------------------------------------------------------------------------------------------
-- What of the gross is the charge for delivery.
alter table tax_document add delivery_paise bigint not null default 0;

-- Group administration ----------------------------------------------------------------------------------------------------------
create or replace view invariant_purchase as
  select 'order without a captured payment of the same amount' as invariant, c.id::text as id, c.id as checkout_id from checkout c
    where c.state = 'completed' and not exists (
      select from payment p where p.checkout_id = c.id and p.outcome = 'order' and p.amount_paise = c.total_paise)
  union all
  select 'payment for orders that are not there', p.id, p.checkout_id from payment p
    where p.outcome = 'order' and not exists (
      select from checkout c join orders o on o.checkout_id = c.id where c.id = p.checkout_id and c.state = 'completed')
  union all
  select 'orders of an unpaid checkout', o.checkout_id::text, o.checkout_id from orders o join checkout c on c.id = o.checkout_id
    where c.state not in ('completed', 'refunded')
  union all
  select 'orders differ from the snapshot', c.id::text, c.id from checkout c
    where c.state = 'completed' and (
      c.total_paise is distinct from (select sum(o.amount_paise) from orders o where o.checkout_id = c.id)
      or exists (select from checkout_line l where l.checkout_id = c.id and not exists (
        select from orders o where o.checkout_id = l.checkout_id and o.line_no = l.line_no and o.customer_id = c.customer_id
          and o.product_id = l.product_id and o.seller_id = l.seller_id and o.quantity = l.quantity
          and o.amount_paise = l.price_paise * l.quantity - l.discount_paise + l.delivery_paise
          and o.delivery_paise = l.delivery_paise
          and o.seller_discount_paise = l.seller_discount_paise
          and o.shop_discount_paise = l.discount_paise - l.seller_discount_paise)))
  union all
  select 'total differs from its lines', c.id::text, c.id from checkout c
    where c.total_paise is distinct from (
      select sum(l.price_paise * l.quantity - l.discount_paise + l.delivery_paise) from checkout_line l where l.checkout_id = c.id)
  union all
  select 'one purchase paid twice and kept', c.id::text, c.id from checkout c
    where c.state = 'completed' and exists (
      select from checkout o join checkout_line a on a.checkout_id = o.id
        join checkout_line b on b.checkout_id = c.id and b.product_id = a.product_id
      where o.customer_id = c.customer_id and o.id <> c.id and o.state = 'completed'
        and o.completed_seq > c.opened_seq and o.completed_seq < c.completed_seq)
  union all
  select 'not one order confirmation', c.id::text, c.id from checkout c
    where c.state = 'completed' and c.confirmation_mails <> 1
  union all
  select 'order without the tax in its price', o.id::text, o.checkout_id from orders o join checkout c on c.id = o.checkout_id
    where c.state = 'completed' and not exists (
      select from order_tax t where t.order_id = o.id and t.gross_paise = o.amount_paise + o.shop_discount_paise)
  union all
  select 'order without terms', o.id::text, o.checkout_id from orders o join checkout c on c.id = o.checkout_id
    where c.state = 'completed' and not exists (
      select from order_terms t where t.order_id = o.id)
  union all
  select 'order that went back to an earlier state', o.id::text, o.checkout_id from orders o
    where o.delivery_date is not null and o.status not in ('completed', 'refunded')
      or o.status = 'pending' and exists (select from order_sale s where s.order_id = o.id)
  union all
  select 'discount without a coupon, or a coupon without a discount', c.id::text, c.id from checkout c
    where (c.coupon_id is not null) <> (select coalesce(sum(l.discount_paise), 0) > 0 from checkout_line l
      where l.checkout_id = c.id);

create or replace view invariant_sale as
  select 'parcel handed over without a sale' as invariant, o.id::text as id, o.checkout_id from orders o
    where (o.status in ('shipped', 'completed') or o.shipment_status = 'RTO')
      and not exists (select from order_sale s where s.order_id = o.id)
  union all
  select 'sale of other pieces than were handed over', o.id::text, o.checkout_id from orders o join order_sale s on s.order_id = o.id
    where s.units <> o.quantity - o.cancelled_units or s.gross_paise <> o.amount_paise + o.shop_discount_paise
      - part_of(o.amount_paise - o.delivery_paise + o.shop_discount_paise, o.cancelled_units, o.quantity)
      - part_of(o.delivery_paise, o.cancelled_units, o.quantity)
  union all
  select 'reversals differ from the order', o.id::text, o.checkout_id from orders o
    left join lateral (select sum(r.gross_paise) as gross, sum(r.units) as units from order_reversal r
      where r.order_id = o.id) r on true
    left join order_sale s on s.order_id = o.id
    where coalesce(r.gross, 0) <> o.reversed_paise or coalesce(r.units, 0) > o.returned_units
      or coalesce(r.units, 0) < o.returned_units
        and (s.gross_paise is null or o.reversed_paise not between s.gross_paise - o.delivery_kept_paise and s.gross_paise)
  union all
  select 'more taken back than was sold', o.id::text, o.checkout_id from orders o join order_sale s on s.order_id = o.id
    join lateral (select sum(r.gross_paise) as gross, sum(r.units) as units, sum(r.commission_paise) as commission,
        sum(r.tcs_paise) as tcs, sum(r.tds_paise) as tds, sum(r.taxable_paise) as taxable
      from order_reversal r where r.order_id = s.order_id) r on true
    where r.gross > s.gross_paise or r.units > s.units or r.commission > s.commission_paise or r.tcs > s.tcs_paise
      or r.tds > s.tds_paise or (r.gross = s.gross_paise
        and (r.taxable <> s.taxable_paise or r.commission <> s.commission_paise or r.tcs <> s.tcs_paise
          or r.tds <> s.tds_paise))
  union all
  select 'sale without an invoice of the same amounts', o.id::text, o.checkout_id from orders o join order_sale s on s.order_id = o.id
    where not exists (
      select from tax_document d where d.order_id = s.order_id and d.kind = 'invoice' and d.quantity = s.units
        and d.gross_paise = s.gross_paise and d.taxable_paise = s.taxable_paise and d.cgst_paise = s.cgst_paise
        and d.sgst_paise = s.sgst_paise and d.utgst_paise = s.utgst_paise and d.igst_paise = s.igst_paise)
  union all
  select 'reversal without a credit note of the same amounts', r.id::text, o.checkout_id
    from orders o join order_reversal r on r.order_id = o.id
    where r.cause not in ('exchanged', 'corrected', 'weight', 'weight-corrected') and not exists (
      select from tax_document d where d.reversal_id = r.id and d.gross_paise = r.gross_paise
        and d.taxable_paise = r.taxable_paise);

create or replace view invariant_ledger as
  select 'ledger: an entry of a sale differs from its row' as invariant, o.id::text as id, o.checkout_id
    from orders o join order_sale s on s.order_id = o.id
    where (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
        where e.key = 'sale:' || s.order_id and l.account = 'seller_payable' and l.seller_id = o.seller_id)
      <> -(s.gross_paise - s.commission_paise - s.shipping_paise - s.gst_on_fees_paise - s.tcs_paise - s.tds_paise)
  union all
  select 'ledger: an entry of a reversal differs from its row', r.id::text, o.checkout_id
    from orders o join order_reversal r on r.order_id = o.id
    where (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
        where e.key = 'reversal:' || r.order_id || ':' || r.no and l.account = 'seller_payable' and l.seller_id = o.seller_id)
      <> r.gross_paise - r.commission_paise - r.gst_on_fees_paise - r.tcs_paise - r.tds_paise - r.compensation_paise
        + case r.way_back_paid_by when 'seller' then r.way_back_paise + r.way_back_gst_paise else 0 end
  union all
  select 'ledger: the buyer is not owed what the kept orders cost', p.id, p.checkout_id from payment p
    where (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
        where e.payment_id = p.id and l.account = 'buyer')
      <> case p.outcome when 'refund' then 0 else
        -(select coalesce(sum(o.amount_paise + o.shop_discount_paise
          - part_of(o.amount_paise - o.delivery_paise + o.shop_discount_paise, o.cancelled_units, o.quantity)
          - part_of(o.delivery_paise, o.cancelled_units, o.quantity)), 0)
        from orders o where o.checkout_id = p.checkout_id and not exists (
          select from order_sale s where s.order_id = o.id)) end
  union all
  select 'ledger: refunds under way differ from their rows', p.id, p.checkout_id from payment p
    where (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
        where e.payment_id = p.id and l.account = 'refunds')
      <> -(select coalesce(sum(r.amount_paise), 0) from refund r
        where r.payment_id = p.id and r.state in ('scheduled', 'accepted', 'failed'))
  union all
  select 'ledger: the provider has another amount', p.id, p.checkout_id from payment p
    where (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
        where e.payment_id = p.id and l.account = 'provider' and e.kind not in ('refund-paid-twice', 'provider-charge'))
      <> p.amount_paise - (select coalesce(sum(r.amount_paise), 0) from refund r where r.payment_id = p.id
        and r.state = 'processed' and r.settled_note is null and r.reason <> 'charged-back')
        - (select coalesce(sum(d.taken_paise), 0) from dispute d where d.payment_id = p.id)
  union all
  select 'settlement: a sale or reversal that is neither settled nor waiting, or both', e.key, o.checkout_id
    from orders o join journal_entry e on e.order_id = o.id
    where e.kind in ('sale', 'sale-reversed')
      and (exists (select from settlement_line l where l.entry_id = e.id))
        = (exists (select from unsettled_entry u where u.entry_id = e.id))
  union all
  select 'settlement: a stored due day is not the true one', u.entry_id::text, o.checkout_id
    from orders o join unsettled_entry u on u.order_id = o.id
    join unsettled_due d on d.entry_id = u.entry_id and d.order_id = u.order_id
    where u.due_on is distinct from d.due_on or u.held <> d.held
  union all
  select 'ledger: the shop bears another part of a discount than of what was kept', o.id::text, o.checkout_id
    from orders o join checkout c on c.id = o.checkout_id and c.state = 'completed'
    where o.shop_discount_paise > 0 and (select coalesce(sum(l.amount_paise), 0) from journal_entry e
        join posting l on l.entry_id = e.id where e.order_id = o.id and l.account = 'offers')
      <> o.shop_discount_paise - o.offer_back_paise
  union all
  select 'ledger: the shop bears a discount of a wholly refunded order', o.id::text, o.checkout_id from orders o
    where o.shop_discount_paise > o.offer_back_paise
      and (o.refunded_paise = o.amount_paise or o.cancelled_units + o.returned_units = o.quantity);
