-- Fulfilment: shipments. One noun for all that travels: to a buyer, back to a seller, and a replacement.

create table shipment (
  id uuid primary key,
  kind text not null check (kind in ('forward', 'replacement', 'return')),
  -- Our name of it at the courier, who takes a name once and never again.
  reference text not null constraint shipment_reference unique,
  seller_id uuid not null references seller on delete cascade,
  -- Of a return or an exchange.
  request_id uuid references return_request on delete cascade,
  -- As the courier was asked: once it has them, later changes of an address change no parcel.
  from_place jsonb,
  to_place jsonb,
  weight_grams numeric,
  length_cm numeric,
  width_cm numeric,
  height_cm numeric,
  -- What the courier charges, once it says so.
  cost_paise bigint check (cost_paise >= 0),
  courier_order_id text,
  courier_shipment_id text constraint shipment_of_courier unique,
  -- The courier's own address of the label.
  label_url text,
  booking_started_at timestamptz,
  pickup_requested_at timestamptz,
  -- By the courier's words (shipment_may_follow); null before there is an air waybill or a word. `code` is the last one that counts.
  state text check (state in ('Pending', 'Shipped', 'In Transit', 'Out for Delivery', 'Delivered', 'Cancelled', 'RTO')),
  code int,
  -- When a worker looks at it next. It moves the time ahead before it works, so that no other worker does. Null: nothing is asked.
  check_at timestamptz,
  tries int not null default 0,
  handed_over_at timestamptz,
  -- Nobody needs it any more: the courier is to cancel it.
  withdrawn_at timestamptz,
  ended_at timestamptz,
  -- A person has set the true outcome.
  corrected_at timestamptz,
  created_at timestamptz not null default now(),
  constraint shipment_places check (booking_started_at is null or num_nonnulls(from_place, to_place, weight_grams) = 3),
  constraint shipment_of_request check ((kind = 'forward') = (request_id is null))
);
comment on table shipment is 'One thing that travels with the courier: to a buyer, back to a seller, or a replacement.';
create index shipment_check on shipment (check_at) where check_at is not null;
create index shipment_of_seller on shipment (seller_id);
create unique index shipment_one_of_request on shipment (request_id, kind) where request_id is not null and withdrawn_at is null;
create index shipment_of_request_kind on shipment (request_id, kind) where request_id is not null;
create index shipment_courier_order on shipment (courier_order_id) where courier_order_id is not null;

create table shipment_line (
  shipment_id uuid not null references shipment on delete cascade,
  order_id uuid not null references orders on delete cascade,
  units int not null check (units > 0),
  -- Of them those that were cancelled, and travel all the same because the courier was faster.
  stray_units int not null default 0 check (stray_units between 0 and units),
  -- Cancelled pieces that are counted in the stock again.
  restocked_units int not null default 0 check (restocked_units between 0 and units),
  primary key (shipment_id, order_id)
);
comment on table shipment_line is 'How many pieces of an order are in a shipment, and what became of cancelled ones.';
create index shipment_line_of_order on shipment_line (order_id);

create table shipment_waybill (
  awb_number text primary key,
  shipment_id uuid not null references shipment on delete cascade,
  courier_name text not null,
  assigned_at timestamptz not null default now()
);
comment on table shipment_waybill is 'Every air waybill that a shipment has had; the last one is shown.';
create index shipment_waybill_of_shipment on shipment_waybill (shipment_id, assigned_at desc);

-- In the courier's own codes; a repeated word finds its own row.
create table shipment_event (
  shipment_id uuid not null references shipment on delete cascade,
  code int not null,
  happened_at timestamptz not null,
  words text not null,
  heard_by text not null check (heard_by in ('webhook', 'sweep')),
  received_at timestamptz not null default now(),
  primary key (shipment_id, code, happened_at)
);
comment on table shipment_event is 'All words of the courier about a shipment.';
create index shipment_event_received on shipment_event (received_at);
create function keep_shipment_event() returns trigger language plpgsql as $$
begin
  raise exception 'a word of the courier does not change' using errcode = 'restrict_violation';
end $$;
create trigger shipment_event_stays before update on shipment_event for each row execute function keep_shipment_event();

