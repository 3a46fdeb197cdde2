-- Fulfilment: lists by the day of delivery, and what was still open about parcels

-- As before, in a form that PostgreSQL puts into the statement: a list asks it of each product that it passes.
create or replace function weight_class(grams numeric, cubic_cm numeric) returns int language sql immutable
return case
  when greatest(grams, cubic_cm / 5) <= 500 then 500
  when greatest(grams, cubic_cm / 5) <= 1000 then 1000
  when greatest(grams, cubic_cm / 5) <= 2000 then 2000
  when greatest(grams, cubic_cm / 5) <= 5000 then 5000
  when greatest(grams, cubic_cm / 5) <= 10000 then 10000
  when greatest(grams, cubic_cm / 5) <= 20000 then 20000
  when greatest(grams, cubic_cm / 5) <= 50000 then 50000
  else 1000000 end;

create index courier_answer_to on courier_answer (to_pin);

-- Group people ------------------------------------------------------------------------------------------------------------------
create index seller_pin_code on seller (pin_code);

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
-- Pieces that were cancelled, and that the courier carried all the same, may count as handed over and taken back.
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
    where c.units > o.cancelled_units + o.returned_units or c.paise > o.refunded_paise
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

-- Claims that a parcel did not come. Somebody was reminded that the time for a decision is over.
alter table delivery_claim add reminded_at timestamptz;
create index delivery_claim_overdue on delivery_claim (decide_by) where state = 'open' and reminded_at is null;

-- How long claims of an order were open: its time for returns does not run then.
create function claim_time(of_order uuid) returns interval language sql stable
return (select coalesce(sum(coalesce(c.ended_at, now()) - c.created_at), interval '0') from delivery_claim c where c.order_id = of_order);
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
      join shipment_line m on m.shipment_id = s.id where l.order_id = o.id) as together
  from orders o;

-- The courier makes one manifest for a parcel: its own address of it.
alter table shipment add manifest_url text;

update orders set needs_attention = replace(needs_attention,
    'The seller has not packed the parcel for days after it was due: ask the seller, or refund the order.',
    'The seller has not packed the parcel by the day of its hand-over: ask the seller, or refund the order.')
  where position('has not packed the parcel for days after' in needs_attention) > 0;

-- Their sales are due later now.
select store_due_day(order_id) from delivery_claim;
