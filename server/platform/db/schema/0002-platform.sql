-- Platform: the tables of the server itself. The job queue makes its own tables, in the schema pgboss

comment on table schema_migration is 'The files of this folder that have run.';

create table rate_limit (
  key text primary key,
  window_ends_at timestamptz not null,
  hits int not null
);
comment on table rate_limit is 'How often somebody did something within the running window.';
create index rate_limit_window on rate_limit (window_ends_at);

-- A node that begins a timer of server/process/timers.ts writes it here first, so that one node at a time runs it.
create table timer_run (
  name text primary key,
  -- When it runs, in words, and the time between two turns.
  schedule text not null,
  period_seconds int not null,
  -- The newest turn that is done. A new timer begins with the turn before it was added, so that it runs at the next one.
  done_turn timestamptz not null,
  runs int not null default 0,
  -- Of the present run, or of the last one.
  started_at timestamptz,
  ended_at timestamptz,
  error text,
  -- When the last successful run began.
  succeeded_from timestamptz
);
comment on table timer_run is 'The last run of each timer, with its result.';

-- The key is the hash of the upload. A picture that is marked for removal is never used again. Its key is not reused while its
-- files may still exist: the row stays for an hour after them.
create table picture (
  key text primary key,
  uploaded_by uuid references account on delete set null,
  uploaded_at timestamptz not null default now(),
  -- When a product, subcategory or return first used it; an unused picture is removed after a day.
  used_at timestamptz,
  removed_at timestamptz,
  files_gone_at timestamptz,
  constraint picture_removed_is_unused check (removed_at is null or used_at is null),
  constraint picture_files_go_last check (files_gone_at is null or removed_at is not null)
);
comment on table picture is 'An uploaded picture; its files are in the media store.';
create index picture_unused on picture (uploaded_at) where used_at is null and removed_at is null;
create index picture_removed on picture (removed_at) where removed_at is not null;
create index picture_uploader on picture (uploaded_by);

-- Every node reads new rows and drops the cached pages with the tag. Triggers write them, so that no writer of products can
-- forget to.
create table catalogue_change (
  -- The writing transaction: a node asks for what its last snapshot did not see, so the order of commits does not matter.
  written_by xid8 not null default pg_current_xact_id(),
  tag text not null,
  written_at timestamptz not null default clock_timestamp()
);
comment on table catalogue_change is 'Tags of public pages whose content changed.';
create index catalogue_change_unread on catalogue_change (written_by) include (tag);
create index catalogue_change_old on catalogue_change (written_at);

-- For a trigger with one tag, its argument.
create function note_tag() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag) values (tg_argv[0]);
  return null;
end $$;

-- For other groups.
create view stored_picture as select key, uploaded_by from picture where removed_at is null;
comment on view stored_picture is 'A picture that is not marked for removal, with its owner.';