-- What was sent stays as it was sent.
create function keep_shipment_places() returns trigger language plpgsql as $$
begin
  if old.from_place is distinct from new.from_place or old.to_place is distinct from new.to_place
    or old.reference <> new.reference or old.kind <> new.kind then
    raise exception 'shipment % is with the courier: its places do not change', old.reference
      using errcode = 'restrict_violation', constraint = 'shipment_places_stay';
  end if;
  return new;
end $$;
create trigger shipment_places_stay before update on shipment for each row
  when (old.courier_shipment_id is not null) execute function keep_shipment_places();

-- Which state follows which word of the courier, also after an end (server/fulfilment/shipments/courier-rules.ts). A person who
-- knows better may correct it.
create function shipment_may_follow(before text, after text) returns boolean language sql immutable as $$
  select before is null or before = after or case before
    when 'Pending' then after in ('Shipped', 'In Transit', 'Out for Delivery', 'Delivered', 'Cancelled', 'RTO')
    when 'Shipped' then after in ('In Transit', 'Out for Delivery', 'Delivered', 'Cancelled', 'RTO')
    when 'In Transit' then after in ('Out for Delivery', 'Delivered', 'Cancelled', 'RTO')
    when 'Out for Delivery' then after in ('Delivered', 'Cancelled', 'RTO')
    when 'Delivered' then after = 'RTO'
    when 'Cancelled' then after in ('Shipped', 'In Transit', 'Out for Delivery', 'Delivered', 'RTO')
    when 'RTO' then after = 'Delivered' end
$$;
create function refuse_impossible_state() returns trigger language plpgsql as $$
begin
  raise exception 'shipment %: % does not follow %', new.reference, new.state, old.state
    using errcode = 'check_violation', constraint = 'shipment_state_follows';
end $$;
create trigger shipment_state_follows before update of state on shipment for each row
  when (old.corrected_at is not distinct from new.corrected_at and shipment_may_follow(old.state, new.state) is not true)
  execute function refuse_impossible_state();

-- The codes after which the courier has had the goods, those of lost and spoilt goods included
-- (server/fulfilment/shipments/courier-rules.ts).
create function is_handed_over(code int) returns boolean language sql immutable as $$
  select code in (6, 42, 51, 18, 21, 22, 38, 39, 48, 49, 50, 54, 55, 56, 57, 68, 77, 17, 7, 23, 26, 43,
    9, 10, 14, 40, 41, 46, 75, 78) or is_gone(code)
$$;

-- THE PARCELS OF ORDERS ---------------------------------------------------------------------------------------------------------

create temporary table moved_parcel (shipment_id uuid, order_id uuid, parcel_no int, withdrawn boolean, units int, primary key (order_id, parcel_no));
-- The present one of each order, unless the order never had any; withdrawn where its pieces were cancelled.
insert into moved_parcel
  select gen_random_uuid(), o.id, o.parcel_no, w.withdrawn, case when w.withdrawn
    then o.quantity - coalesce((select sum(c.units) from cancellation c where c.order_id = o.id and c.parcel_no < o.parcel_no), 0)
    else o.quantity - o.cancelled_units end
  from orders o cross join lateral (select o.status = 'refunded' and not exists (select from order_money m where m.order_id = o.id and m.is_sold)
    or exists (select from cancellation c where c.order_id = o.id and c.parcel_no = o.parcel_no) as withdrawn) w
  where o.status <> 'refunded' or o.booking_started_at is not null or o.awb_number is not null
    or exists (select from cancellation c where c.order_id = o.id);
-- Earlier ones, of which pieces were cancelled.
insert into moved_parcel
  select gen_random_uuid(), o.id, p.parcel_no, true,
    o.quantity - coalesce((select sum(c.units) from cancellation c where c.order_id = o.id and c.parcel_no < p.parcel_no), 0)
  from orders o join (select distinct order_id, parcel_no from cancellation) p on p.order_id = o.id and p.parcel_no < o.parcel_no;

create temporary table order_place as
  select p.order_id, p.weight_grams, p.length_cm, p.width_cm, p.height_cm,
    jsonb_build_object('id', p.seller_id, 'companyName', p.seller_company, 'email', p.seller_email, 'mobile', p.seller_mobile,
      'buildingNo', p.seller_building_no, 'street', p.seller_street, 'landmark', p.seller_landmark, 'city', p.seller_city,
      'state', p.seller_state, 'pinCode', p.seller_pin_code) as seller,
    jsonb_build_object('firstName', p.buyer_first_name, 'lastName', p.buyer_last_name, 'email', p.buyer_email,
      'mobile', p.buyer_mobile, 'street', p.street, 'city', p.city, 'state', p.state_name, 'pinCode', p.pin_code) as buyer
  from order_parcel p;
