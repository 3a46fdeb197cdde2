-- Fulfilment: what the courier weighs and charges (docs/money.md, "Freight")

-- Group money -------------------------------------------------------------------------------------------------------------------
-- What couriers charge, and what is owed to them.
alter table posting drop constraint posting_account_check;
alter table posting add constraint posting_account_check check (account in ('provider', 'provider_charges', 'input_gst', 'bank',
  'buyer', 'refunds', 'disputed', 'seller_payable', 'commission', 'shipping', 'gst_on_fees', 'tcs', 'tds', 'claims', 'rounding',
  'freight', 'courier')) not valid;

-- A difference of weight has no price: it charges a parcel that was heavier than its seller had packed it. A correction names
-- the charge that it gives back, which it does once.
alter table order_reversal drop constraint order_reversal_cause_check, drop constraint order_reversal_gross_paise_check,
  drop constraint order_reversal_way_back_paise_check, drop constraint order_reversal_way_back_gst_paise_check,
  add corrects_no smallint,
  add constraint order_reversal_cause_check check (cause in ('returned', 'undelivered', 'lost', 'price-reduced', 'exchanged',
    'corrected', 'weight', 'weight-corrected')),
  add constraint order_reversal_gross_paise_check check (gross_paise > 0
    or cause in ('exchanged', 'corrected', 'weight', 'weight-corrected') and gross_paise = 0 and units = 0),
  add constraint order_reversal_way_back_paise_check
    check (case cause when 'weight-corrected' then way_back_paise < 0 else way_back_paise >= 0 end),
  add constraint order_reversal_way_back_gst_paise_check
    check (case cause when 'weight-corrected' then way_back_gst_paise <= 0 else way_back_gst_paise >= 0 end),
  add constraint order_reversal_weight
    check (cause not in ('weight', 'weight-corrected') or way_back_paid_by is not distinct from 'seller'),
  add constraint order_reversal_corrects check ((cause = 'weight-corrected') = (corrects_no is not null)),
  add constraint order_reversal_corrected foreign key (order_id, corrects_no) references order_reversal (order_id, no),
  add constraint order_reversal_corrected_once unique (order_id, corrects_no);

-- As before; with the entry whose charge is given back.
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
  where r.way_back_paid_by is not null and r.cause <> 'weight-corrected'
  union all
  select e.id, 'credit', r.way_back_paid_by, e.happened_at, r.order_id, t.gst_on_fees_bp, 0, 0, -r.way_back_paise,
    -r.way_back_gst_paise, c.id
  from order_reversal r join journal_entry e on e.order_id = r.order_id and e.key = 'reversal:' || r.order_id || ':' || r.no
  join journal_entry c on c.key = 'reversal:' || r.order_id || ':' || r.corrects_no
  join order_terms t on t.order_id = r.order_id
  where r.cause = 'weight-corrected';

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
alter table shipment
  -- What the courier charges for, and who said so last: its bill has the last word.
  add applied_grams numeric check (applied_grams > 0),
  add applied_by text check (applied_by in ('tracking', 'bill')),
  add constraint shipment_applied check ((applied_grams is null) = (applied_by is null));

-- A row of the courier's bill, which has everything that it charged for an air waybill until then.
create table courier_charge (
  shipment_id uuid not null references shipment on delete cascade,
  -- The number of its entry in the ledger, which has the difference to the one before.
  no int not null check (no > 0),
  awb_number text not null,
  charged_on date not null,
  applied_grams numeric not null check (applied_grams > 0),
  freight_paise bigint not null check (freight_paise >= 0),
  -- The way back of what could not be delivered.
  rto_paise bigint not null check (rto_paise >= 0),
  booked_at timestamptz not null default now(),
  primary key (shipment_id, no),
  -- The same row is booked once, however often it is uploaded.
  constraint courier_charge_once unique (awb_number, charged_on, applied_grams, freight_paise, rto_paise)
);
comment on table courier_charge is 'What the courier charged for an air waybill, by its bill; the last row counts.';
create index courier_charge_by_time on courier_charge (booked_at);

create table weight_difference (
  id uuid primary key,
  shipment_id uuid not null constraint weight_difference_once unique references shipment on delete cascade,
  -- Its sale is charged.
  order_id uuid not null references orders on delete cascade,
  seller_id uuid not null references seller on delete cascade,
  -- What the seller has paid for, or has packed where that is more; and what the courier charges for.
  packed_grams numeric not null check (packed_grams > 0),
  applied_grams numeric not null,
  paise bigint not null check (paise > 0),
  gst_paise bigint not null check (gst_paise >= 0),
  state text not null default 'announced'
    check (state in ('announced', 'disputed', 'charged', 'accepted', 'withdrawn', 'given-back')),
  -- Until then the seller can dispute it.
  due_at timestamptz not null,
  words text check (length(words) <= 500),
  -- Of the administrator.
  reason text check (length(reason) <= 500),
  -- The reversals that charge it and give it back.
  charged_no smallint,
  back_no smallint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint weight_difference_heavier check (applied_grams > packed_grams),
  constraint weight_difference_charged check ((charged_no is not null) = (state in ('charged', 'given-back'))),
  constraint weight_difference_given_back check ((back_no is not null) = (state = 'given-back')),
  constraint weight_difference_disputed check (state not in ('disputed', 'accepted') or words is not null),
  foreign key (order_id, charged_no) references order_reversal (order_id, no),
  foreign key (order_id, back_no) references order_reversal (order_id, no)
);
comment on table weight_difference is 'A parcel that was heavier than its seller had packed it, and what it costs them.';
create index weight_difference_of_seller on weight_difference (seller_id, id desc);
create index weight_difference_of_order on weight_difference (order_id);
create index weight_difference_due on weight_difference (due_at) where state = 'announced';
create index weight_difference_disputed on weight_difference (id desc) where state = 'disputed';
create index weight_difference_updated on weight_difference (updated_at);

