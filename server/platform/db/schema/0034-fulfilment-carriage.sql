-- Fulfilment: each parcel pays its way once, by the figures that its seller could see (docs/money.md, "Freight")

-- Group money -------------------------------------------------------------------------------------------------------------------
-- A correction also gives back the way of a parcel that never left its seller, and charges it again where it left after all.
alter table order_reversal drop constraint order_reversal_way_back_paise_check,
  drop constraint order_reversal_way_back_gst_paise_check,
  add constraint order_reversal_way_back_paise_check check (case cause when 'weight-corrected' then way_back_paise < 0
    when 'corrected' then true else way_back_paise >= 0 end),
  add constraint order_reversal_way_back_gst_paise_check check (case cause when 'weight-corrected' then way_back_gst_paise <= 0
    when 'corrected' then true else way_back_gst_paise >= 0 end),
  add constraint order_reversal_way_of_parcel check (cause <> 'corrected' or way_back_paid_by is distinct from 'buyer'
    and way_back_paise * way_back_gst_paise >= 0);

-- As before; a way that is given back is a credit of the sale, or of the correction that charged it last.
create or replace view shop_fee as
  select e.id as entry_id, 'charge' as part, 'seller' as payer, e.happened_at, s.order_id, t.gst_on_fees_bp as rate_bp,
    s.commission_paise, g.commission_gst_paise, s.shipping_paise,
    s.gst_on_fees_paise - g.commission_gst_paise as shipping_gst_paise, null::bigint as of_entry_id
  from order_sale s join journal_entry e on e.order_id = s.order_id and e.kind = 'sale'
  join order_terms t on t.order_id = s.order_id
  cross join lateral (select coalesce(round(s.gst_on_fees_paise::numeric * s.commission_paise
    / nullif(s.commission_paise + s.shipping_paise, 0)), 0)::bigint as commission_gst_paise) g
  where s.commission_paise + s.shipping_paise > 0
  union all
  select e.id, 'credit', 'seller', e.happened_at, r.order_id, t.gst_on_fees_bp, r.commission_paise, r.gst_on_fees_paise, 0, 0,
    s.id
  from order_reversal r join journal_entry e on e.order_id = r.order_id and e.key = 'reversal:' || r.order_id || ':' || r.no
  join journal_entry s on s.key = 'sale:' || r.order_id
  join order_terms t on t.order_id = r.order_id
  where r.commission_paise + r.gst_on_fees_paise > 0
  union all
  select e.id, 'charge', r.way_back_paid_by, e.happened_at, r.order_id, t.gst_on_fees_bp, 0, 0, r.way_back_paise,
    r.way_back_gst_paise, null
  from order_reversal r join journal_entry e on e.order_id = r.order_id and e.key = 'reversal:' || r.order_id || ':' || r.no
  join order_terms t on t.order_id = r.order_id
  where r.way_back_paid_by is not null and r.way_back_paise + r.way_back_gst_paise > 0
  union all
  select e.id, 'credit', r.way_back_paid_by, e.happened_at, r.order_id, t.gst_on_fees_bp, 0, 0, -r.way_back_paise,
    -r.way_back_gst_paise, c.id
  from order_reversal r join journal_entry e on e.order_id = r.order_id and e.key = 'reversal:' || r.order_id || ':' || r.no
  join journal_entry c on c.key = case when r.cause = 'weight-corrected' then 'reversal:' || r.order_id || ':' || r.corrects_no
    else coalesce((select 'reversal:' || b.order_id || ':' || b.no from order_reversal b where b.order_id = r.order_id
      and b.cause = 'corrected' and b.way_back_paise > 0 and b.no < r.no order by b.no desc limit 1), 'sale:' || r.order_id) end
  join order_terms t on t.order_id = r.order_id
  where r.way_back_paise + r.way_back_gst_paise < 0;

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
-- Cancelled pieces that were counted in the stock again, and left it when it turned out that the courier carries them.
alter table shipment_line add retaken_units int not null default 0 check (retaken_units between 0 and units);

-- What a bill says of an earlier air waybill is no weight of the parcel that travels.
create function refuse_earlier_waybill() returns trigger language plpgsql as $$
begin
  if not exists (select from courier_charge c where c.shipment_id = new.id and c.applied_grams = new.applied_grams
      and c.awb_number = (select w.awb_number from shipment_waybill w where w.shipment_id = new.id
        order by w.assigned_at desc, w.awb_number limit 1)) then
    raise exception 'shipment %: no bill of its last air waybill says % g', new.reference, new.applied_grams
      using errcode = 'check_violation', constraint = 'shipment_applied_of_last_waybill';
  end if;
  return new;
end $$;
create trigger shipment_applied_of_last_waybill before update of applied_grams on shipment for each row
  when (new.applied_by = 'bill') execute function refuse_earlier_waybill();

-- 'held': a weight many times the packed one, which a person confirms before its seller is asked for money, or dismisses.
alter table weight_difference drop constraint weight_difference_state_check, drop constraint weight_difference_disputed,
  add constraint weight_difference_state_check
    check (state in ('held', 'announced', 'disputed', 'charged', 'accepted', 'withdrawn', 'given-back')),
  add constraint weight_difference_disputed
    check ((state <> 'disputed' or words is not null) and (state <> 'accepted' or reason is not null));
