-- Fulfilment: whether and when orders arrive: the courier's answers, and the day that each buyer was promised

-- Group people ------------------------------------------------------------------------------------------------------------------
-- Working days from an order to its hand-over to the courier.
alter table seller add handling_days int not null default 2 check (handling_days between 0 and 7);
create or replace view company as
  select account_id as id, company_name, coalesce(gst, gst_unverified) as gstin, mobile, building_no, street, landmark, city, state,
    pin_code, pickup_location,
    concat_ws(', ', building_no, street, landmark, city, state) || ' - ' || pin_code as address, handling_days
  from seller;
create or replace view seller_party as
  select a.email, a.suspended_at, a.suspended_reason, c.* from company c join account a on a.id = c.id;

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
-- Null for a text that is no pin code.
create function pin_number(pin text) returns int language sql immutable
return case when pin ~ '^[1-9][0-9]{5}$' then pin::int end;

-- Parcels of one class have one answer; the courier is asked for the heaviest of them. It charges by the larger of weight and
-- volume, a kilogram for 5,000 cubic centimetres.
create function weight_class(grams numeric, cubic_cm numeric) returns int language sql immutable
return (select coalesce(min(c), 1000000) from unnest(array[500, 1000, 2000, 5000, 10000, 20000, 50000]) as c
  where c >= greatest(grams, cubic_cm / 5));

create table courier_answer (
  from_pin int not null,
  to_pin int not null,
  weight_class int not null,
  -- Null: the courier does not deliver there.
  transit_days int check (transit_days between 0 and 60),
  answered_at timestamptz not null default now(),
  primary key (from_pin, to_pin, weight_class)
);
comment on table courier_answer is 'Whether and how fast the courier brings a parcel from one pin code to another: a cache.';
create index courier_answer_age on courier_answer (answered_at);

create table order_promise (
  order_id uuid primary key references orders on delete cascade,
  handling_days int not null,
  transit_days int not null,
  hand_over_by date not null,
  promised_by date not null,
  -- When the courier had said how long it needs.
  answered_at timestamptz not null,
  constraint order_promise_in_order check (hand_over_by <= promised_by)
);
comment on table order_promise is 'The day by which a buyer was told that an order arrives, and what it was computed from.';
-- For the share of promises that were kept.
create index order_promise_day on order_promise (promised_by);
