-- Families: listings of one seller that differ by an option or a few, such as size and colour.

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
create table product_family (
  id uuid primary key,
  seller_id uuid not null references seller on delete cascade,
  subcategory_id int not null references subcategory on delete cascade,
  name text not null check (length(name) between 1 and 200),
  -- By what the members differ, in the order of the page: keys of contract/family-words.ts.
  options text[] not null check (options <@ array['size', 'colour', 'pack', 'scent', 'flavour', 'material', 'pattern', 'weight',
    'length', 'kind']),
  -- The seller says that the members are the same thing but for the options: their reviews are shown together.
  same_thing boolean not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint product_family_options check (cardinality(options) between 1 and 3 and options[1] is distinct from options[2]
    and (cardinality(options) < 3 or options[3] not in (options[1], options[2])))
);
comment on table product_family is 'Listings of one seller that differ by options.';
create index product_family_seller on product_family (seller_id, id desc);
create index product_family_subcategory on product_family (subcategory_id);

-- As many as familyLimits.families in contract/family-words.ts.
create function refuse_too_many_families() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('families of ' || new.seller_id, 0));
  if (select count(*) from product_family where seller_id = new.seller_id) > 2000 then
    raise exception 'seller % has too many families', new.seller_id
      using errcode = 'check_violation', constraint = 'product_family_max';
  end if;
  return null;
end $$;
create trigger product_family_max after insert on product_family for each row execute function refuse_too_many_families();

create table family_member (
  product_id uuid primary key references product on delete cascade,
  family_id uuid not null references product_family on delete cascade,
  place smallint not null check (place between 1 and 60),
  -- One for each option of the family.
  value_1 text not null check (length(value_1) between 1 and 60),
  value_2 text check (length(value_2) between 1 and 60),
  value_3 text check (length(value_3) between 1 and 60),
  -- Copies from the product, which triggers keep: so a list finds who stands for a family without reading its products.
  price_paise bigint not null,
  sold_out boolean not null,
  held_back boolean not null,
  -- Who stands for the family in lists has the lowest one: on sale first, then in stock, then the cheapest.
  standing bigint not null generated always as
    (((held_back::int * 2 + sold_out::int)::bigint * 1000000000 + price_paise) * 100 + place) stored,
  constraint family_member_place unique (family_id, place)
);
comment on table family_member is 'A listing of a family, with its options.';
create unique index family_member_once on family_member
  (family_id, lower(value_1), lower(coalesce(value_2, '')), lower(coalesce(value_3, '')));
create unique index family_member_standing on family_member (family_id, standing);

-- However a member comes in or changes. Locks come in the order family, products, members, so that it never waits in a circle.
create function check_family_member() returns trigger language plpgsql as $$
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
  new.sold_out := p.units = 0;
  new.held_back := exists (select from held_back_product h where h.product_id = p.id);
  return new;
end $$;
create trigger family_member_fits before insert or update of family_id, product_id, value_1, value_2, value_3 on family_member
  for each row execute function check_family_member();

-- A listing that is deleted, or that becomes something of another subcategory, leaves its family.
create function keep_family_member() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null or new.subcategory_id is distinct from old.subcategory_id then
    delete from family_member where product_id = new.id;
  else
    update family_member set price_paise = new.price_paise, sold_out = new.units = 0 where product_id = new.id;
  end if;
  return null;
end $$;
create trigger product_in_family after update of price_paise, units, subcategory_id, deleted_at on product for each row
  when ((old.price_paise, old.units = 0, old.subcategory_id, old.deleted_at is null)
    is distinct from (new.price_paise, new.units = 0, new.subcategory_id, new.deleted_at is null))
  execute function keep_family_member();

create function keep_family_hold() returns trigger language plpgsql as $$
declare
  held constant uuid := coalesce(new.product_id, old.product_id);
begin
  -- Of two holds that end at once the second one sees that the first is gone.
  perform from family_member where product_id = held for no key update;
  if found then
    update family_member set held_back = exists (select from held_back_product h where h.product_id = held) where product_id = held;
  end if;
  return null;
end $$;
create trigger held_back_in_family after insert or delete on held_back_product for each row execute function keep_family_hold();

-- Which products show their reviews together with those of this one.
create function reviewed_together(product uuid) returns setof uuid language sql stable rows 4 as $$
  select $1
  union
  select o.product_id from family_member m join product_family f on f.id = m.family_id join family_member o on o.family_id = f.id
  where m.product_id = $1 and f.same_thing
$$;

create function set_rating(products uuid[], counts int[]) returns void language plpgsql as $$
declare
  count constant int := counts[1] + counts[2] + counts[3] + counts[4] + counts[5];
  stars constant int := counts[1] + 2 * counts[2] + 3 * counts[3] + 4 * counts[4] + 5 * counts[5];
begin
  update product set rating_counts = counts, rating_count = count,
    rating_tenths = case when count > 0 then round(10.0 * stars / count) end,
    rating_score = round(1000 * (stars + 5 * 3.5) / (count + 5))
  where id = any(products) and rating_counts <> counts;