comment on column weight_difference.packed_grams is 'What its sales have charged for: the weight of the products.';
drop index weight_difference_disputed;
create index weight_difference_to_decide on weight_difference (id desc) where state in ('held', 'disputed');
create or replace function refuse_weight_state() returns trigger language plpgsql as $$
begin
  if old.charged_no is not null and (new.charged_no, new.paise, new.gst_paise, new.order_id, new.shipment_id)
      is distinct from (old.charged_no, old.paise, old.gst_paise, old.order_id, old.shipment_id)
    or old.state <> new.state and (case old.state
      when 'held' then new.state in ('announced', 'accepted', 'withdrawn')
      when 'announced' then new.state in ('held', 'disputed', 'charged', 'withdrawn')
      when 'disputed' then new.state in ('charged', 'accepted', 'withdrawn')
      -- Dismissed, with no words of the seller: it follows another weight.
      when 'accepted' then new.state in ('held', 'announced') and old.words is null
      when 'withdrawn' then new.state in ('held', 'announced')
      when 'charged' then new.state = 'given-back' end) is not true then
    raise exception 'weight difference %: % does not follow %', new.id, new.state, old.state
      using errcode = 'check_violation', constraint = 'weight_difference_state_follows';
  end if;
  return new;
end $$;

-- The days to dispute a weight do not run while the shop is held, nor from the backup on that was restored: sellers could not
-- see it.
create function move_weight_days() returns trigger language plpgsql as $$
declare
  since constant timestamptz := coalesce(new.backup_at, new.held_at);
begin
  update weight_difference set due_at = due_at + (new.released_at - greatest(since, updated_at)), updated_at = now()
    where state = 'announced' and due_at > since and new.released_at > updated_at;
  return null;
end $$;
create trigger shop_hold_moves_weight_days after update on shop_hold for each row
  when (old.released_at is null and new.released_at is not null) execute function move_weight_days();

-- A claim holds no time before the delivery that the time for returns counts from.
create or replace function claim_time(of_order uuid) returns interval language sql stable
return (select coalesce(sum(greatest(interval '0', coalesce(c.ended_at, now()) - greatest(c.created_at, o.delivery_date))),
    interval '0')
  from delivery_claim c join orders o on o.id = c.order_id where c.order_id = of_order);
select store_due_day(order_id) from delivery_claim;

-- Group administration ----------------------------------------------------------------------------------------------------------
-- As before, with the way of a parcel.
create or replace view invariant_weight as
  select 'weight: a charge differs from its reversal' as invariant, d.id::text as id, o.checkout_id
    from weight_difference d join orders o on o.id = d.order_id
    where d.charged_no is not null and not exists (select from order_reversal r where r.order_id = d.order_id
      and r.no = d.charged_no and r.cause = 'weight' and r.way_back_paise = d.paise and r.way_back_gst_paise = d.gst_paise)
  union all
  select 'weight: what is given back differs from its reversal', d.id::text, o.checkout_id
    from weight_difference d join orders o on o.id = d.order_id
    where d.back_no is not null and not exists (select from order_reversal r where r.order_id = d.order_id
      and r.no = d.back_no and r.cause = 'weight-corrected' and r.corrects_no = d.charged_no
      and -r.way_back_paise <= d.paise and -r.way_back_gst_paise <= d.gst_paise)
  union all
  select 'weight: a reversal of no difference', r.id::text, o.checkout_id
    from orders o join order_reversal r on r.order_id = o.id
    where r.cause = 'weight' and not exists (
        select from weight_difference d where d.order_id = r.order_id and d.charged_no = r.no)
      or r.cause = 'weight-corrected' and not exists (
        select from weight_difference d where d.order_id = r.order_id and d.back_no = r.no)
  union all
  select 'freight: a shipment costs otherwise than its bills or the ledger say', s.id::text, o.checkout_id
    from orders o join shipment_line l on l.order_id = o.id join shipment s on s.id = l.shipment_id
    cross join lateral (select coalesce(sum(freight_paise + rto_paise), 0) as paise from (
      select distinct on (awb_number) freight_paise, rto_paise from courier_charge
      where shipment_id = s.id order by awb_number, no desc) last) b
    cross join lateral (select coalesce(sum(p.amount_paise) filter (where p.account = 'freight'), 0) as paise
      from courier_charge c join journal_entry e on e.key = 'freight:' || s.id || ':' || c.no
      join posting p on p.entry_id = e.id where c.shipment_id = s.id) f
    where coalesce(s.cost_paise, 0) <> b.paise or f.paise <> b.paise
  union all
  select 'way: given back although the parcel left, or otherwise than its sale charged', o.id::text, o.checkout_id
    from orders o join order_sale s on s.order_id = o.id
    cross join lateral (select coalesce(sum(r.way_back_paise), 0) as paise, coalesce(sum(r.way_back_gst_paise), 0) as gst_paise
      from order_reversal r where r.order_id = o.id and r.cause = 'corrected') r
    where r.paise not in (0, -s.shipping_paise) or r.paise = 0 and r.gst_paise <> 0
      or r.paise <> 0 and exists (select from order_shipment p where p.order_id = o.id and p.handed_over_at is not null);