create unique index on order_place (order_id);

-- An earlier parcel is known by its number and its air waybill only.
insert into shipment (id, kind, reference, seller_id, from_place, to_place, weight_grams, length_cm, width_cm, height_cm,
    courier_order_id, courier_shipment_id, label_url, booking_started_at, pickup_requested_at, state, code, check_at, tries,
    handed_over_at, withdrawn_at, ended_at, created_at)
  select m.shipment_id, 'forward', o.id || case when m.parcel_no > 1 then '-' || m.parcel_no else '' end, o.seller_id,
    case when b.begun then p.seller end, case when b.begun then p.buyer end,
    case when b.begun then p.weight_grams * m.units end, case when b.begun then p.length_cm end,
    case when b.begun then p.width_cm end, case when b.begun then p.height_cm end,
    case when b.present then o.courier_order_id end, case when b.present then o.shipment_id end,
    case when b.present then o.shipment_label_url end, case when b.begun then coalesce(o.booking_started_at, o.created_at) end,
    case when b.present then o.pickup_requested_at end, case when b.present then o.shipment_status end,
    case when b.present then o.shipment_status_code end,
    case when m.withdrawn then case when b.begun and c.courier_cancelled_at is null and c.cancelled_at is not null then now() end
      when o.parcel_check_at is not null then o.parcel_check_at
      -- Those that were not asked about any more after 30 days are looked at again.
      when o.status in ('processing', 'shipped') and o.awb_number is not null then now() end,
    case when b.present then o.parcel_tries else 0 end,
    coalesce((select min(e.received_at) from parcel_event e
      where e.order_id = o.id and e.parcel_no = m.parcel_no and is_handed_over(e.code)),
      case when b.present and not m.withdrawn and (o.status in ('shipped', 'completed') or o.shipment_status = 'RTO') then o.updated_at end),
    case when m.withdrawn then coalesce(c.cancelled_at, o.updated_at) end,
    case when m.withdrawn then case when not b.begun or c.cancelled_at is null then coalesce(c.cancelled_at, o.updated_at) else c.courier_cancelled_at end
      when o.shipment_status in ('Delivered', 'Cancelled', 'RTO') then o.updated_at end,
    coalesce((select max(d.cancelled_at) from cancellation d where d.order_id = o.id and d.parcel_no < m.parcel_no), o.created_at)
  from moved_parcel m join orders o on o.id = m.order_id join order_place p on p.order_id = o.id
  left join lateral (select max(c.cancelled_at) as cancelled_at, max(c.courier_cancelled_at) as courier_cancelled_at,
      bool_or(c.booking_started) as begun from cancellation c where c.order_id = o.id and c.parcel_no = m.parcel_no) c on true
  cross join lateral (select m.parcel_no = o.parcel_no as present,
    case when m.parcel_no = o.parcel_no then o.booking_started_at is not null or o.awb_number is not null else coalesce(c.begun, false) end as begun) b;
insert into shipment_line (shipment_id, order_id, units, restocked_units)
  select m.shipment_id, m.order_id, greatest(m.units, 1), least(greatest(m.units, 1), coalesce((select sum(c.units) from cancellation c
    where c.order_id = m.order_id and c.parcel_no = m.parcel_no and c.by = 'customer'), 0))
  from moved_parcel m;
-- The courier has these all the same: a person knows of it.
update shipment set ended_at = coalesce(ended_at, now()), check_at = null where withdrawn_at is not null and handed_over_at is not null;
insert into shipment_waybill (awb_number, shipment_id, courier_name, assigned_at)
  select o.awb_number, m.shipment_id, coalesce(o.courier_name, 'Courier'), coalesce(o.booking_started_at, o.created_at)
    from moved_parcel m join orders o on o.id = m.order_id and o.parcel_no = m.parcel_no where o.awb_number is not null
  on conflict do nothing;
insert into shipment_waybill (awb_number, shipment_id, courier_name, assigned_at)
  select c.awb_number, m.shipment_id, 'Courier', c.cancelled_at
    from moved_parcel m join cancellation c on c.order_id = m.order_id and c.parcel_no = m.parcel_no where c.awb_number is not null
  on conflict do nothing;
