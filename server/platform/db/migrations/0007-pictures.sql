-- Uploaded pictures by the hash of what was uploaded. One that no product or subcategory ever used goes after a day.
create table picture (
  key text primary key,
  uploaded_by uuid references account on delete set null,
  uploaded_at timestamptz not null default now(),
  used_at timestamptz
);
create index picture_unused on picture (uploaded_at) where used_at is null;
create index picture_uploader on picture (uploaded_by);
