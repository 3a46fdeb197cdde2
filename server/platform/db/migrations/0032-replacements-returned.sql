-- A replacement may be returned for as long as its order, counted from its own delivery (docs/money.md, "Exchanges"). Until then
-- the sale is not due: a payout in between would have to be taken back from the seller.
create or replace view unsettled_due as
  select u.entry_id, u.seller_id, u.order_id, u.reversal_no, u.net_paise, w.window_ends_on, h.held,
    case when not open.sale_open then date '-infinity' when h.held then null
      when o.reversed_paise >= s.gross_paise then date '-infinity' else w.window_ends_on end as due_on
  from unsettled_entry u join orders o on o.id = u.order_id join order_sale s on s.order_id = u.order_id
  join order_terms t on t.order_id = u.order_id
  cross join lateral (select u.reversal_no is null or exists (
    select from unsettled_entry x where x.order_id = u.order_id and x.reversal_no is null) as sale_open) open
  cross join lateral (select exists (select from order_on_hold on_hold where on_hold.order_id = u.order_id) as held) h
  cross join lateral (select greatest(o.delivery_date, (
    select max(p.delivered_at) from return_request r join replacement p on p.request_id = r.id where r.order_id = u.order_id))
    as delivered_at) d
  cross join lateral (select ((d.delivered_at + t.return_days * interval '1 day') at time zone 'Asia/Kolkata')::date
    as window_ends_on) w;

-- The end of an exchange already stores the due day: it is the end of an open return.
update unsettled_entry e set due_on = d.due_on, held = d.held from unsettled_due d
where d.entry_id = e.entry_id and (e.due_on is distinct from d.due_on or e.held <> d.held)
  and e.order_id in (select r.order_id from replacement p join return_request r on r.id = p.request_id);

-- The stored due day follows the day on which a replacement was delivered.
create function store_due_day_of_replacement() returns trigger language plpgsql as $$
begin
  perform store_due_day(r.order_id) from return_request r where r.id = new.request_id;
  return null;
end $$;
create constraint trigger replacement_delivered_due after update of delivered_at on replacement
  deferrable initially deferred for each row when (old.delivered_at is distinct from new.delivered_at)
  execute function store_due_day_of_replacement();

-- For /metrics: pieces that are held for a buyer while no courier has them.
create index replacement_waiting on replacement (id) where ended_at is null and handed_over_at is null;
