-- What a sale costs its seller, and what of it is taken back (docs/money.md, "Sales"). Rates are rows with dates: a new one is
-- a new row, and the end of the old one. An order keeps those of the day on which it was placed (order_terms).

-- The most specific rule wins: of the seller, of the category, the general one.
create table commission_rule (
  id int generated always as identity primary key,
  seller_id uuid references seller on delete cascade,
  category_id int references category on delete cascade,
  -- In hundredths of a percent of the tax-inclusive price.
  rate_bp int not null check (rate_bp between 0 and 10000),
  valid_from date not null,
  -- The last day.
  valid_to date check (valid_to >= valid_from),
  check (seller_id is null or category_id is null),
  constraint commission_rule_one_a_day exclude using gist (
    coalesce(seller_id, '00000000-0000-0000-0000-000000000000') with =, coalesce(category_id, 0) with =,
    daterange(valid_from, valid_to, '[]') with &&)
);

create index commission_rule_of_seller on commission_rule (seller_id) where seller_id is not null;

create function commission_bp_for(seller uuid, category int, day date) returns int language sql stable as $$
  select rate_bp from commission_rule
  where (seller_id = seller or seller_id is null) and (category_id = category or category_id is null)
    and day >= valid_from and day <= coalesce(valid_to, 'infinity')
  order by seller_id nulls last, category_id nulls last limit 1
$$;

-- What a seller pays for a parcel of this weight, without GST; the weight is the larger of the real and the volumetric one.
create table shipping_charge (
  id int generated always as identity primary key,
  -- For parcels up to this weight; null for all heavier ones.
  up_to_grams int check (up_to_grams > 0),
  base_paise bigint not null check (base_paise >= 0),
  -- For each started kilogram above the first, in addition.
  further_kg_paise bigint not null default 0 check (further_kg_paise >= 0),
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  constraint shipping_charge_one_a_day exclude using gist (coalesce(up_to_grams, 2147483647) with =,
    daterange(valid_from, valid_to, '[]') with &&)
);

create function shipping_paise_for(grams numeric, day date) returns bigint language sql stable as $$
  select base_paise + further_kg_paise * greatest(0, ceil(grams / 1000) - 1)::bigint from shipping_charge
  where day >= valid_from and day <= coalesce(valid_to, 'infinity') and grams <= coalesce(up_to_grams, 'infinity'::float8)
  order by up_to_grams nulls last limit 1
$$;

-- GST on what the shop charges sellers, TCS (CGST Act s.52) on the value without tax, TDS (Income-tax Act) on the price.
create table levy_rate (
  id int generated always as identity primary key,
  levy text not null check (levy in ('gst-on-fees', 'tcs', 'tds')),
  rate_bp int not null check (rate_bp between 0 and 10000),
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  constraint levy_rate_one_a_day exclude using gist (levy with =, daterange(valid_from, valid_to, '[]') with &&)
);

create function levy_bp_for(which text, day date) returns int language sql stable as $$
  select rate_bp from levy_rate where levy = which and day >= valid_from and day <= coalesce(valid_to, 'infinity')
$$;

-- How long and on what terms a product may be given back; null is for categories without a row of their own.
create table return_policy (
  category_id int unique nulls not distinct references category on delete cascade,
  cancel_minutes int not null default 60 check (cancel_minutes between 0 and 10080),
  -- After the delivery.
  return_days int not null default 7 check (return_days between 0 and 90),
  -- How long the seller may take to answer, the buyer to send the goods, the shop to refund what came back.
  answer_days int not null default 2 check (answer_days between 1 and 30),
  send_days int not null default 7 check (send_days between 1 and 30),
  refund_days int not null default 7 check (refund_days between 1 and 30),
  -- Whether a buyer may return what is not faulty. What is damaged, defective or wrong may always be returned.
  change_of_mind boolean not null default true,
  -- Who pays the way back of what is not faulty.
  way_back text not null default 'buyer' check (way_back in ('buyer', 'seller'))
);

insert into commission_rule (rate_bp, valid_from) values (1000, '2017-07-01');
insert into shipping_charge (up_to_grams, base_paise, further_kg_paise, valid_from) values
  (500, 5000, 0, '2017-07-01'), (null, 8000, 4000, '2017-07-01');
insert into levy_rate (levy, rate_bp, valid_from, valid_to) values
  ('gst-on-fees', 1800, '2017-07-01', null),
  ('tcs', 100, '2018-10-01', '2024-07-09'), ('tcs', 50, '2024-07-10', null),
  ('tds', 100, '2020-10-01', '2024-09-30'), ('tds', 10, '2024-10-01', null);
insert into return_policy (category_id) values (null);

-- Without these, on any day from the first one with terms, no paid order could be placed and no parcel handed over.
create function keep_general_rules() returns trigger language plpgsql as $$
declare
  days constant datemultirange := datemultirange(daterange('2026-01-01', null));
