-- A seller's own numbers for products, and their files of products

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
-- Of live products: a deleted one leaves its number to others.
alter table product add sku text,
  add constraint product_sku_length check (length(sku) between 1 and 60) not valid;
create unique index product_sku on product (seller_id, sku) where sku is not null and deleted_at is null;

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
