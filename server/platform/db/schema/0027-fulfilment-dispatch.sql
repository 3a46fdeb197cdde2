-- Fulfilment: a seller says when a shipment may leave, and what cannot be delivered.

-- Group people ------------------------------------------------------------------------------------------------------------------
-- The courier is asked for a shipment once its seller says that it is ready, and not at once.
alter table seller add books_when_ready boolean not null default false;
create or replace view company as
  select account_id as id, company_name, coalesce(gst, gst_unverified) as gstin, mobile, building_no, street, landmark, city, state,
    pin_code, pickup_location,
    concat_ws(', ', building_no, street, landmark, city, state) || ' - ' || pin_code as address, handling_days, books_when_ready
  from seller;
create or replace view seller_party as
  select a.email, a.suspended_at, a.suspended_reason, c.* from company c join account a on a.id = c.id;

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
alter table shipment
  -- Since when it may be booked. Null: its seller has not said yet that it is ready.
  add ready_at timestamptz default now(),
  -- Its seller has packed it.
  add packed_at timestamptz,
  -- Weight and sides are what its seller measured, not what follows from the products.
  add is_measured boolean not null default false,
  add constraint shipment_ready check (ready_at is not null or check_at is null and booking_started_at is null),
  add constraint shipment_measured check (not is_measured or num_nulls(weight_grams, length_cm, width_cm, height_cm) = 0);
-- A seller's shipments that the courier has not fetched: those to pack, and those that are ready.
create index shipment_to_hand_over on shipment (seller_id, packed_at)
  where kind = 'forward' and handed_over_at is null and withdrawn_at is null and ended_at is null;
-- A seller's tabs of orders.
create index orders_by_seller_handed_over on orders (seller_id, id desc) where status in ('shipped', 'completed');
create index orders_by_seller_attention on orders (seller_id, id desc)
  where status = 'cancelled' or needs_attention is not null and status in ('pending', 'processing', 'shipped');

-- A seller cancels what they cannot deliver, and says why.
alter table cancellation
  drop constraint cancellation_by_check,
  add constraint cancellation_by_check check (by in ('customer', 'administrator', 'seller')),
  add reason text check (reason in ('out-of-stock', 'damaged', 'wrong-listing', 'cannot-send', 'other')),
  add note text,
  add constraint cancellation_reason check ((by = 'seller') = (reason is not null) and (note is null or reason is not null));

-- The parcels of a suspended seller are stopped until somebody decides.
alter table shipment
  -- Its seller is suspended: it is not booked. Its orders are refunded some days later.
  add stopped_at timestamptz,
  -- An administrator lets it go on all the same.
  add released_at timestamptz,
  add constraint shipment_stopped check (stopped_at is null or ready_at is null);
create index shipment_stopped on shipment (stopped_at) where stopped_at is not null;
-- The day on which the courier comes for it.
alter table shipment add pickup_on date;
