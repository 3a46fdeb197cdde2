-- Hand-over days of orders for which the courier had said nothing.

-- Group fulfilment -------------------------------------------------------------------------------------------------------------
alter table order_promise
  alter transit_days drop not null,
  alter promised_by drop not null,
  alter answered_at drop not null,
  add constraint order_promise_whole check (num_nulls(transit_days, promised_by, answered_at) in (0, 3));
-- Orders that are older than this file may have no row.
comment on table order_promise is 'By when an order is handed over, and arrives where the courier had said so.';
