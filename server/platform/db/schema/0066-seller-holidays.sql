-- Holidays of sellers: their products stay and cannot be bought until the day after; and what changed of a listing

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
create table holiday (
  seller_id uuid primary key references seller on delete cascade,
  -- Of the absence, in India. A day that has passed: its products are still to be put back.
  last_day date not null,
  began_at timestamptz not null default now(),
  -- All products of the seller have it, also those that were being added when it began.
  spread boolean not null default false
);
comment on table holiday is 'A seller who is away: their products cannot be bought until the day after.';

create function note_holiday() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag) values ('seller:' || coalesce(new.seller_id, old.seller_id));
  return null;
end $$;
create trigger holiday_changed after insert or update or delete on holiday for each row execute function note_holiday();

-- The last day of the holiday of its seller, by which checkouts, carts and pages go, by the clock. Lists, search and families treat
-- a product that has one as sold out; a job removes it when the day is over.
alter table product add away_until date;

create function away_with_seller() returns trigger language plpgsql as $$
begin
  new.away_until := (select h.last_day from holiday h where h.seller_id = new.seller_id and h.last_day >= india_today());
  return new;
end $$;
create trigger product_away before insert on product for each row execute function away_with_seller();

-- What follows is as before, but a product whose seller is away is not in stock.
create or replace function add_product_words() returns trigger language plpgsql as $$
begin
  insert into product_word (word, score, product_id, subcategory_id, price_paise, seller_mark)
  select w.word, w.score, p.id, p.subcategory_id, p.price_paise, seller_mark(p.seller_id)
  from after p, search_words_of(p.search, p.units > 0 and p.away_until is null) w where p.deleted_at is null;
  return null;
end $$;

create or replace function change_product_words() returns trigger language plpgsql as $$
begin
  if old.deleted_at is null then
    delete from product_word s using search_words_of(old.search, old.units > 0 and old.away_until is null) w
    where s.word = w.word and s.score = w.score and s.product_id = old.id;
  end if;
  if tg_op = 'UPDATE' then
    if new.deleted_at is null then
      insert into product_word (word, score, product_id, subcategory_id, price_paise, seller_mark)
      select w.word, w.score, new.id, new.subcategory_id, new.price_paise, seller_mark(new.seller_id)
      from search_words_of(new.search, new.units > 0 and new.away_until is null) w;
    end if;
  end if;
  return null;
end $$;
create or replace trigger product_words_changed
  after update of search, units, price_paise, subcategory_id, seller_id, deleted_at, away_until on product
  for each row when ((old.deleted_at is null or new.deleted_at is null)
    and (old.units > 0 and old.away_until is null, old.price_paise, old.subcategory_id, old.seller_id, old.deleted_at is null,
        old.search)
      is distinct from (new.units > 0 and new.away_until is null, new.price_paise, new.subcategory_id, new.seller_id,
        new.deleted_at is null, new.search))
  execute function change_product_words();

create or replace function note_products_changed() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag)
  select distinct unnest(
    array['product:' || b.id]
    || case when moved then shelf_tags(b.category_id, b.subcategory_id) || shelf_tags(a.category_id, a.subcategory_id) end
    -- A sale changes no list unless the units rise or fall above zero.
    || case when moved or picked then picked_tags(b.category_id, b.subcategory_id) || picked_tags(a.category_id, a.subcategory_id) end)
  from before b join after a on a.id = b.id,
  lateral (select
    (b.category_id, b.subcategory_id, b.deleted_at is null, b.away_until is null)
      is distinct from (a.category_id, a.subcategory_id, a.deleted_at is null, a.away_until is null) as moved,
    (b.name, b.price_paise, b.units > 0, b.description, b.details, b.seller_id, b.images, b.origin_country)
      is distinct from (a.name, a.price_paise, a.units > 0, a.description, a.details, a.seller_id, a.images, a.origin_country)
      as picked
  ) as what
  where b.deleted_at is null or a.deleted_at is null;
  return null;
end $$;

create or replace function note_sellers_products_changed() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag)
  select distinct 'seller:' || a.seller_id from before b join after a on a.id = b.id
  where (b.deleted_at is null, b.name, b.price_paise, b.units > 0, b.away_until is null, b.rating_score, b.origin_country,
      b.subcategory_id)
    is distinct from (a.deleted_at is null, a.name, a.price_paise, a.units > 0, a.away_until is null, a.rating_score,
      a.origin_country, a.subcategory_id);
  return null;
