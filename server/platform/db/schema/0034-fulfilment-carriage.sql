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
