-- Listings: who sells, and what products declare.

-- Group people ------------------------------------------------------------------------------------------------------------------
alter table seller
  -- As the seller tells it on their public page; empty: they have not.
  add story text not null default '' check (length(story) <= 2000),
  -- Who answers complaints, and how to reach them; empty: the customer care number does.
  add grievance_contact text not null default '' check (length(grievance_contact) <= 200);

create table seller_undertaking (
  seller_id uuid not null references seller on delete cascade,
  -- The day of the text, which is its version in contract/seller-undertaking.ts.
  version date not null,
  -- The whole text as it was accepted.
  words text not null check (length(words) between 1 and 10000),
  accepted_at timestamptz not null default now(),
  primary key (seller_id, version)
);
comment on table seller_undertaking is 'A text that a seller has accepted.';

-- What was accepted is evidence: it goes with its seller only.
create function keep_undertaking() returns trigger language plpgsql as $$
begin
  raise exception 'an undertaking of seller % stays as it was accepted', old.seller_id
    using errcode = 'check_violation', constraint = 'seller_undertaking_stays';
end $$;
create trigger seller_undertaking_stays before update on seller_undertaking for each row execute function keep_undertaking();

-- Address, mobile number and GST number only once the seller has accepted an undertaking, each of which says that they are public,
-- and the GST number only once it is claimed. Without sellers who have not verified their e-mail address, are suspended or leave.
create view seller_page as
  select s.account_id as id, s.company_name, s.city, s.state, s.story, s.grievance_contact, a.created_at,
    u.version as undertaking, u.words as undertaken_words,
    case when u.version is not null then s.gst end as gstin, case when u.version is not null then s.mobile end as mobile,
    case when u.version is not null then c.address end as address
  from seller s join account a on a.id = s.account_id join company c on c.id = s.account_id
  left join lateral (select version, words from seller_undertaking where seller_id = s.account_id
    order by version desc limit 1) as u on true
  where a.email_verified_at is not null and not exists (select from suspended_account x where x.id = a.id);
comment on view seller_page is 'A seller on their public page.';

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
-- The tag of pages about a seller and of lists of their products: 'seller:<id>'.
create function note_seller_page() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag) values ('seller:' || (to_jsonb(new) ->> tg_argv[0]));
  return null;
end $$;
create trigger seller_page_changed after update on seller for each row
  when ((old.company_name, old.gst, old.mobile, old.building_no, old.street, old.landmark, old.pin_code, old.city, old.state,
    old.story, old.grievance_contact) is distinct from (new.company_name, new.gst, new.mobile, new.building_no, new.street,
    new.landmark, new.pin_code, new.city, new.state, new.story, new.grievance_contact))
  execute function note_seller_page('account_id');
create trigger seller_page_undertaken after insert on seller_undertaking for each row
  execute function note_seller_page('seller_id');
create trigger seller_page_hidden after update on account for each row
  when (old.role = 'SELLER' and (old.suspended_at, old.deletion_asked_at, old.email_verified_at)
    is distinct from (new.suspended_at, new.deletion_asked_at, new.email_verified_at))
  execute function note_seller_page('id');

create function note_sellers_products() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag) select distinct 'seller:' || seller_id from after;
  return null;
end $$;
create trigger sellers_products_in after insert on product
  referencing new table as after for each statement execute function note_sellers_products();

-- As note_products_changed() for lists that are sorted and filtered; a change of the rating moves a product, too.
create function note_sellers_products_changed() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag)
  select distinct 'seller:' || a.seller_id from before b join after a on a.id = b.id
  where (b.deleted_at is null, b.name, b.price_paise, b.units > 0, b.rating_score, b.origin_country)
    is distinct from (a.deleted_at is null, a.name, a.price_paise, a.units > 0, a.rating_score, a.origin_country);
  return null;
end $$;
create trigger sellers_products_changed after update on product
  referencing old table as before new table as after for each statement execute function note_sellers_products_changed();

-- What a listing declares, which the law asks for by kind of goods. Null: not declared.
alter table product
  add mrp_paise bigint check (mrp_paise between 100 and 100000000),
  add net_quantity numeric(12, 3) check (net_quantity > 0),
  add net_unit text check (net_unit in ('g', 'kg', 'ml', 'l', 'cm', 'm', 'piece')),
  add common_name text check (length(common_name) between 1 and 100),
  add origin_country text check (origin_country ~ '^[A-Z]{2}$'),
  add maker text check (length(maker) between 1 and 300),
  add packer text check (length(packer) between 1 and 300),
  add importer text check (length(importer) between 1 and 300),
  add care_contact text check (length(care_contact) between 1 and 300),
  add shelf_life_days int check (shelf_life_days between 1 and 7300),
  add size text check (length(size) between 1 and 100),
  add fssai_licence text check (fssai_licence ~ '^[12][0-9]{13}$'),
  add cosmetics_licence text check (cosmetics_licence ~ '^[A-Z0-9][A-Z0-9/. -]{4,39}$' and cosmetics_licence ~ '[0-9]'),
  add constraint product_price_within_mrp check (price_paise <= mrp_paise),
  add constraint product_net_quantity check ((net_quantity is null) = (net_unit is null));