end $$;

create or replace function facets_of(of_product uuid) returns text[] language sql stable as $$
  select array['category=' || p.category_id, 'sub=' || p.subcategory_id, 'seller=' || p.seller_id,
      'price=' || price_band(p.price_paise)]
    || array(select 'stock=in' where p.units > 0 and p.away_until is null
      union all select 'rated=' || stars from generate_series(3, 4) as stars where p.rating_tenths >= 10 * stars
      union all select 'origin=' || p.origin_country where p.origin_country is not null
      union all select distinct 'claim=' || g.code from shown_green_claim g where g.product_id = p.id and g.code is not null
      union all select 'attribute=' || a.attribute_id || '-' || coalesce(a.value_id::text, trim_scale(a.number)::text)
        from product_attribute a join category_attribute k on k.attribute_id = a.attribute_id and k.category_id = p.category_id
        where a.product_id = p.id)
  from product p where p.id = of_product
$$;

create or replace function facets_changed() returns trigger language plpgsql as $$
declare
  changed constant uuid[] := array(select a.id from before b join after a on a.id = b.id
    where (b.category_id, b.subcategory_id, b.seller_id, b.price_paise, b.units > 0, b.away_until is null, b.rating_tenths,
        b.origin_country, b.deleted_at is null)
      is distinct from (a.category_id, a.subcategory_id, a.seller_id, a.price_paise, a.units > 0, a.away_until is null,
        a.rating_tenths, a.origin_country, a.deleted_at is null));
begin
  if cardinality(changed) > 0 then
    perform keep_facets(changed);
  end if;
  return null;
end $$;

create or replace function check_family_member() returns trigger language plpgsql as $$
declare
  f product_family;
  p product;
begin
  select * into f from product_family where id = new.family_id for no key update;
  select * into p from product where id = new.product_id for no key update;
  if p.deleted_at is not null or p.seller_id <> f.seller_id or p.subcategory_id is distinct from f.subcategory_id then
    raise exception 'product % is not of the seller and subcategory of its family', new.product_id
      using errcode = 'check_violation', constraint = 'family_member_fits';
  end if;
  if (new.value_2 is not null) <> (cardinality(f.options) >= 2) or (new.value_3 is not null) <> (cardinality(f.options) = 3) then
    raise exception 'product % does not have one value for each option', new.product_id
      using errcode = 'check_violation', constraint = 'family_member_values';
  end if;
  new.price_paise := p.price_paise;
  new.sold_out := p.units = 0 or p.away_until is not null;
  new.held_back := exists (select from held_back_product h where h.product_id = p.id);
  return new;
end $$;

create or replace function keep_family_member() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null or new.subcategory_id is distinct from old.subcategory_id then
    delete from family_member where product_id = new.id;
  else
    update family_member set price_paise = new.price_paise, sold_out = new.units = 0 or new.away_until is not null
    where product_id = new.id;
  end if;
  return null;
end $$;
create or replace trigger product_in_family
  after update of price_paise, units, subcategory_id, deleted_at, away_until on product for each row
  when ((old.price_paise, old.units = 0, old.away_until is null, old.subcategory_id, old.deleted_at is null)
    is distinct from (new.price_paise, new.units = 0, new.away_until is null, new.subcategory_id, new.deleted_at is null))
  execute function keep_family_member();

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

-- What changed of a listing by hand, by whom and when.
create table listing_change (
  id bigint generated always as identity primary key,
  product_id uuid not null references product on delete cascade,
  at timestamptz not null default now(),
  -- shop: a time that the seller had chosen has come.
  by text not null check (by in ('seller', 'moderator', 'shop')),
  -- The e-mail of the seller's account.
  person text check (length(person) between 1 and 320),
  -- As in listing_facts().
  field text not null check (length(field) between 1 and 40),
  -- The beginning of what it was and what it is. Null: nothing.
  was text check (length(was) <= 200),
  became text check (length(became) <= 200),
  constraint listing_change_person check ((by = 'seller') = (person is not null))
);
comment on table listing_change is 'What changed of a listing by hand, by whom and when.';
create index listing_change_product on listing_change (product_id, id desc);
create index listing_change_age on listing_change (at);

