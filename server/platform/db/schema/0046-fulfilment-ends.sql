-- Fulfilment: weights whose courier says nothing more, and parcels that left after all (docs/money.md, "Freight")

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
-- A charge by the weight under an earlier air waybill: it comes back where the courier does not weigh the parcel again until then.
alter table weight_difference add weigh_by timestamptz;
create index weight_difference_to_weigh on weight_difference (weigh_by) where weigh_by is not null;
update weight_difference d set weigh_by = now() + interval '30 days'
  from shipment s where s.id = d.shipment_id and d.state = 'charged' and s.applied_grams is null;

-- As before; a charge that came back because there is no weight is withdrawn, so that it begins anew with the next weight.
create or replace function refuse_weight_state() returns trigger language plpgsql as $$
begin
  if old.charged_no is not null and (new.charged_no, new.paise, new.gst_paise, new.order_id, new.shipment_id)
      is distinct from (case when new.state <> 'withdrawn' then old.charged_no end, old.paise, old.gst_paise, old.order_id,
        old.shipment_id)
    or old.state <> new.state and (case old.state
      when 'held' then new.state in ('announced', 'accepted', 'withdrawn')
      when 'announced' then new.state in ('held', 'disputed', 'charged', 'withdrawn')
      when 'disputed' then new.state in ('charged', 'accepted', 'withdrawn')
      -- Dismissed, with no words of the seller: it follows another weight.
      when 'accepted' then new.state in ('held', 'announced') and old.words is null
      when 'withdrawn' then new.state in ('held', 'announced')
      when 'charged' then new.state in ('given-back', 'withdrawn') end) is not true then
    raise exception 'weight difference %: % does not follow %', new.id, new.state, old.state
      using errcode = 'check_violation', constraint = 'weight_difference_state_follows';
  end if;
  return new;
end $$;

-- Group administration ----------------------------------------------------------------------------------------------------------
-- As before; a charge that came back whole may have no difference any more.
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
      and not exists (select from order_reversal b where b.order_id = r.order_id and b.cause = 'weight-corrected'
        and b.corrects_no = r.no and b.way_back_paise = -r.way_back_paise and b.way_back_gst_paise = -r.way_back_gst_paise)
      or r.cause = 'weight-corrected' and not exists (
        select from weight_difference d where d.order_id = r.order_id and d.back_no = r.no)
      and exists (select from weight_difference d where d.order_id = r.order_id and d.charged_no = r.corrects_no)
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