end $$;

-- Reviews, sorted and filtered lists. The trigger of the product tells its own page, and the lists that show it.
create function note_product_rating() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag) select 'reviews:' || new.id
    union all select unnest(picked_tags(new.category_id, new.subcategory_id)) where new.deleted_at is null;
  return null;
end $$;
create trigger product_recounted after update of rating_counts on product for each row
  when (old.rating_counts is distinct from new.rating_counts) execute function note_product_rating();

-- As before, for all that are reviewed together. Writers of one family's reviews wait for each other.
create or replace function rate_product() returns trigger language plpgsql as $$
declare
  rated constant uuid := coalesce(new.product_id, old.product_id);
  counts int[];
begin
  perform from product_family where id = (select family_id from family_member where product_id = rated) for share;
  perform from product where id in (select reviewed_together(rated)) order by id for no key update;
  select p.rating_counts into counts from product p where p.id = rated;
  if tg_op <> 'INSERT' and old.removed_at is null then
    counts[old.stars] := counts[old.stars] - 1;
  end if;
  if tg_op <> 'DELETE' and new.removed_at is null then
    counts[new.stars] := counts[new.stars] + 1;
  end if;
  perform set_rating(array(select reviewed_together(rated)), counts);
  return null;
end $$;

create or replace function note_reviews() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag) select 'reviews:' || t from reviewed_together(coalesce(new.product_id, old.product_id)) t;
  return null;
end $$;

-- Counts the reviews of products that are shown together, or each by itself, anew.
create function rate_anew(products uuid[]) returns void language plpgsql as $$
begin
  perform from product where id = any(products) order by id for no key update;
  perform set_rating(products, (
    select array[count(*) filter (where r.stars = 1), count(*) filter (where r.stars = 2), count(*) filter (where r.stars = 3),
      count(*) filter (where r.stars = 4), count(*) filter (where r.stars = 5)]::int[]
    from review r where r.product_id = any(products) and r.removed_at is null));
end $$;

-- The tag of pages that show a family: 'family:<id>'. Who joins or leaves changes lists, and pages that do not have the tag yet.
create function note_family_members() returns trigger language plpgsql as $$
declare
  f uuid;
begin
  insert into catalogue_change (tag)
  select distinct unnest(array['family:' || c.family_id, 'product:' || p.id, 'seller:' || p.seller_id]
    || shelf_tags(p.category_id, p.subcategory_id) || picked_tags(p.category_id, p.subcategory_id))
  from changed c join product p on p.id = c.product_id where p.category_id is not null;
  if tg_op = 'DELETE' then
    perform rate_anew(array[c.product_id]) from changed c join product p on p.id = c.product_id order by p.id;
  end if;
  for f in select id from product_family where same_thing and id in (select family_id from changed) order by id loop
    perform rate_anew(array(select product_id from family_member where family_id = f));
  end loop;
  return null;
end $$;
create trigger family_members_in after insert on family_member
  referencing new table as changed for each statement execute function note_family_members();
create trigger family_members_out after delete on family_member
  referencing old table as changed for each statement execute function note_family_members();

-- Another member stands for the family in lists of every order.
create function note_family_member() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag) values ('family:' || new.family_id);
  if not exists (select from family_member o where o.family_id = new.family_id and o.product_id <> new.product_id
      and o.standing < old.standing)
    is distinct from not exists (select from family_member o where o.family_id = new.family_id and o.product_id <> new.product_id
      and o.standing < new.standing) then
    insert into catalogue_change (tag)
    select distinct unnest(array['seller:' || p.seller_id] || shelf_tags(p.category_id, p.subcategory_id)
      || picked_tags(p.category_id, p.subcategory_id)) from product p where p.id = new.product_id and p.category_id is not null;
  end if;
  return null;
end $$;
create trigger family_member_changed after update on family_member for each row when (old is distinct from new)
  execute function note_family_member();

create function note_family() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag) values ('family:' || new.id);
  if new.same_thing and not old.same_thing then
    perform rate_anew(array(select product_id from family_member where family_id = new.id));
  elsif old.same_thing and not new.same_thing then
    perform rate_anew(array[product_id]) from (select product_id from family_member where family_id = new.id order by 1) m;
  end if;
  return null;
end $$;
create trigger product_family_changed after update on product_family for each row when (old is distinct from new)
  execute function note_family();

-- A listing that comes to show the reviews of others is looked at.
alter table moderated_listing drop constraint moderated_listing_why_check,
  add constraint moderated_listing_why_check check (why <@ array['reported', 'new-seller', 'seller-record', 'category', 'green-words',
    'family', 'changed', 'appeal']) not valid;

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
    where (m.price_paise, m.sold_out, m.held_back, f.seller_id, f.subcategory_id, true) is distinct from (p.price_paise, p.units = 0,
      exists (select from held_back_product h where h.product_id = p.id), p.seller_id, p.subcategory_id, p.deleted_at is null);