-- It is charged at most once and given back at most once: there is no way back from these states.
create function refuse_weight_state() returns trigger language plpgsql as $$
begin
  if old.charged_no is not null and (new.charged_no, new.paise, new.gst_paise, new.order_id, new.shipment_id)
      is distinct from (old.charged_no, old.paise, old.gst_paise, old.order_id, old.shipment_id)
    or old.state <> new.state and (case old.state
      when 'announced' then new.state in ('disputed', 'charged', 'withdrawn')
      when 'disputed' then new.state in ('charged', 'accepted', 'withdrawn')
      when 'withdrawn' then new.state = 'announced'
      when 'charged' then new.state = 'given-back' end) is not true then
    raise exception 'weight difference %: % does not follow %', new.id, new.state, old.state
      using errcode = 'check_violation', constraint = 'weight_difference_state_follows';
  end if;
  return new;
end $$;
create trigger weight_difference_state_follows before update on weight_difference
  for each row execute function refuse_weight_state();

create table weight_photo (
  difference_id uuid not null references weight_difference on delete cascade,
  no smallint not null check (no > 0),
  key text not null constraint weight_photo_once unique references picture,
  primary key (difference_id, no)
);
comment on table weight_photo is 'A photo of the scale, by which a seller disputes a weight.';

-- Group administration ----------------------------------------------------------------------------------------------------------
-- As before; a difference of weight has no credit note either.
create or replace view invariant_sale as
  select 'parcel handed over without a sale' as invariant, o.id::text as id, o.checkout_id from orders o
    where (o.status in ('shipped', 'completed') or o.shipment_status = 'RTO')
      and not exists (select from order_sale s where s.order_id = o.id)
  union all
  select 'sale of other pieces than were handed over', o.id::text, o.checkout_id from orders o join order_sale s on s.order_id = o.id
    where s.units <> o.quantity - o.cancelled_units or s.gross_paise <> o.amount_paise / o.quantity * s.units
  union all
  select 'reversals differ from the order', o.id::text, o.checkout_id from orders o
    left join lateral (select sum(r.gross_paise) as gross, sum(r.units) as units from order_reversal r
      where r.order_id = o.id) r on true
    left join order_sale s on s.order_id = o.id
    where coalesce(r.gross, 0) <> o.reversed_paise or coalesce(r.units, 0) > o.returned_units
      or coalesce(r.units, 0) < o.returned_units and s.gross_paise is distinct from o.reversed_paise
  union all
  select 'more taken back than was sold', o.id::text, o.checkout_id from orders o join order_sale s on s.order_id = o.id
    join lateral (select sum(r.gross_paise) as gross, sum(r.units) as units, sum(r.commission_paise) as commission,
        sum(r.tcs_paise) as tcs, sum(r.tds_paise) as tds, sum(r.taxable_paise) as taxable
      from order_reversal r where r.order_id = s.order_id) r on true
    where r.gross > s.gross_paise or r.units > s.units or r.commission > s.commission_paise or r.tcs > s.tcs_paise
      or r.tds > s.tds_paise or (r.gross = s.gross_paise
        and (r.taxable <> s.taxable_paise or r.commission <> s.commission_paise or r.tcs <> s.tcs_paise
          or r.tds <> s.tds_paise))
  union all
  select 'sale without an invoice of the same amounts', o.id::text, o.checkout_id from orders o join order_sale s on s.order_id = o.id
    where not exists (
      select from tax_document d where d.order_id = s.order_id and d.kind = 'invoice' and d.quantity = s.units
        and d.gross_paise = s.gross_paise and d.taxable_paise = s.taxable_paise and d.cgst_paise = s.cgst_paise
        and d.sgst_paise = s.sgst_paise and d.utgst_paise = s.utgst_paise and d.igst_paise = s.igst_paise)
  union all
  select 'reversal without a credit note of the same amounts', r.id::text, o.checkout_id
    from orders o join order_reversal r on r.order_id = o.id
    where r.cause not in ('exchanged', 'corrected', 'weight', 'weight-corrected') and not exists (
      select from tax_document d where d.reversal_id = r.id and d.gross_paise = r.gross_paise
        and d.taxable_paise = r.taxable_paise);

create view invariant_weight as
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
    where coalesce(s.cost_paise, 0) <> b.paise or f.paise <> b.paise;
do $$ begin
  execute 'create or replace view broken_invariant as ' || rtrim(pg_get_viewdef('broken_invariant'::regclass), ';')
    || ' union all select invariant, id from invariant_weight';
end $$;
