-- What changed of what public pages show: every node reads new rows and drops the kept pages that bear the tag
-- (docs/decisions/0011). Triggers write it, so that no writer of products, present or future, can forget to.
create table catalogue_change (
  -- The writing transaction: a node asks for what its last snapshot did not see, so the order of commits does not matter.
  written_by xid8 not null default pg_current_xact_id(),
  tag text not null,
  written_at timestamptz not null default clock_timestamp()
);
create index catalogue_change_unread on catalogue_change (written_by) include (tag);

-- Tags: 'product:<id>' shows the product; 'category:<id>' and 'subcategory:<id>' list what stands there, ':picked' sorted
-- or filtered; 'search' shows results; 'categories' shows which there are; 'everything' is every page.
-- The pages' side is server/platform/page-cache/page-tags.ts.
create function shelf_tags(category int, subcategory int) returns text[] language sql immutable
return array['category:' || category, 'subcategory:' || subcategory];

create function picked_tags(category int, subcategory int) returns text[] language sql immutable
return array['category:' || category || ':picked', 'subcategory:' || subcategory || ':picked', 'search'];

create function note_products_in() returns trigger language plpgsql as $$
begin
  -- A new product is on no page yet but joins lists.
  insert into catalogue_change (tag)
  select distinct unnest(shelf_tags(category_id, subcategory_id) || picked_tags(category_id, subcategory_id)) from after;
  return null;
end $$;

create function note_products_out() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag)
  select distinct unnest(
    shelf_tags(category_id, subcategory_id) || picked_tags(category_id, subcategory_id) || ('product:' || id)) from before;
  return null;
end $$;

create function note_products_changed() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag)
  select distinct unnest(
    array['product:' || b.id]
    || case when moved then shelf_tags(b.category_id, b.subcategory_id) || shelf_tags(a.category_id, a.subcategory_id) end
    -- Units that rise or fall above zero, as each sale makes them, move no product in any list.
    || case when moved or picked then picked_tags(b.category_id, b.subcategory_id) || picked_tags(a.category_id, a.subcategory_id) end)
  from before b join after a on a.id = b.id,
  lateral (select
    (b.category_id, b.subcategory_id, b.deleted_at is null)
      is distinct from (a.category_id, a.subcategory_id, a.deleted_at is null) as moved,
    (b.name, b.price_paise, b.units > 0, b.description, b.details, b.seller_id, b.images)
      is distinct from (a.name, a.price_paise, a.units > 0, a.description, a.details, a.seller_id, a.images) as picked
  ) as what
  where b.deleted_at is null or a.deleted_at is null;
  return null;
end $$;

create function note_seller_changed() returns trigger language plpgsql as $$
begin
  -- The name stands on the product's page and is searched for; no list shows it.
  insert into catalogue_change (tag)
  select distinct unnest(picked_tags(category_id, subcategory_id) || ('product:' || id)) from product
  where seller_id = new.account_id and deleted_at is null;
  return null;
end $$;

create function note_suspension() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag)
  select distinct unnest(
    shelf_tags(category_id, subcategory_id) || picked_tags(category_id, subcategory_id) || ('product:' || id)) from product
  where seller_id = new.id and deleted_at is null;
  return null;
end $$;

-- Takes the tag as its argument.
create function note_tag() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag) values (tg_argv[0]);
  return null;
end $$;

create trigger products_in after insert on product
  referencing new table as after for each statement execute function note_products_in();
create trigger products_out after delete on product
  referencing old table as before for each statement execute function note_products_out();
create trigger products_changed after update on product
  referencing old table as before new table as after for each statement execute function note_products_changed();
create trigger seller_changed after update on seller
  for each row when (old.company_name is distinct from new.company_name) execute function note_seller_changed();
create trigger seller_suspended after update on account
  for each row when (old.suspended_at is distinct from new.suspended_at) execute function note_suspension();
create trigger category_in_or_out after insert or delete on category
  for each statement execute function note_tag('categories');
create trigger subcategory_in_or_out after insert or delete on subcategory
  for each statement execute function note_tag('categories');
-- A name stands in breadcrumbs, rows and headings everywhere. Nobody renames often.
create trigger category_changed after update on category
  for each row when (old is distinct from new) execute function note_tag('everything');
create trigger subcategory_changed after update on subcategory
  for each row when (old is distinct from new) execute function note_tag('everything');