insert into shipment_event (shipment_id, code, happened_at, words, heard_by, received_at)
  select m.shipment_id, e.code, e.happened_at, e.words, e.heard_by, e.received_at
  from parcel_event e join moved_parcel m on m.order_id = e.order_id and m.parcel_no = e.parcel_no;
drop table parcel_event;

-- The shipment that had the pieces.
alter table cancellation add shipment_id uuid references shipment on delete set null;
update cancellation c set shipment_id = m.shipment_id from moved_parcel m where m.order_id = c.order_id and m.parcel_no = c.parcel_no;
create index cancellation_of_shipment on cancellation (shipment_id) where shipment_id is not null;
drop table moved_parcel;

-- The shipment by which an order travels, or has travelled, to its buyer, with its air waybill.
create view order_shipment as
  select l.order_id, l.units, l.stray_units, s.*, w.awb_number, w.courier_name
  from shipment_line l join shipment s on s.id = l.shipment_id
  left join lateral (select awb_number, courier_name from shipment_waybill
    where shipment_id = s.id order by assigned_at desc, awb_number limit 1) w on true
  where s.kind = 'forward' and s.withdrawn_at is null;
comment on view order_shipment is 'The shipment of an order to its buyer.';

-- RETURNS AND REPLACEMENTS ------------------------------------------------------------------------------------------------------

-- The ones that a courier was asked for, or is to be asked for. One that is not needed, because the goods came otherwise, may still
-- have to be cancelled: the jobs that did so are not there any more.
insert into shipment (id, kind, reference, seller_id, request_id, from_place, to_place, weight_grams, length_cm, width_cm, height_cm,
    courier_shipment_id, booking_started_at, pickup_requested_at, code, check_at, tries, handed_over_at, withdrawn_at, ended_at, created_at)
  select gen_random_uuid(), 'return', 'R-' || r.id, r.seller_id, r.id, case when b.begun then p.buyer end,
    case when b.begun then p.seller end, case when b.begun then p.weight_grams * r.units end, case when b.begun then p.length_cm end,
    case when b.begun then p.width_cm end, case when b.begun then p.height_cm end, r.shipment_id,
    case when b.begun then coalesce(r.booking_started_at, r.created_at) end,
    case when r.awb_number is not null and r.state <> 'accepted' then r.updated_at end, r.courier_code,
    case when w.at is null then r.check_at when b.begun and w.at > now() - interval '2 days' then now() end, r.tries, r.carried_at, w.at,
    case when w.at is null then case when r.check_at is null then r.updated_at end
      when not b.begun or w.at <= now() - interval '2 days' then w.at end, r.created_at
  from return_request r join order_place p on p.order_id = r.order_id
  cross join lateral (select r.booking_started_at is not null or r.awb_number is not null as begun) b
  cross join lateral (select max(e.at) as at from return_event e where e.request_id = r.id
    and (e.state = 'to-send' or e.state = 'received' and e.by <> 'courier')) w
  where b.begun or r.check_at is not null;
insert into shipment (id, kind, reference, seller_id, request_id, from_place, to_place, weight_grams, length_cm, width_cm, height_cm,
    courier_shipment_id, label_url, booking_started_at, pickup_requested_at, code, check_at, tries, handed_over_at, withdrawn_at,
    ended_at, created_at)
  select gen_random_uuid(), 'replacement', 'X-' || x.id, r.seller_id, r.id, case when b.begun then p.seller end,
    case when b.begun then p.buyer end, case when b.begun then p.weight_grams * x.units end, case when b.begun then p.length_cm end,
    case when b.begun then p.width_cm end, case when b.begun then p.height_cm end, x.shipment_id, x.label_url, x.booking_started_at,
    x.pickup_requested_at, x.courier_code,
    case when w.at is null then x.check_at when b.begun and w.at > now() - interval '2 days' then now() end, x.tries, x.handed_over_at,
    w.at, case when w.at is null then x.ended_at when not b.begun or w.at <= now() - interval '2 days' then w.at end, x.held_at
  from replacement x join return_request r on r.id = x.request_id join order_place p on p.order_id = r.order_id
  cross join lateral (select x.booking_started_at is not null as begun) b
  cross join lateral (select case when x.handed_over_at is null then x.ended_at end as at) w
  where b.begun or x.check_at is not null;
