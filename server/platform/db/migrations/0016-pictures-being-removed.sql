-- A picture whose removal was decided is never used again, and its key is not given to another one while its files may
-- still be on their way out: the row stays for an hour after they have gone.
alter table picture
  add column removed_at timestamptz,
  add column files_gone_at timestamptz,
  add constraint picture_removed_is_unused check (removed_at is null or used_at is null),
  add constraint picture_files_go_last check (files_gone_at is null or removed_at is not null);
drop index picture_unused;
create index picture_unused on picture (uploaded_at) where used_at is null and removed_at is null;
create index picture_removed on picture (removed_at) where removed_at is not null;
