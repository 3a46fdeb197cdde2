-- Sale prices and bulk prices

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
-- How many pieces a bulk price needs and what each of them costs then: more pieces, a lower price, at most three steps.
create function bulk_prices_fit(pieces int[], paise int[], price bigint) returns boolean language sql immutable
return cardinality(pieces) = cardinality(paise) and cardinality(pieces) <= 3 and not exists (
  select from (select s.pieces, s.paise, lag(s.pieces, 1, 1) over (order by place) as fewer, lag(s.paise, 1, $3) over (order by place) as dearer
    from unnest($1, $2) with ordinality as s (pieces, paise, place)) as steps
  where (steps.pieces > fewer and steps.pieces <= 1000 and steps.paise < dearer and steps.paise >= 100) is not true);

-- A product has one sale at most. Its two prices are here, and price_paise, by which lists are read, sorted and narrowed, is the
-- one of them that holds: a job writes it when the sale begins and ends, and a timer where the job failed. price_for() goes by the
-- clock instead. The constraints are not valid because no row has anything to check yet.
alter table product
  -- What it costs outside of the sale. Null without a sale: then price_paise is that.
  add regular_paise bigint,
  add sale_paise bigint,
  add sale_begins_at timestamptz,
  add sale_ends_at timestamptz,
  -- While price_paise is the sale's: the lowest price of the 30 days before it. Null for a product that is not so old.
  add lowest_paise bigint,
  add bulk_from int[] not null default '{}',
  add bulk_paise int[] not null default '{}',
  add constraint product_sale_is_whole check (num_nulls(regular_paise, sale_paise, sale_begins_at, sale_ends_at) in (0, 4)
    and (lowest_paise is null or sale_paise is not null)) not valid,
  add constraint product_price_is_one check (price_paise in (regular_paise, sale_paise)) not valid,
  add constraint product_sale_below_price check (sale_paise >= 100 and sale_paise < regular_paise) not valid,
  add constraint product_regular_within_mrp check (regular_paise <= 100000000 and regular_paise <= mrp_paise) not valid,
  add constraint product_sale_time check (sale_begins_at < sale_ends_at
    and sale_ends_at - sale_begins_at <= interval '90 days') not valid,
  add constraint product_bulk_below_price check (bulk_from = '{}' and bulk_paise = '{}'
    or bulk_prices_fit(bulk_from, bulk_paise, coalesce(regular_paise, price_paise))) not valid;
create index product_sale_begins on product (sale_begins_at) where price_paise = regular_paise;
create index product_sale_ends on product (sale_ends_at) where sale_paise is not null;

-- What each of so many pieces costs now, in paise: the price that holds by the clock of the transaction, or the bulk price where that
-- is lower.
create function price_for(product_id uuid, pieces int) returns bigint language sql stable
return (
  select least(
    case when now() >= p.sale_begins_at and now() < p.sale_ends_at then p.sale_paise else coalesce(p.regular_paise, p.price_paise) end,
    (select min(b.paise) from unnest(p.bulk_from, p.bulk_paise) as b (pieces, paise) where b.pieces <= $2))
  from product p where p.id = $1);

-- The lowest price since then, the present one included; null where it is not for sale so long.
create function lowest_price(product_id uuid, since timestamptz) returns bigint language sql stable
return (
  select least(p.price_paise, (select min(h.price_paise) from product_price h where h.product_id = p.id and h.until > $2))
  from product p where p.id = $1 and p.created_at <= $2);

create or replace view goods as
  select (select c.company_name from company c where c.id = p.seller_id) as seller_company,
    (select s.name from subcategory s where s.id = p.subcategory_id) as subcategory_name,
    p.deleted_at is null and not exists (select from absent_seller a where a.id = p.seller_id)
      and not exists (select from held_back_product h where h.product_id = p.id) as on_sale, p.*
  from product p;
create or replace view goods_on_sale as
  select g.* from goods g
  where g.deleted_at is null and not exists (select from absent_seller a where a.id = g.seller_id)
    and not exists (select from held_back_product h where h.product_id = g.id);