insert into shipment_line (shipment_id, order_id, units)
  select s.id, r.order_id, case s.kind when 'return' then r.units else x.units end
  from shipment s join return_request r on r.id = s.request_id left join replacement x on x.request_id = r.id;
insert into shipment_waybill (awb_number, shipment_id, courier_name, assigned_at)
  select coalesce(w.awb_number, x.awb_number), s.id, coalesce(w.courier_name, x.courier_name, 'Courier'), s.created_at
  from shipment s left join return_request w on s.kind = 'return' and w.id = s.request_id
  left join replacement x on s.kind = 'replacement' and x.request_id = s.request_id
  where coalesce(w.awb_number, x.awb_number) is not null
  on conflict do nothing;

-- Orders in one parcel have one air waybill and one shipment at the courier.
drop index orders_shipment;
drop index orders_awb;
create index orders_shipment on orders (shipment_id) where shipment_id is not null;
create index orders_awb on orders (awb_number) where awb_number is not null;
-- With the pieces that are in one parcel with this order's, by order: they share the price of its way.
create or replace view placed_order as
  select id, number, checkout_id, customer_id, seller_id, product_id, product_name, quantity, amount_paise, street, city,
    state_name, pin_code, status, has_no_terms, cancelled_units, returned_units, refunded_paise, reversed_paise, delivery_date,
    created_at,
    greatest(delivery_date, (select max(p.delivered_at) from return_request r join replacement p on p.request_id = r.id
      where r.order_id = o.id)) as last_delivered_at,
    exists (select from return_request r where r.order_id = o.id and r.is_open) as held,
    exists (select from return_request r where r.order_id = o.id and r.carried_at is not null) as carried_back,
    coalesce(is_gone(shipment_status_code), false) as is_gone,
    (select jsonb_object_agg(m.order_id, m.units - m.stray_units) from shipment_line l
      join shipment s on s.id = l.shipment_id and s.kind = 'forward' and s.withdrawn_at is null
      join shipment_line m on m.shipment_id = s.id where l.order_id = o.id) as together
  from orders o;

drop view waiting_parcels;
alter table return_request drop column booking_started_at, drop column shipment_id, drop column awb_number, drop column courier_name,
  drop column courier_code, drop column check_at, drop column tries;
alter table replacement drop column booking_started_at, drop column shipment_id, drop column awb_number, drop column courier_name,
  drop column label_url, drop column pickup_requested_at, drop column courier_code, drop column check_at, drop column tries;

-- The one that brings a return to its seller. Where the courier did not come, the buyer sends the goods, and it shows nothing.
create view way_back as
  select s.*, w.awb_number, w.courier_name from shipment s
  left join lateral (select awb_number, courier_name from shipment_waybill
    where shipment_id = s.id order by assigned_at desc, awb_number limit 1) w on true
  where s.kind = 'return' and not exists (select from return_event e
    where e.request_id = s.request_id and e.state = 'to-send' and e.at >= s.created_at);
comment on view way_back is 'The shipment that brings a return to its seller.';
create view replacement_parcel as
  select x.*, s.id as shipment_id, s.label_url, s.check_at, s.booking_started_at, w.awb_number, w.courier_name
  from replacement x left join shipment s on s.kind = 'replacement' and s.request_id = x.request_id
  left join lateral (select awb_number, courier_name from shipment_waybill
    where shipment_id = s.id order by assigned_at desc, awb_number limit 1) w on true;
comment on view replacement_parcel is 'The pieces that replace returned ones, with their shipment once there is one.';

create view waiting_parcels as
  select (select count(*) from shipment where check_at is not null and kind = 'forward' and state is null and withdrawn_at is null) as parcels,
    (select count(*) from shipment where check_at < now() - interval '10 minutes' and kind = 'forward') as parcels_overdue,
    (select count(*) from orders where needs_attention is not null) as need_attention,
    (select count(*) from replacement where ended_at is null and handed_over_at is null) as replacements,
    (select count(*) from shipment where check_at < now() - interval '10 minutes' and kind <> 'forward') as returns_overdue;
comment on view waiting_parcels is 'How many parcels, returns and replacements wait: one row for /metrics.';

