-- Money: disputes that the shop cannot place, and those that are opened again (docs/money.md, "Disputes")

create table unplaced_dispute (
  -- The provider's id.
  id text primary key,
  -- Null where it cannot be read.
  payment_id text,
  amount_paise bigint check (amount_paise > 0),
  first_seen_at timestamptz not null default now(),
  asked_at timestamptz not null default now()
);
comment on table unplaced_dispute is 'A dispute of a payment that the shop does not know, or whose facts it cannot read, until it is placed or over.';
create index unplaced_dispute_asked on unplaced_dispute (asked_at);

-- How often it was opened again after it was won or closed.
alter table dispute add reopened int not null default 0 check (reopened >= 0);
-- A counted loss is not undone: a report that it is open is an exception, too.
alter table dispute drop constraint dispute_contradicted_by_check;
alter table dispute add constraint dispute_contradicted_by_check
  check (contradicted_by in ('open', 'action-required', 'under-review', 'won', 'lost', 'closed')) not valid;

-- Group fulfilment -----------------------------------------------------------------------------------------------------------
-- The courier's codes for goods that are lost or spoilt (server/fulfilment/orders/courier-rules.ts).
create function is_gone(code int) returns boolean language sql immutable as $$ select code in (12, 24, 25, 44, 76) $$;
create or replace view placed_order as
  select id, number, checkout_id, customer_id, seller_id, product_id, product_name, quantity, amount_paise, street, city,
    state_name, pin_code, status, has_no_terms, cancelled_units, returned_units, refunded_paise, reversed_paise, delivery_date,
    created_at,
    greatest(delivery_date, (select max(p.delivered_at) from return_request r join replacement p on p.request_id = r.id
      where r.order_id = o.id)) as last_delivered_at,
    exists (select from return_request r where r.order_id = o.id and r.is_open) as held,
    exists (select from return_request r where r.order_id = o.id and r.carried_at is not null) as carried_back,
    coalesce(is_gone(shipment_status_code), false) as is_gone
  from orders o;
