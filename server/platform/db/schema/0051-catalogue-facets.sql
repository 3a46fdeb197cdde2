-- Facets: by what lists are narrowed, and how many products each choice has

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
create table product_facet (
  product_id uuid primary key references product on delete cascade,
  seller_id uuid not null,
  price_paise bigint not null,
  -- The last day on which each of its claims holds; from the next day on its facets are computed.
  claims_until date not null,
  -- From 0 to 2^28 - 1. The products up to any place are a sample of all.
  place int not null,
  -- What an address chooses it by, such as 'origin=IN', 'claim=organic-cotton', 'attribute=4-31', and the list that it is in.
  facets text[] collate "C" not null
);
comment on table product_facet is 'What a product on offer is found by in narrowed lists; triggers keep it.';

-- As priceBands in contract/product-lists.ts.
create function price_band(paise bigint) returns text language sql immutable
return case when paise <= 20000 then '0-200' when paise <= 50000 then '200-500' when paise <= 100000 then '500-1000'
  when paise <= 200000 then '1000-2000' else '2000-' end;

-- Of attributes those that its category asks for, as shown_attribute; where that changes, the job for search documents writes them.
create function facets_of(of_product uuid) returns text[] language sql stable as $$
  select array['category=' || p.category_id, 'sub=' || p.subcategory_id, 'seller=' || p.seller_id,
      'price=' || price_band(p.price_paise)]
    || array(select 'stock=in' where p.units > 0
      union all select 'rated=' || stars from generate_series(3, 4) as stars where p.rating_tenths >= 10 * stars
      union all select 'origin=' || p.origin_country where p.origin_country is not null
      union all select distinct 'claim=' || g.code from shown_green_claim g where g.product_id = p.id and g.code is not null
      union all select 'attribute=' || a.attribute_id || '-' || coalesce(a.value_id::text, trim_scale(a.number)::text)
        from product_attribute a join category_attribute k on k.attribute_id = a.attribute_id and k.category_id = p.category_id
        where a.product_id = p.id)
  from product p where p.id = of_product
$$;

create function product_facets(p product) returns product_facet language sql stable
return row(p.id, p.seller_id, p.price_paise,
  coalesce((select min(expires_on) from shown_green_claim where product_id = p.id), 'infinity'),
  ('x' || right(p.id::text, 7))::bit(28)::int, facets_of(p.id))::product_facet;

-- Reads after the lock, in a statement of its own: what another transaction has changed of the same product is not lost.
create function keep_facets(ids uuid[]) returns void language plpgsql as $$
begin
  perform from product_facet where product_id = any(ids) order by product_id for no key update;
  delete from product_facet f using product p where f.product_id = any(ids) and p.id = f.product_id and p.deleted_at is not null;
  insert into product_facet
  select f.* from product p, product_facets(p) as f where p.id = any(ids) and p.deleted_at is null order by p.id
  on conflict (product_id) do update
    set seller_id = excluded.seller_id, price_paise = excluded.price_paise, claims_until = excluded.claims_until,
      facets = excluded.facets;
end $$;

create function facets_in() returns trigger language plpgsql as $$
begin
  perform keep_facets(array(select id from after));
  return null;
end $$;
create trigger product_facets_in after insert on product
  referencing new table as after for each statement execute function facets_in();

-- Of the units only whether there are any: a purchase changes nothing here unless it takes the last piece.
create function facets_changed() returns trigger language plpgsql as $$
declare
  changed constant uuid[] := array(select a.id from before b join after a on a.id = b.id
    where (b.category_id, b.subcategory_id, b.seller_id, b.price_paise, b.units > 0, b.rating_tenths, b.origin_country,
        b.deleted_at is null)
      is distinct from (a.category_id, a.subcategory_id, a.seller_id, a.price_paise, a.units > 0, a.rating_tenths,
        a.origin_country, a.deleted_at is null));
begin
  if cardinality(changed) > 0 then
    perform keep_facets(changed);
  end if;
  return null;
end $$;
create trigger product_facets_changed after update on product
  referencing old table as before new table as after for each statement execute function facets_changed();

create function claim_facets() returns trigger language plpgsql as $$
begin
  perform keep_facets(array(select product_id from green_claim_product where claim_id = new.id));
  return null;
end $$;
create trigger green_claim_facets after update on green_claim for each row
  when ((old.state = 'accepted') <> (new.state = 'accepted')) execute function claim_facets();

create function part_facets() returns trigger language plpgsql as $$
begin
  perform keep_facets(array(select distinct product_id from changed));
  return null;
end $$;
create trigger green_claim_product_facets_in after insert on green_claim_product
  referencing new table as changed for each statement execute function part_facets();
create trigger green_claim_product_facets_out after delete on green_claim_product
  referencing old table as changed for each statement execute function part_facets();
create trigger product_attribute_facets_in after insert on product_attribute
  referencing new table as changed for each statement execute function part_facets();
create trigger product_attribute_facets_changed after update on product_attribute
  referencing new table as changed for each statement execute function part_facets();
create trigger product_attribute_facets_out after delete on product_attribute
  referencing old table as changed for each statement execute function part_facets();

insert into product_facet select f.* from product p, product_facets(p) as f where p.deleted_at is null;
create index product_facet_values on product_facet using gin (facets) with (fastupdate = off);

-- As before, and with the subcategory, by which the list of a seller can be narrowed.
create or replace function note_sellers_products_changed() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag)
  select distinct 'seller:' || a.seller_id from before b join after a on a.id = b.id
  where (b.deleted_at is null, b.name, b.price_paise, b.units > 0, b.rating_score, b.origin_country, b.subcategory_id)
    is distinct from (a.deleted_at is null, a.name, a.price_paise, a.units > 0, a.rating_score, a.origin_country, a.subcategory_id);
  return null;
end $$;

create view offered_facet as
  select f.* from product_facet f
  where not exists (select from absent_seller a where a.id = f.seller_id)
    and not exists (select from held_back_product h where h.product_id = f.product_id);
comment on view offered_facet is 'The facets of the products that people may see and buy.';
