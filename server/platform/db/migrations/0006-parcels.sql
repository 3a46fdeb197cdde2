-- The steps of a booking that orders does not tell yet, and when a sweep looks at the parcel again.
alter table orders
  add column courier_order_id text,
  add column booking_started_at timestamptz,
  add column pickup_requested_at timestamptz,
  add column parcel_tries int not null default 0,
  -- Null: there is nothing left to ask. Whoever works on a parcel moves it on first, so that nobody else does.
  add column parcel_check_at timestamptz;
update orders set parcel_check_at = now() where status = 'pending';
create index orders_parcel_due on orders (parcel_check_at) where parcel_check_at is not null;
create index orders_need_attention on orders (id desc) where needs_attention is not null;

-- Everything the courier ever said of a parcel, in its own codes; a repeated notice meets its own row.
create table parcel_event (
  order_id uuid not null references orders on delete cascade,
  code int not null,
  happened_at timestamptz not null,
  words text not null,
  heard_by text not null check (heard_by in ('webhook', 'sweep')),
  received_at timestamptz not null default now(),
  primary key (order_id, code, happened_at)
);

-- Told once for each fall below the limit: rising to it again, by whatever hand, is what allows the next mail.
alter table product add column low_stock_told boolean not null default false;
create function forget_low_stock() returns trigger language plpgsql as $$
begin
  new.low_stock_told := false;
  return new;
end $$;
create trigger product_stock_rose before update of units on product
  for each row when (new.units >= 10 and old.low_stock_told) execute function forget_low_stock();
