-- The day on which each unsettled entry is due, stored: the money pages add up a hundred thousand of them, and working the day
-- out from four tables takes over a second. `unsettled_due` says what is true, and the settlement run pays by it; these two
-- columns are a copy for the sums of the pages, which the triggers below keep.
alter table unsettled_entry add due_on date, add held boolean not null default false;

-- The lock first: of two transactions that change the same order, the second one then sees what the first one wrote.
-- By the owner of the tables, like every trigger that keeps a copy.
create function store_due_day(which uuid) returns void language plpgsql as $$
begin
  perform from unsettled_entry where order_id = which order by entry_id for update;
  if found then
    update unsettled_entry e set due_on = d.due_on, held = d.held from unsettled_due d
    where e.order_id = which and d.order_id = which and d.entry_id = e.entry_id
      and (e.due_on is distinct from d.due_on or e.held <> d.held);
  end if;
end $$;

create function store_due_days() returns trigger language plpgsql as $$
begin
  perform store_due_day(case tg_op when 'DELETE' then old.order_id else new.order_id end);
  return null;
end $$;
create function store_due_day_of_order() returns trigger language plpgsql as $$
begin
  perform store_due_day(new.id);
  return null;
end $$;

-- At the end of the transaction, when the sale and its entry, or the reversal and its entry, are both there.
create constraint trigger unsettled_entry_due after insert on unsettled_entry
  deferrable initially deferred for each row execute function store_due_days();
-- Once the sale is settled, what is left of the order is due at once.
create constraint trigger unsettled_entry_settled after delete on unsettled_entry
  deferrable initially deferred for each row when (old.reversal_no is null) execute function store_due_days();
create constraint trigger orders_due after update of delivery_date, reversed_paise on orders
  deferrable initially deferred for each row
  when (old.delivery_date is distinct from new.delivery_date or old.reversed_paise <> new.reversed_paise)
  execute function store_due_day_of_order();
create constraint trigger return_request_asked_due after insert on return_request
  deferrable initially deferred for each row execute function store_due_days();
create constraint trigger return_request_closed_due after update on return_request
  deferrable initially deferred for each row when (old.is_open <> new.is_open) execute function store_due_days();

update unsettled_entry e set due_on = d.due_on, held = d.held from unsettled_due d where d.entry_id = e.entry_id;

-- The sums of the money pages read the index alone.
create index unsettled_entry_due_day on unsettled_entry (seller_id, due_on) include (net_paise);