begin
  if not (select
    coalesce((select range_agg(daterange(valid_from, valid_to, '[]')) @> days from commission_rule
      where seller_id is null and category_id is null), false)
    and coalesce((select range_agg(daterange(valid_from, valid_to, '[]')) @> days from shipping_charge
      where up_to_grams is null), false)
    and 3 = (select count(*) from (select from levy_rate group by levy
      having range_agg(daterange(valid_from, valid_to, '[]')) @> days) whole)
    and exists (select from return_policy where category_id is null)) then
    raise exception 'the general commission, shipping charge, levies and return policy must not end or leave out a day'
      using errcode = 'check_violation', constraint = 'general_rules';
  end if;
  return null;
end $$;
create constraint trigger general_rules after update or delete on commission_rule
  deferrable initially deferred for each row execute function keep_general_rules();
create constraint trigger general_rules after update or delete on shipping_charge
  deferrable initially deferred for each row execute function keep_general_rules();
create constraint trigger general_rules after update or delete on levy_rate
  deferrable initially deferred for each row execute function keep_general_rules();
create constraint trigger general_rules after update or delete on return_policy
  deferrable initially deferred for each row execute function keep_general_rules();

-- The rules that hold for an order, frozen when it is placed. Orders that were placed before have no row: they are settled
-- with their sellers outside of the shop.
create table order_terms (
  order_id uuid primary key references orders on delete cascade,
  commission_bp int not null check (commission_bp between 0 and 10000),
  gst_on_fees_bp int not null check (gst_on_fees_bp between 0 and 10000),
  tcs_bp int not null check (tcs_bp between 0 and 10000),
  tds_bp int not null check (tds_bp between 0 and 10000),
  -- The chargeable weight of one piece: the larger of the real and the volumetric one (length × width × height / 5000 kg).
  piece_grams numeric(14, 2) not null check (piece_grams > 0),
  cancel_until timestamptz not null,
  return_days int not null,
  answer_days int not null,
  send_days int not null,
  refund_days int not null,
  change_of_mind boolean not null,
  way_back text not null check (way_back in ('buyer', 'seller'))
);

-- The sale: what was handed over to the courier, what it costs the buyer and the seller. The seller gets the price less the fees.
create table order_sale (
  order_id uuid primary key references orders on delete cascade,
  units int not null check (units > 0),
  gross_paise bigint not null check (gross_paise > 0),
  taxable_paise bigint not null check (taxable_paise >= 0),
  cgst_paise bigint not null check (cgst_paise >= 0),
  sgst_paise bigint not null check (sgst_paise >= 0),
  utgst_paise bigint not null check (utgst_paise >= 0),
  igst_paise bigint not null check (igst_paise >= 0),
  commission_paise bigint not null check (commission_paise >= 0),
  shipping_paise bigint not null check (shipping_paise >= 0),
  gst_on_fees_paise bigint not null check (gst_on_fees_paise >= 0),
  tcs_paise bigint not null check (tcs_paise >= 0),
  tds_paise bigint not null check (tds_paise >= 0),
  sold_at timestamptz not null default now(),
  constraint order_sale_adds_up
    check (taxable_paise + cgst_paise + sgst_paise + utgst_paise + igst_paise = gross_paise)
);
create index order_sale_by_time on order_sale (sold_at);

-- What of a sale was taken back, in the order of `no`. Together the reversals of a sale are never more than the sale. Pieces that
-- come back after the whole price was taken back have no row.
create table order_reversal (
  id uuid primary key,
  order_id uuid not null references order_sale on delete cascade,
  no smallint not null check (no > 0),
  -- 'returned': the goods came back from the buyer; 'undelivered': from the courier; 'lost': nobody has them; 'price-reduced': the buyer keeps them.
  cause text not null check (cause in ('returned', 'undelivered', 'lost', 'price-reduced')),
  units int not null check (units >= 0),
  gross_paise bigint not null check (gross_paise > 0),
  taxable_paise bigint not null,
  cgst_paise bigint not null,
  sgst_paise bigint not null,
  utgst_paise bigint not null,
  igst_paise bigint not null,
  -- Given back to the seller.
  commission_paise bigint not null,
  gst_on_fees_paise bigint not null,
  tcs_paise bigint not null,
  tds_paise bigint not null,
  -- The way back of the parcel without GST, and who pays it.
  way_back_paise bigint not null default 0 check (way_back_paise >= 0),
  way_back_gst_paise bigint not null default 0 check (way_back_gst_paise >= 0),
  way_back_paid_by text check (way_back_paid_by in ('buyer', 'seller')),
  -- What the shop gives the seller for goods that the courier lost.
  compensation_paise bigint not null default 0 check (compensation_paise >= 0),
  created_at timestamptz not null default now(),
  unique (order_id, no),
  check ((way_back_paid_by is null) = (way_back_paise + way_back_gst_paise = 0)),
  constraint order_reversal_adds_up
    check (taxable_paise + cgst_paise + sgst_paise + utgst_paise + igst_paise = gross_paise)
);
create index order_reversal_by_time on order_reversal (created_at);

