-- A seller's own numbers for products, and their files of products

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
-- Of live products: a deleted one leaves its number to others.
alter table product add sku text,
  add constraint product_sku_length check (length(sku) between 1 and 60) not valid;
create unique index product_sku on product (seller_id, sku) where sku is not null and deleted_at is null;

-- The limit of products is looked at when a transaction ends: rows of an import are written at once, and would otherwise wait for
-- one another from the insert to the commit. Once for each seller of the transaction, whose rows are all there by then.
drop trigger product_live_max on product;
create or replace function refuse_too_many_products() returns trigger language plpgsql as $$
declare
  counted text := coalesce(current_setting('hariyali.counted_products_of', true), '');
begin
  if strpos(counted, new.seller_id::text) > 0 then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('products of ' || new.seller_id, 0));
  if (select count(*) from product where seller_id = new.seller_id and deleted_at is null) > 10000 then
    raise exception 'seller % has too many products', new.seller_id
      using errcode = 'check_violation', constraint = 'product_live_max';
  end if;
  perform set_config('hariyali.counted_products_of', counted || new.seller_id, true);
  return null;
end $$;
create constraint trigger product_live_max after insert on product deferrable initially deferred
  for each row execute function refuse_too_many_products();

-- Group selling -----------------------------------------------------------------------------------------------------------------
create table product_import (
  id uuid primary key,
  seller_id uuid not null references seller on delete cascade,
  file_name text not null check (length(file_name) <= 200),
  source text not null check (source in ('hariyali', 'shopify', 'woocommerce')),
  state text not null default 'checking' check (state in ('checking', 'checked', 'running', 'done', 'stopped')),
  -- What of the file is left out.
  notes text[] not null default '{}',
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint product_import_end check ((ended_at is not null) = (state in ('done', 'stopped')))
);
comment on table product_import is 'Files of products that sellers sent, and how far they are.';
create index product_import_of_seller on product_import (seller_id, id desc);
create index product_import_created on product_import (created_at);
-- One at a time is worked on.
create unique index product_import_one on product_import (seller_id) where state in ('checking', 'running');

create table product_import_row (
  import_id uuid not null references product_import on delete cascade,
  -- As a spreadsheet counts.
  row int not null check (row > 0),
  -- The text of each column that is known, by its name.
  cells jsonb not null,
  -- Of the check; null: not looked at yet.
  plan text check (plan in ('add', 'change', 'same', 'wrong')),
  -- What was written, in the transaction that wrote it.
  outcome text check (outcome in ('added', 'changed', 'same', 'refused')),
  -- Each has a column and a message.
  problems jsonb not null default '[]',
  -- No foreign key: a product that is deleted meanwhile is no reason to forget the row.
  product_id uuid,
  primary key (import_id, row),
  constraint product_import_row_planned check (outcome is null or plan in ('add', 'change'))
);
comment on table product_import_row is 'The rows of such a file, each with what is wrong in it and what became of it.';

create table product_import_picture (
  import_id uuid not null references product_import on delete cascade,
  -- An address, or the name of a file in a zip.
  name text not null check (length(name) between 1 and 1000),
  -- In our store; null: it could not be taken over.
  address text check (length(address) <= 1000),
  problem text check (length(problem) <= 300),
  primary key (import_id, name),
  constraint product_import_picture_told check ((address is null) <> (problem is null))
);
comment on table product_import_picture is 'The pictures that the rows of such a file name, as they were stored.';
