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
do $$ declare rule text := pg_get_viewdef('invariant_refund'::regclass); begin
  if position('c.units > o.cancelled_units' in rule) = 0 then
    raise exception 'the rule of cancellations is not where it was';
  end if;
  execute 'create or replace view invariant_refund as '
    || replace(rule, 'c.units > o.cancelled_units', 'c.units > (o.cancelled_units + o.returned_units)');
end $$;

-- Claims that a parcel did not come. Somebody was reminded that the time for a decision is over.
alter table delivery_claim add reminded_at timestamptz;
create index delivery_claim_overdue on delivery_claim (decide_by) where state = 'open' and reminded_at is null;

-- How long claims of an order were open, in which its time for returns does not run.
create function claim_time(of_order uuid) returns interval language sql stable
return (select coalesce(sum(coalesce(c.ended_at, now()) - c.created_at), interval '0') from delivery_claim c where c.order_id = of_order);
do $$ declare text text := pg_get_viewdef('placed_order'::regclass); begin
  if position('GREATEST(delivery_date,' in text) = 0 then
    raise exception 'the last delivery of an order is not where it was';
  end if;
  execute 'create or replace view placed_order as '
    || replace(text, 'GREATEST(delivery_date,', 'GREATEST(delivery_date + claim_time(id),');
end $$;

-- The courier makes one manifest for a parcel: its own address of it.
alter table shipment add manifest_url text;

update orders set needs_attention = replace(needs_attention,
    'The seller has not packed the parcel for days after it was due: ask the seller, or refund the order.',
    'The seller has not packed the parcel by the day of its hand-over: ask the seller, or refund the order.')
  where position('has not packed the parcel for days after' in needs_attention) > 0;