-- The expression of `originOrder` in server/catalogue/products/listed-product.ts; a stored column would rewrite the table.
create index product_by_category_origin on product
  (category_id, (coalesce(256 * ascii(origin_country) + ascii(substr(origin_country, 2)), 65535)), id)
  include (seller_id, origin_country) where deleted_at is null;
create index product_by_subcategory_origin on product
  (subcategory_id, (coalesce(256 * ascii(origin_country) + ascii(substr(origin_country, 2)), 65535)), id)
  include (seller_id, origin_country) where deleted_at is null;

-- As before, and with the country of origin, by which lists are sorted and filtered.
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
    (b.category_id, b.subcategory_id, b.deleted_at is null)
      is distinct from (a.category_id, a.subcategory_id, a.deleted_at is null) as moved,
    (b.name, b.price_paise, b.units > 0, b.description, b.details, b.seller_id, b.images, b.origin_country)
      is distinct from (a.name, a.price_paise, a.units > 0, a.description, a.details, a.seller_id, a.images, a.origin_country)
      as picked
  ) as what
  where b.deleted_at is null or a.deleted_at is null;
  return null;
end $$;

-- What the products of a category have to declare: names of fields in contract/declaration.ts.
create table declaration_need (
  -- Null: all categories without a row of their own.
  category_id int unique nulls not distinct references category on delete cascade,
  needs text[] not null check (needs <@ array['mrp', 'netQuantity', 'commonName', 'originCountry', 'maker', 'careContact',
    'shelfLifeDays', 'size', 'fssaiLicence', 'cosmeticsLicence'])
);
comment on table declaration_need is 'What a category has to declare.';
insert into declaration_need (needs) values (array['mrp', 'netQuantity', 'commonName', 'originCountry', 'maker', 'careContact']);

-- A maker, packer or importer will do; goods from abroad need their importer in any case.
create function missing_declarations(p product) returns text[] language sql stable
return (
  select coalesce(array_agg(f order by place), '{}') from unnest(
    (select n.needs || case when 'maker' = any (n.needs) and p.origin_country <> 'IN' then array['importer'] else '{}' end
      from declaration_need n where n.category_id = p.category_id or n.category_id is null
      order by n.category_id nulls last limit 1)) with ordinality as t (f, place)
  where case f when 'mrp' then p.mrp_paise is null when 'netQuantity' then p.net_quantity is null
    when 'commonName' then p.common_name is null when 'originCountry' then p.origin_country is null
    when 'maker' then coalesce(p.maker, p.packer, p.importer) is null when 'importer' then p.importer is null
    when 'careContact' then p.care_contact is null when 'shelfLifeDays' then p.shelf_life_days is null
    when 'size' then p.size is null when 'fssaiLicence' then p.fssai_licence is null
    when 'cosmeticsLicence' then p.cosmetics_licence is null end);

-- Whether something is missing, so that a seller's page counts without looking into every product. Of listings that nobody saves
-- after a change of the needs the nightly timer writes it.
alter table product add incomplete boolean not null default true;
create index product_incomplete on product (seller_id, id) where deleted_at is null and incomplete;
create function note_incomplete() returns trigger language plpgsql as $$
begin
  new.incomplete := missing_declarations(new) <> '{}';
  return new;
end $$;
create trigger product_incomplete before insert or update of category_id, mrp_paise, net_quantity, net_unit, common_name,
    origin_country, maker, packer, importer, care_contact, shelf_life_days, size, fssai_licence, cosmetics_licence
  on product for each row execute function note_incomplete();

-- Listings that are not on sale because something is missing. A table of its own, so that counts of lists still read an index
-- only: there are few of them, as of suspended sellers.
create table held_back_product (
  product_id uuid primary key references product on delete cascade,
  since timestamptz not null default now(),
  -- Whether the seller knows: from the answer to their save, or by mail.
  told boolean not null
);
comment on table held_back_product is 'An incomplete listing that left sale.';

create table declaration_notice (
  seller_id uuid primary key references seller on delete cascade,
  -- From which incomplete listings leave sale.
  day date not null
);
comment on table declaration_notice is 'A seller with incomplete listings, told of the day a week before.';

create function note_held_back() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag)
  select distinct unnest(shelf_tags(category_id, subcategory_id) || picked_tags(category_id, subcategory_id)
    || ('product:' || id) || ('seller:' || seller_id))
  from product where id = coalesce(new.product_id, old.product_id) and deleted_at is null;
  return null;
end $$;
create trigger held_back_in_or_out after insert or delete on held_back_product for each row execute function note_held_back();

create or replace view goods as
  select (select c.company_name from company c where c.id = p.seller_id) as seller_company,
    (select s.name from subcategory s where s.id = p.subcategory_id) as subcategory_name,
    p.deleted_at is null and not exists (select from suspended_account a where a.id = p.seller_id)
      and not exists (select from held_back_product h where h.product_id = p.id) as on_sale, p.*
  from product p;
create or replace view goods_on_sale as
  select g.* from goods g
  where g.deleted_at is null and not exists (select from suspended_account a where a.id = g.seller_id)
    and not exists (select from held_back_product h where h.product_id = g.id);
