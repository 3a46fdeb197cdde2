-- Fulfilment: what an order shows after its end, and how it is found; each refund as a line of its own

-- An order that ended before a courier had it is Cancelled, whatever the courier said of its parcel. Lists filter by it.
create function shown_shipment(status text, shipment_status text) returns text language sql immutable as $$
  select case when status = 'refunded' and coalesce(shipment_status, 'Pending') = 'Pending' then 'Cancelled' else shipment_status end
$$;
-- A seller's list has refunded orders, too.
drop index orders_by_seller_shipment;
create index orders_by_seller_shipment on orders (seller_id, (coalesce(shown_shipment(status, shipment_status), 'Pending')), id desc);
create index orders_by_seller_refunded on orders (seller_id, id desc) where refunded_paise > 0;
-- The administrator's orders that ended without a delivery.
create index orders_cancelled on orders (id desc) where status in ('cancelled', 'refunded');
-- What an administrator types on the telephone: a part of an order's number, words of a product.
create index orders_text_part on orders using gin ((number || ' ' || product_name) gin_trgm_ops);

-- Group money ----------------------------------------------------------------------------------------------------------------
-- What an administrator typed when they decided a refund.
alter table refund add note text check (length(note) <= 500);
-- `waits` until the buyer's bank has decided about the payment.
create or replace view buyer_refund as
  select f.id, p.checkout_id, f.order_id, f.reason, f.state as own_state, n.state, n.provider_refund_id, n.created_at,
    n.accepted_at, f.amount_paise, f.note,
    n.state = 'scheduled' and exists (select from dispute d where d.payment_id = n.payment_id and d.is_open) as waits
  from refund f join payment p on p.id = f.payment_id join refund n on n.id = coalesce(f.replaced_by, f.id);

-- Group people ---------------------------------------------------------------------------------------------------------------
-- All that was done about one order or refund, by its id.
create index audit_entry_to_id on audit_entry (to_id, id desc) where to_id is not null;