-- Group money ------------------------------------------------------------------------------------------------------------------
-- A correction has no price: it gives the seller what goods were worth that did not come back, or takes it back again.
alter table order_reversal drop constraint order_reversal_cause_check, drop constraint order_reversal_gross_paise_check,
  drop constraint order_reversal_compensation_paise_check,
  add constraint order_reversal_cause_check
    check (cause in ('returned', 'undelivered', 'lost', 'price-reduced', 'exchanged', 'corrected')),
  add constraint order_reversal_gross_paise_check
    check (gross_paise > 0 or cause in ('exchanged', 'corrected') and gross_paise = 0 and units = 0),
  add constraint order_reversal_compensation_paise_check check (compensation_paise >= 0 or cause = 'corrected');

-- Group administration ---------------------------------------------------------------------------------------------------------
create or replace view invariant_refund as
  select 'payment that bought nothing and does not go back whole' as invariant, p.id, p.checkout_id from payment p
    where p.outcome = 'refund' and p.amount_paise is distinct from
      (select sum(r.amount_paise) from refund r where r.payment_id = p.id and r.state <> 'replaced')
  union all
  select 'refunded orders without their money', p.id, p.checkout_id from payment p where p.outcome = 'order'
    and (select coalesce(sum(o.refunded_paise), 0) from orders o where o.checkout_id = p.checkout_id)
      > (select coalesce(sum(r.amount_paise), 0) from refund r where r.payment_id = p.id and r.state <> 'replaced')
  union all
  select 'money of kept orders refunded, and nobody is told', p.id, p.checkout_id from payment p
    join lateral (select sum(o.refunded_paise) as refunded,
        min(o.amount_paise - o.refunded_paise) filter (where o.refunded_paise < o.amount_paise) as least,
        bool_or(o.refunded_paise < o.amount_paise and o.needs_attention is null) as untold
      from orders o where o.checkout_id = p.checkout_id) o on true
    where p.outcome = 'order' and o.untold and o.least + coalesce(o.refunded, 0)
      <= (select coalesce(sum(r.amount_paise), 0) from refund r where r.payment_id = p.id and r.state <> 'replaced')
  union all
  select 'more refunded than was paid', p.id, p.checkout_id from payment p where p.amount_paise <
    (select sum(r.amount_paise) from refund r where r.payment_id = p.id and r.state in ('scheduled', 'accepted', 'processed')
      and not (r.reason = 'at-provider' and exists (select from refund b where b.payment_id = p.id and b.reason = 'charged-back')))
  union all
  select 'refunded order with something left', o.id::text, o.checkout_id from orders o
    where o.status = 'refunded' and (o.refunded_paise <> o.amount_paise or o.cancelled_units + o.returned_units <> o.quantity)
  union all
  select 'cancellations differ from the order', o.id::text, o.checkout_id from orders o
    cross join lateral (select sum(c.units) as units, sum(c.paise) as paise
      from cancellation c where c.order_id = o.id) c
    where c.units > o.cancelled_units or c.paise > o.refunded_paise
  union all
  select 'returns refunded more than their order', o.id::text, o.checkout_id from orders o
    where o.refunded_paise < (select sum(r.refund_paise) from return_request r where r.order_id = o.id and r.state = 'refunded')
  union all
  select 'return whose history ends in another state', r.id::text, o.checkout_id
    from return_request r join orders o on o.id = r.order_id
    where r.state is distinct from
      (select e.state from return_event e where e.request_id = r.id order by e.no desc limit 1)
  union all
  select 'return that went on after its end', r.id::text, o.checkout_id from return_request r join orders o on o.id = r.order_id
    where exists (select from return_event e join return_event n on n.request_id = e.request_id and n.no > e.no
      where e.request_id = r.id and e.state in ('refunded', 'exchanged', 'rejected', 'withdrawn'))
  union all
  select 'exchange that is refunded without a reason, or a refund with one', r.id::text, o.checkout_id
    from return_request r join orders o on o.id = r.order_id
    where r.state = 'refunded' and (r.wanted = 'exchange') <> (r.fell_back is not null)
      or r.state <> 'refunded' and r.refund_id is not null
  union all
  select 'replacement that is held without need, or a need without one', r.id::text, o.checkout_id
    from return_request r join orders o on o.id = r.order_id left join replacement x on x.request_id = r.id
    where case
      when r.state in ('replacing', 'sent') then x.id is null or x.ended_at is not null or x.units <> r.units
      when r.state = 'exchanged' then x.delivered_at is null or x.stock_returned_at is not null or x.units <> r.units
      when r.state = 'received' and r.fell_back is null and r.wanted = 'exchange' then x.id is null or x.ended_at is not null
      when r.state = 'disputed' then x.delivered_at is not null
      else x.id is not null and (x.ended_at is null or x.delivered_at is not null) end
  union all
  select 'replacement whose pieces are not counted once', x.id::text, o.checkout_id
    from replacement x join return_request r on r.id = x.request_id join orders o on o.id = r.order_id
    where (x.ended_at is not null and x.handed_over_at is null) <> (x.stock_returned_at is not null)
  union all
  select 'replacement whose ways are not charged once', x.id::text, o.checkout_id
    from replacement x join return_request r on r.id = x.request_id join orders o on o.id = r.order_id
    where r.way_back_paise > 0 and exists (select from order_sale s where s.order_id = o.id)
      and (select count(*) from order_reversal v where v.order_id = r.order_id and v.cause = 'exchanged')
        <> (select count(*) from replacement y join return_request q on q.id = y.request_id
          where q.order_id = r.order_id and y.handed_over_at is not null);


