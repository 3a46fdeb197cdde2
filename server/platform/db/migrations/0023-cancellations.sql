-- Pieces that are cancelled before the parcel is handed over, by the buyer within his time or by an administrator.
create table cancellation (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  by text not null check (by in ('customer', 'administrator')),
  units int not null check (units > 0),
  -- What goes back for them, and the refund; null where all of it went back at the payment provider before.
  paise bigint not null check (paise >= 0),
  refund_id uuid references refund on delete set null,
  cancelled_at timestamptz not null default now(),
  -- The parcel with these pieces, and its air waybill as far as it was known. The courier has to cancel it if its booking had begun.
  parcel_no int not null check (parcel_no > 0),
  awb_number text,
  booking_started boolean not null,
  -- When the courier had cancelled it, or did not know it.
  courier_cancelled_at timestamptz
);
create index cancellation_of_order on cancellation (order_id);
create index cancellation_refund on cancellation (refund_id) where refund_id is not null;
create index cancellation_awb on cancellation (awb_number) where awb_number is not null;

-- Pieces that are left after a cancellation travel in another parcel: the courier takes an order's id only once.
alter table orders add column parcel_no int not null default 1 check (parcel_no > 0);
alter table parcel_event add column parcel_no int not null default 1,
  drop constraint parcel_event_pkey, add primary key (order_id, parcel_no, code, happened_at);