create function keep_with_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from orders where id = old.order_id) then return old; end if;
  end if;
  raise exception '% of an order does not change', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger order_terms_stay before update or delete on order_terms for each row execute function keep_with_order();
create trigger order_sale_stays before update or delete on order_sale for each row execute function keep_with_order();
create trigger order_reversal_stays before update or delete on order_reversal for each row execute function keep_with_order();
create trigger order_terms_stay_whole before truncate on order_terms for each statement execute function keep_with_order();
create trigger order_sale_stays_whole before truncate on order_sale for each statement execute function keep_with_order();
create trigger order_reversal_stays_whole before truncate on order_reversal for each statement execute function keep_with_order();

-- A node of the version before knows no sales: what it does to the parcel of an order with terms is refused, and tried again
-- later by another node.
create function refuse_unsold_hand_over() returns trigger language plpgsql as $$
begin
  if exists (select from order_terms where order_id = new.id) and not exists (select from order_sale where order_id = new.id) then
    raise exception 'order % was handed over without a sale', new.id
      using errcode = 'check_violation', constraint = 'orders_sold';
  end if;
  return null;
end $$;
create constraint trigger orders_sold after update of status on orders deferrable initially deferred
  for each row when (new.status <> old.status
    and (new.status in ('shipped', 'completed') or new.status = 'cancelled' and new.shipment_status = 'RTO'))
  execute function refuse_unsold_hand_over();

-- How much of an order the buyer gets back, and of what. `refunded_paise` is decided, not necessarily made.
alter table orders
  -- Before the parcel was handed over.
  add column cancelled_units int not null default 0 check (cancelled_units >= 0),
  -- After it.
  add column returned_units int not null default 0 check (returned_units >= 0),
  add column refunded_paise bigint not null default 0 check (refunded_paise >= 0),
  -- The price of what was taken back of the sale.
  add column reversed_paise bigint not null default 0 check (reversed_paise >= 0);
update orders set refunded_paise = amount_paise, cancelled_units = quantity where status = 'refunded';
alter table orders
  add constraint orders_units_fit check (cancelled_units + returned_units <= quantity),
  add constraint orders_refunds_fit check (refunded_paise <= amount_paise and reversed_paise <= amount_paise);
-- Also for nodes of the version before, which know the status only, while they are replaced. They can neither take a sale back
-- nor reckon with parts that were given back: such an order waits for another node.
create function fill_refunded_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (
    exists (select from order_sale s where s.order_id = new.id and s.gross_paise > new.reversed_paise)
    or new.refunded_paise < new.amount_paise and exists (select from orders o
      where o.checkout_id = new.checkout_id and o.refunded_paise > 0 and o.status <> 'refunded')) then
    raise exception 'order % is refunded without its sale, or without what was given back in parts', new.id
      using errcode = 'check_violation', constraint = 'orders_refunded';
  end if;
  new.refunded_paise := new.amount_paise;
  if new.cancelled_units + new.returned_units < new.quantity then
    new.cancelled_units := new.quantity - new.returned_units;
  end if;
  return new;
end $$;
create trigger orders_refunded before insert or update of status on orders
  for each row when (new.status = 'refunded') execute function fill_refunded_order();

-- An order may be refunded in several parts.
drop index refund_one_for_order;
create index refund_of_order on refund (order_id) where order_id is not null;

-- The ledger outlives the sellers of the demo shop.
alter table posting drop constraint posting_seller_id_fkey;

-- The balances of all entries up to `entry_id`, so that a balance need not add up every posting there is.
create table ledger_checkpoint (
  account text not null,
  seller_id uuid,
  entry_id bigint not null,
  balance_paise bigint not null,
  unique nulls not distinct (account, seller_id)
);
-- Up to which entry the checkpoint goes: one row.
create table ledger_horizon (
  only_row boolean primary key default true check (only_row),
  entry_id bigint not null
);
insert into ledger_horizon (entry_id) values (0);

-- The general GST rate, too, must hold on each day, because without one no paid order of goods without a code could be placed: a later
-- first day leaves days out as an early last one does.
create or replace function keep_general_gst_rate() returns trigger language plpgsql as $$
begin
  if not coalesce((select range_agg(daterange(valid_from, valid_to, '[]')) @> datemultirange(daterange('2026-01-01', null))
      from gst_rate where hsn_prefix = '' and value_up_to_paise is null), false) then
    raise exception 'goods without an HSN code need a GST rate that does not end and leaves out no day'
      using errcode = 'check_violation', constraint = 'gst_rate_general';
  end if;
  return null;
end $$;