-- Sales, reversals, and the documents of both.
create or replace view invariant_sale as
  select 'parcel handed over without a sale' as invariant, o.id::text as id, o.checkout_id from orders o
    where (o.status in ('shipped', 'completed') or o.shipment_status = 'RTO')
      and not exists (select from order_sale s where s.order_id = o.id)
  union all
  select 'sale of other pieces than were handed over', o.id::text, o.checkout_id from orders o join order_sale s on s.order_id = o.id
    where s.units <> o.quantity - o.cancelled_units or s.gross_paise <> o.amount_paise / o.quantity * s.units
  union all
  select 'reversals differ from the order', o.id::text, o.checkout_id from orders o
    left join lateral (select sum(r.gross_paise) as gross, sum(r.units) as units from order_reversal r
      where r.order_id = o.id) r on true
    left join order_sale s on s.order_id = o.id
    where coalesce(r.gross, 0) <> o.reversed_paise or coalesce(r.units, 0) > o.returned_units
      or coalesce(r.units, 0) < o.returned_units and s.gross_paise is distinct from o.reversed_paise
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
    where r.cause not in ('exchanged', 'corrected') and not exists (
      select from tax_document d where d.reversal_id = r.id and d.gross_paise = r.gross_paise
        and d.taxable_paise = r.taxable_paise);

-- Each piece of an order is in one place: in its shipment (waiting with the seller, travelling, or with the buyer), or cancelled.
-- Orders that the courier cancelled have none until a person decides.
create view invariant_piece as
  select 'piece of an order in no shipment, or in two' as invariant, o.id::text as id, o.checkout_id
    from orders o cross join lateral (select coalesce(sum(s.units - s.stray_units), 0) as units, count(*) as shipments
      from order_shipment s where s.order_id = o.id) s
    where not o.has_no_terms and s.units <> o.quantity - o.cancelled_units and not (o.status = 'cancelled' and s.shipments = 0)
  union all
  select 'order with two shipments to its buyer', o.id::text, o.checkout_id
    from orders o where (select count(*) from order_shipment s where s.order_id = o.id) > 1
  union all
  select 'pieces that are booked twice', o.id::text, o.checkout_id from orders o
    where exists (select from order_shipment s join shipment_line l on l.order_id = s.order_id
      join shipment w on w.id = l.shipment_id and w.kind = 'forward'
      where s.order_id = o.id and s.booking_started_at is not null and w.withdrawn_at is not null
        and w.booking_started_at is not null and w.ended_at is null and w.created_at < s.created_at);
do $$ begin
  execute 'create or replace view broken_invariant as ' || rtrim(pg_get_viewdef('broken_invariant'::regclass), ';')
    || ' union all select invariant, id from invariant_piece';
end $$;

-- What the shipment has now. A refunded order rests because its shipment is withdrawn.
alter table orders drop column parcel_no, drop column courier_order_id, drop column booking_started_at,
  drop column pickup_requested_at, drop column parcel_tries, drop column parcel_check_at;
alter table cancellation drop column parcel_no, drop column awb_number, drop column booking_started, drop column courier_cancelled_at;
drop table order_place;