-- All that a seller and administrators decide about a listing; of the stock the pieces that are not sold yet.
create function listing_facts(of_product uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('name', p.name, 'description', p.description, 'details', p.details,
    'imageUrls', array_to_string(p.images, ' '), 'imageTexts', (select string_agg(t.value, ' / ' order by t.key) from jsonb_each_text(p.image_texts) t),
    'sku', p.sku, 'price', trim_scale(coalesce(p.regular_paise, p.price_paise) / 100.0),
    'sale', trim_scale(p.sale_paise / 100.0) || ' from ' || to_char(p.sale_begins_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI')
      || ' to ' || to_char(p.sale_ends_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI'),
    'bulk', (select string_agg(b.pieces || ' pieces: ' || trim_scale(b.paise / 100.0), ', ' order by b.pieces)
      from unnest(p.bulk_from, p.bulk_paise) as b (pieces, paise)),
    'noOfUnits', (select p.units + h.held - least(p.withheld_units, h.held) from (
      select coalesce(sum(quantity), 0) as held from held_units where product_id = p.id) as h),
    'subCategoryId', (select s.name from subcategory s where s.id = p.subcategory_id),
    'height', trim_scale(p.height_cm), 'width', trim_scale(p.width_cm), 'length', trim_scale(p.length_cm),
    'weight', trim_scale(p.weight_grams), 'hsnCode', p.hsn_code,
    'mrp', trim_scale(p.mrp_paise / 100.0), 'netQuantity', trim_scale(p.net_quantity), 'netUnit', p.net_unit, 'commonName', p.common_name,
    'originCountry', p.origin_country, 'maker', p.maker, 'packer', p.packer, 'importer', p.importer,
    'careContact', p.care_contact, 'shelfLifeDays', p.shelf_life_days, 'size', p.size, 'fssaiLicence', p.fssai_licence,
    'cosmeticsLicence', p.cosmetics_licence,
    'attributes', (select string_agg(a.name || ': ' || coalesce(v.name, trim_scale(x.number)::text), ', ' order by a.name, v.name)
      from product_attribute x join attribute a on a.id = x.attribute_id left join attribute_value v on v.id = x.value_id
      where x.product_id = p.id),
    'state', (select coalesce(max(h.cause || coalesce(' from ' || to_char(h.on_sale_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI'), '')),
      'on-sale') from held_back_product h where h.product_id = p.id and h.cause in ('draft', 'scheduled', 'hidden')),
    'moderation', (select m.state || ': ' || m.reason || coalesce(': ' || m.note, '') from moderated_listing m
      where m.product_id = p.id and m.state <> 'on-sale'))
  from product p where p.id = of_product
$$;

-- Group administration ----------------------------------------------------------------------------------------------------------
create or replace view invariant_review as
  select 'rating that its reviews do not make' as invariant, p.id::text as id, p.id as product_id
    from product p cross join lateral (
      select array[count(*) filter (where r.stars = 1), count(*) filter (where r.stars = 2), count(*) filter (where r.stars = 3),
        count(*) filter (where r.stars = 4), count(*) filter (where r.stars = 5)]::int[] as counts
      from review r where r.product_id in (select t from reviewed_together(p.id) t) and r.removed_at is null) c
    where p.rating_counts <> c.counts
  union all
  select 'helpful votes that nobody gave', r.id::text, r.product_id from review r
    where r.helpful <> (select count(*) from review_vote v where v.review_id = r.id)
  union all
  select 'photo that its review does not show', f.key, r.product_id from review_photo f join review r on r.id = f.review_id
    where r.removed_at is not null or '/media/p/' || f.key || '/480.webp' <> all(r.image_urls)
  union all
  select 'family member unlike its product', m.product_id::text, m.product_id
    from family_member m join product_family f on f.id = m.family_id join product p on p.id = m.product_id
    where (m.price_paise, m.sold_out, m.held_back, f.seller_id, f.subcategory_id, true) is distinct from (p.price_paise, p.units = 0 or p.away_until is not null,
      exists (select from held_back_product h where h.product_id = p.id), p.seller_id, p.subcategory_id, p.deleted_at is null);
